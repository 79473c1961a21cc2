"""A template for a solver: the smallest one that works, trying every choice of 0/1 variables; knows programs alone.

A solver sees a `Program`, never a puzzle: bounded whole variables, linear rows, XOR rows, an objective. It states what
it takes, builds its own model, runs it, and reports what it found in its own words. Everything else is done for it:
programs it cannot take are refused before they are built, values are checked in integers, costs are scaled back, and
an error becomes an answer that says so.
"""

from __future__ import annotations

import itertools

import numpy as np

from lo_opt.answer import Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control, DeadlineError
from lo_opt.formulations.program import Feature, Program
from lo_opt.solvers.base import LibrarySolver, checked
from lo_opt.solvers.outcome import Report


# The type in brackets is what `build` makes and `run` takes: your library's model. Here the program itself will do.
class Enumerate(LibrarySolver[Program]):
    """Tries every choice of 0/1 variables, the cheapest kept."""

    name = "enumerate"  # the selector on the command line
    summary = "every 0/1 choice, one after another"  # one line in `lo-opt backends`
    # What programs may use beyond 0/1 variables and linear rows. Formulations that need more are refused for this
    # solver with a reason. Feature.INTEGER is left out: variables beyond 0/1 would need other loops.
    takes = frozenset({Feature.XOR})
    module = "numpy"  # what is missing where the solver is unavailable ...
    cure = "pip install numpy"  # ... and the command that helps
    exact = True  # it computes costs in integers; leave it out for a solver in floating point

    def version(self) -> str:
        """Return the version; import the library here, and let the import fail if it is missing."""
        return np.__version__

    def build(self, program: Program, control: Control) -> Program:
        """Return the library's model. Put `checked(items, control)` around long loops: it heeds the time limit."""
        return program

    def run(self, model: Program, program: Program, settings: Settings, control: Control) -> Report:
        """Solve within the time that is left, write nothing, and say what happened.

        For goal `feasible` the program comes without costs. `Report.values` are in the order of the program's
        variables, and only there if there is a solution. `bound` is a proved lower bound; leave it out rather than
        guess. An "optimal" of this report is believed only if the bound does not contradict it.
        """
        choices = itertools.product(
            *(range(low, high + 1) for low, high in zip(program.lower, program.upper, strict=True))
        )
        best, least = None, None
        try:
            for choice in checked(choices, control):
                values = np.array(choice, np.int64)
                if (least is None or program.cost(values) < least) and not program.violation(values):
                    best, least = values, program.cost(values)
        except DeadlineError:
            status = Status.UNKNOWN if best is None else Status.FEASIBLE
            return Report(status, "out of time", Limit.TIME, best, objective=least)
        if best is None:
            return Report(Status.INFEASIBLE, "tried all, none fits")
        return Report(Status.OPTIMAL, "tried all", values=best, objective=least, bound=least)


SOLVER = Enumerate()
