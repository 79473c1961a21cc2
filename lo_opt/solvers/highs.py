"""HiGHS through highspy; knows programs, no puzzle."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lo_opt.answer import Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.errors import SolverError
from lo_opt.formulations.program import Feature, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER
from lo_opt.solvers.base import LibrarySolver, seed31, stopped_by, time_left_s
from lo_opt.solvers.interruptible import run_interruptibly
from lo_opt.solvers.outcome import TIGHT_TOLERANCE, Report, needs_tight

LIMITS = {
    "kTimeLimit": Limit.TIME,
    "kMemoryLimit": Limit.MEMORY,
    "kSolutionLimit": Limit.NODES,
    "kIterationLimit": Limit.NODES,
    "kInterrupt": Limit.INTERRUPT,
}
STATUSES = {"kOptimal": Status.OPTIMAL, "kModelEmpty": Status.OPTIMAL, "kInfeasible": Status.INFEASIBLE}


class Highs(LibrarySolver[Any]):
    """HiGHS: branch and cut."""

    name = "highs"
    summary = "HiGHS by highspy: branch and cut"
    takes = frozenset({Feature.INTEGER})
    module = "highspy"
    cure = "pip install highspy"

    def version(self) -> str:
        """Return the version of HiGHS."""
        return str(_quiet().version())

    def build(self, program: Program, control: Control) -> Any:  # noqa: ARG002
        """Return the model, passed in one call as arrays of compressed rows."""
        highs = _quiet()
        rows, inf = program.rows, math.inf
        done = highs.passModel(
            program.variable_count,
            rows.count,
            len(rows.columns),
            2,  # by rows
            1,  # minimise
            0.0,
            program.objective.astype(np.float64),
            program.lower.astype(np.float64),
            program.upper.astype(np.float64),
            np.where(rows.lower == NO_LOWER, -inf, rows.lower),
            np.where(rows.upper == NO_UPPER, inf, rows.upper),
            rows.indptr[:-1].astype(np.int32),
            rows.columns.astype(np.int32),
            rows.coefficients.astype(np.float64),
            np.ones(program.variable_count, np.int32),
        )
        if done.name == "kError":
            raise SolverError("HiGHS does not accept the model")
        return highs

    def run(self, model: Any, program: Program, settings: Settings, control: Control) -> Report:
        """Solve, and read values only where HiGHS says that its point is feasible (otherwise it returns zeros)."""
        highs = model
        # HiGHS stops within 0.01% of the optimum unless told otherwise.
        used: dict[str, Any] = {"mip_rel_gap": 0.0, "threads": settings.threads}
        if needs_tight(program):
            used["mip_feasibility_tolerance"] = used["primal_feasibility_tolerance"] = TIGHT_TOLERANCE
        if settings.seed:
            used["random_seed"] = seed31(settings)
        if math.isfinite(control.deadline):
            used["time_limit"] = time_left_s(control)
        for name, value in used.items():
            if highs.setOptionValue(name, value).name == "kError":
                raise SolverError(f"HiGHS does not accept {name} = {value}")
        highs.HandleUserInterrupt = True

        def search() -> None:
            # Each thread has its scheduler, of the size first asked for; this one is new and ends with the search.
            if highs.run().name == "kError":
                raise SolverError("HiGHS failed while it searched")
            reset = getattr(highs, "resetThreadScheduler", None) or highs.resetGlobalScheduler
            reset(False)

        interrupted = run_interruptibly(search, highs.cancelSolve, control)
        word = highs.getModelStatus().name
        info = highs.getInfo()
        values = None
        if info.primal_solution_status == 2:  # kSolutionStatusFeasible
            values = np.array(highs.getSolution().col_value)
        if word == "kModelEmpty":
            values = np.zeros(0)
        status = STATUSES.get(word, Status.UNKNOWN if values is None else Status.FEASIBLE)
        return Report(
            status,
            word,
            stopped_by(LIMITS.get(word), interrupted, control),
            values,
            objective=None if values is None else info.objective_function_value,
            bound=info.mip_dual_bound,
            nodes=info.mip_node_count,
            solver_s=highs.getRunTime(),
            settings={name: str(value) for name, value in used.items()},
        )


def _quiet() -> Any:
    """Return a solver that has never written a line: the constructor would print its banner on standard output."""
    import highspy

    class Quiet(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802
            self.silent()
            super().enableCallbacks()

    highs = Quiet()
    highs.silent()
    return highs


SOLVER = Highs()
