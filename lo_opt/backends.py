"""The named ways to answer: methods, and every solver with every formulation; resolves selectors, solves nothing."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from lo_opt import plugins
from lo_opt.contract import Availability, Claim, Method, Refusal, Settings
from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle import Board, Puzzle
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.control import Control
    from lo_opt.formulations.formulation import Formulation
    from lo_opt.solvers.base import Solver

DEFAULT_FORMULATION = "parity"  # the article's: what a solver's name alone means


@dataclass(frozen=True)
class ProgramBackend:
    """A solver on a formulation: builds the program, hands it over, maps the values back to presses.

    >>> backend("highs:coset").formulation.name, str(ProgramBackend.mismatch(backend("highs:parity")))
    ('coset', 'None')
    """

    solver: Solver
    formulation: Formulation

    @property
    def name(self) -> str:
        """The full selector, such as scip:parity."""
        return f"{self.solver.name}:{self.formulation.name}"

    @property
    def summary(self) -> str:
        """One line for people."""
        return f"{self.solver.summary}; {self.formulation.summary}"

    def availability(self) -> Availability:
        """Return whether the solver's library is there."""
        return self.solver.availability()

    def mismatch(self) -> Refusal | None:
        """Return why the solver takes no program of the formulation, whatever the puzzle; None if it does."""
        return self.solver.refuse(self.formulation.needed_from(self.solver.takes))

    def refuse(self, puzzle: Puzzle, settings: Settings) -> Refusal | None:  # noqa: ARG002 - any goal is taken
        """Return why the solver cannot take the formulation, or the formulation cannot say this puzzle."""
        return self.mismatch() or self.formulation.refuse(puzzle)

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Build, solve, and return what the solver claims, its values mapped back to presses."""
        began = time.perf_counter()
        program = self.formulation.program(puzzle, self.solver.takes)
        build_s = time.perf_counter() - began
        outcome = self.solver.solve(program, settings, control)
        presses = None
        if outcome.values is not None:
            pressed = program.presses.apply(outcome.values).reshape(puzzle.effects.button_shape)
            presses = Board.from_array(pressed, puzzle.states)
        return Claim(
            outcome.status,
            outcome.limit,
            presses=presses,
            objective=outcome.objective,
            bound=outcome.bound,
            build_s=build_s + outcome.build_s,
            solve_s=outcome.solve_s,
            solver_s=outcome.solver_s,
            solver=self.solver.name,
            solver_version=self.solver.availability().version,
            raw_status=outcome.raw_status,
            settings=outcome.settings,
            message=outcome.message,
        )


def availability_of(method: Method) -> Availability:
    """Return whether a backend is there; one that fails when it is asked is not.

    >>> availability_of(backend("gf2")).available
    True
    """
    cure = "update or uninstall its package"
    try:
        there = method.availability()
    except plugins.ANY_FAILURE as error:
        return Availability(reason=f"it fails with {type(error).__name__}: {error}", cure=cure)
    if not isinstance(there, Availability):
        return Availability(reason=f"it says {shown(there)} when asked whether it is there", cure=cure)
    return there


def selectors() -> Iterator[str]:
    """Yield every selector: methods by name, then each solver with each formulation it can take.

    Those of a package that does not load are there too, for whoever lists them to say why.

    >>> {"gf2", "scip:parity", "cpsat:xor"} <= set(selectors()), "highs:xor" in selectors()
    (True, False)
    """
    yield from plugins.names("lo_opt.methods")
    for solver in plugins.names("lo_opt.solvers"):
        for formulation in plugins.names("lo_opt.formulations"):
            selector = f"{solver}:{formulation}"
            if not _is_mismatch(selector):
                yield selector


def _is_mismatch(selector: str) -> bool:
    """Return whether the solver is known to take no program of the formulation."""
    try:
        method = backend(selector)
        return isinstance(method, ProgramBackend) and method.mismatch() is not None
    except plugins.ANY_FAILURE:
        return False


@functools.cache
def backend(selector: str) -> Method:
    """Return the backend of a selector such as `gf2`, `scip` or `scip:parity`.

    >>> backend("scip").name
    'scip:parity'

    Raises
    ------
    InputError
        If no such method, solver or formulation is declared.
    BackendUnavailableError
        If the package that declares it does not load.
    """
    if not isinstance(selector, str):
        raise InputError(f"backend {shown(selector)}: must be a name, such as 'auto' or 'scip:parity'")
    name, colon, formulation = selector.partition(":")
    methods = plugins.names("lo_opt.methods")
    if name in methods:
        if colon:
            raise InputError(f"backend {shown(selector)}: {name} is a method and takes no formulation; write {name!r}")
        return cast("Method", plugins.load_named("lo_opt.methods", "method", name))
    solvers = plugins.names("lo_opt.solvers")
    if name not in solvers:
        raise unknown_name("backend", name, [*methods, *solvers])
    return ProgramBackend(
        cast("Solver", plugins.load_named("lo_opt.solvers", "solver", name)),
        cast(
            "Formulation",
            plugins.load_named("lo_opt.formulations", "formulation", formulation if colon else DEFAULT_FORMULATION),
        ),
    )
