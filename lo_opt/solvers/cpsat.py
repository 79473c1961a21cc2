"""CP-SAT through OR-Tools; knows programs, no puzzle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lo_opt.answer import Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations.linearize import zero_one_vectors
from lo_opt.formulations.program import Feature, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER
from lo_opt.solvers.base import LibrarySolver, checked, seed31, time_left_s
from lo_opt.solvers.interruptible import run_interruptibly
from lo_opt.solvers.outcome import Report

SHORT = (
    3  # a XOR row of so many variables becomes clauses, which the search learns from faster: coset, 19x19, 1.8 times
)
STATUSES = {"OPTIMAL": Status.OPTIMAL, "FEASIBLE": Status.FEASIBLE, "INFEASIBLE": Status.INFEASIBLE}


@dataclass(frozen=True)
class CpSatModel:
    """A CP-SAT model and its variables in the program's order."""

    model: Any
    variables: list[Any]


class CpSat(LibrarySolver[CpSatModel]):
    """CP-SAT: clause learning over integers, exact costs, native XOR rows."""

    name = "cpsat"
    summary = "CP-SAT by OR-Tools: clause learning, exact integers, native XOR rows"
    takes = frozenset({Feature.INTEGER, Feature.XOR})
    module = "ortools"
    cure = "pip install ortools"
    exact = True
    # The linear relaxation of a parity row says nothing, so no linear program is solved for any: measured on parity
    # rows, 20 to 40 times as fast for n = 8..11, and no change where all rows are XOR rows or clauses.
    tuned: ClassVar[Mapping[str, int]] = {"linearization_level": 0}

    def version(self) -> str:
        """Return the version of OR-Tools."""
        import ortools
        from ortools.sat.python import cp_model

        assert cp_model.CpModel
        return str(ortools.__version__)

    def build(self, program: Program, control: Control) -> CpSatModel:
        """Return the model, rows as weighted sums handed over whole."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        weighted_sum = cp_model.LinearExpr.weighted_sum
        bounds = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
        variables = [model.new_int_var(lower, upper, "") for lower, upper in checked(bounds, control)]
        rows = program.rows
        ends, owners, coefficients = rows.indptr.tolist(), rows.columns.tolist(), rows.coefficients.tolist()
        lower = [cp_model.INT_MIN if side == NO_LOWER else side for side in rows.lower.tolist()]
        upper = [cp_model.INT_MAX if side == NO_UPPER else side for side in rows.upper.tolist()]
        for i in checked(range(rows.count), control):
            entries = slice(ends[i], ends[i + 1])
            total = weighted_sum([variables[j] for j in owners[entries]], coefficients[entries])
            model.add_linear_constraint(total, lower[i], upper[i])
        xors = program.xors.needed  # implied rows only tighten a linear relaxation: measured, they slow CP-SAT down
        ends, owners, parity = xors.indptr.tolist(), xors.columns.tolist(), xors.parity.tolist()
        for i in checked(range(xors.count), control):
            literals = [variables[j] for j in owners[ends[i] : ends[i + 1]]]
            if len(literals) <= SHORT:
                for excluded in zero_one_vectors(len(literals), 1 - parity[i]).tolist():
                    model.add_bool_or([x.Not() if bit else x for x, bit in zip(literals, excluded, strict=True)])
                continue
            # the constraint asks for an odd number of true literals; a literal that is true makes that even
            model.add_bool_xor(literals if parity[i] else [*literals, True])
        paid = program.objective.nonzero()[0].tolist()
        if paid:
            model.minimize(weighted_sum([variables[j] for j in paid], program.objective[paid].tolist()))
        if program.priority is not None:
            _prefer(model, variables, program.priority.tolist())
        return CpSatModel(model, variables)

    def run(self, model: CpSatModel, program: Program, settings: Settings, control: Control) -> Report:
        """Solve, and read CP-SAT's status, its solution if it has one, and its bound as a whole number."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        # CP-SAT's own handler would hide Ctrl-C from Python, and afterwards leave none at all
        used: dict[str, Any] = {"catch_sigint_signal": False, "num_workers": settings.threads, **self.tuned}
        if settings.seed:
            used["random_seed"] = seed31(settings)
        if math.isfinite(control.deadline):
            used["max_time_in_seconds"] = time_left_s(control)
        for name, value in used.items():
            setattr(solver.parameters, name, value)
        has_objective = bool(program.objective.any())
        words: list[str] = []

        def search() -> None:
            words.append(solver.status_name(solver.solve(model.model)))

        interrupted = run_interruptibly(search, solver.stop_search, control)
        word = words[0]
        status = STATUSES.get(word, Status.ERROR if word == "MODEL_INVALID" else Status.UNKNOWN)
        limit = None
        if status in (Status.FEASIBLE, Status.UNKNOWN):  # CP-SAT does not say what stopped it, and was given no other
            limit = Limit.INTERRUPT if interrupted else Limit.TIME if math.isfinite(control.deadline) else None
        values = None
        if status in (Status.OPTIMAL, Status.FEASIBLE):
            values = [solver.value(variable) for variable in model.variables]
        return Report(
            status,
            word,
            limit,
            values,
            objective=None if values is None else solver.objective_value if has_objective else 0.0,
            bound=solver.response_proto.inner_objective_lower_bound if has_objective else 0,
            nodes=solver.num_branches,
            solver_s=solver.wall_time,
            settings={name: str(value) for name, value in used.items()},
            message=solver.solution_info() if status is Status.ERROR else "",
        )


def _prefer(model: Any, variables: list[Any], priority: list[int]) -> None:
    """Ask CP-SAT to decide variables of the highest priority first."""
    from ortools.sat.python import cp_model

    for level in sorted(set(priority), reverse=True):
        chosen = [variable for variable, own in zip(variables, priority, strict=True) if own == level]
        model.add_decision_strategy(chosen, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)


SOLVER = CpSat()
