"""SCIP through PySCIPOpt; knows programs, no puzzle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lo_opt.answer import Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations.program import Feature, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER
from lo_opt.solvers.base import LibrarySolver, checked, seed31, stopped_by, time_left_s
from lo_opt.solvers.interruptible import run_interruptibly
from lo_opt.solvers.outcome import TIGHT_TOLERANCE, Report, needs_tight

MAX_TIME_S = 1e20  # SCIP's infinity

LIMITS = {
    "timelimit": Limit.TIME,
    "memlimit": Limit.MEMORY,
    "nodelimit": Limit.NODES,
    "totalnodelimit": Limit.NODES,
    "stallnodelimit": Limit.NODES,
    "userinterrupt": Limit.INTERRUPT,
}


@dataclass(frozen=True)
class ScipModel:
    """A PySCIPOpt model and its variables in the program's order."""

    model: Any
    variables: list[Any]


class Scip(LibrarySolver[ScipModel]):
    """SCIP: branch and cut, one thread, native XOR rows."""

    name = "scip"
    summary = "SCIP by PySCIPOpt: branch and cut, native XOR rows"
    takes = frozenset({Feature.INTEGER, Feature.XOR})
    module = "pyscipopt"
    cure = "pip install pyscipopt"
    # Cutting planes hardly move the bound of parity rows and take most of the time: measured without them, the optimum
    # of 9x9 to 11x11 boards takes a half to a sixth of the time on parity and XOR rows, and as long in coset programs.
    tuned: ClassVar[Mapping[str, int]] = {"separating/maxrounds": 0, "separating/maxroundsroot": 0}

    def version(self) -> str:
        """Return SCIP's version and PySCIPOpt's."""
        import pyscipopt

        model = pyscipopt.Model()
        number = f"{model.getMajorVersion()}.{model.getMinorVersion()}.{model.getTechVersion()}"
        return f"{number} (pyscipopt {pyscipopt.__version__})"

    def build(self, program: Program, control: Control) -> ScipModel:
        """Return the model, each row written as the dictionary that PySCIPOpt makes of a sum anyway.

        Summing with `quicksum` copies every term into such a dictionary one at a time; handing it over whole is the
        quickest way that PySCIPOpt's public classes offer.
        """
        from pyscipopt import Expr, ExprCons, Model

        model = Model()
        model.hideOutput()
        bounds = list(zip(program.lower.tolist(), program.upper.tolist(), strict=True))
        kinds = ["B" if pair == (0, 1) else "I" for pair in bounds]
        columns = zip(kinds, bounds, program.objective.tolist(), strict=True)
        variables = [
            model.addVar(vtype=kind, lb=lower, ub=upper, obj=cost)
            for kind, (lower, upper), cost in checked(columns, control)
        ]
        terms = [next(iter(variable)) for variable in variables]
        rows = program.rows
        ends, owners, coefficients = rows.indptr.tolist(), rows.columns.tolist(), rows.coefficients.tolist()
        lower = [None if side == NO_LOWER else side for side in rows.lower.tolist()]
        upper = [None if side == NO_UPPER else side for side in rows.upper.tolist()]
        for i in checked(range(rows.count), control):
            entries = range(ends[i], ends[i + 1])
            total = Expr({terms[owners[place]]: coefficients[place] for place in entries})
            model.addCons(ExprCons(total, lower[i], upper[i]))
        xors = program.xors
        ends, owners, parity = xors.indptr.tolist(), xors.columns.tolist(), xors.parity.tolist()
        for i in checked(range(xors.count), control):
            model.addConsXor([variables[j] for j in owners[ends[i] : ends[i + 1]]], parity[i] == 1)
        if program.priority is not None:
            for variable, priority in zip(variables, program.priority.tolist(), strict=True):
                model.chgVarBranchPriority(variable, priority)
        return ScipModel(model, variables)

    def run(self, model: ScipModel, program: Program, settings: Settings, control: Control) -> Report:
        """Solve, and read SCIP's status word and its best solution if it has any."""
        scip = model.model
        # its own handler would hide Ctrl-C from Python and print
        used: dict[str, Any] = {"misc/catchctrlc": False, **self.tuned}
        # SCIP 10.0.2 loses rows when it presolves XOR rows, its own upgrades of linear ones included: of small random
        # systems about 1 in 80 came out wrong, of parity models about 1 in 900; none with this.
        used["constraints/xor/maxprerounds"] = 0
        if needs_tight(program):
            used["numerics/feastol"] = TIGHT_TOLERANCE
        if settings.seed:
            used["randomization/randomseedshift"] = seed31(settings)
        if math.isfinite(control.deadline):
            used["limits/time"] = min(time_left_s(control), MAX_TIME_S)
        scip.setParams(used)
        interrupted = run_interruptibly(scip.optimizeNogil, scip.interruptSolve, control)
        word = scip.getStatus()
        values = None
        if scip.getNSols():
            best = scip.getBestSol()
            values = [scip.getSolVal(best, variable) for variable in model.variables]
        if word in ("optimal", "infeasible"):
            status = Status(word)
        else:
            status = Status.UNKNOWN if values is None else Status.FEASIBLE
        return Report(
            status,
            word,
            stopped_by(LIMITS.get(word), interrupted, control),
            values,
            objective=None if values is None else scip.getSolObjVal(best),
            bound=scip.getDualbound(),
            nodes=scip.getNTotalNodes(),
            solver_s=scip.getSolvingTime(),
            settings={name: str(value) for name, value in used.items()},
            message="" if settings.threads == 1 else f"SCIP searches on one thread; {settings.threads} asked",
        )


SOLVER = Scip()
