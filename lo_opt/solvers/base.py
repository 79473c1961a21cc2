"""What every solver shares: refusing, building under a deadline, and running; knows programs, no puzzle, no solver."""

from __future__ import annotations

import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, Generic, Protocol, TypeVar

from lo_opt.answer import Limit, Status
from lo_opt.contract import Availability, Refusal, Settings
from lo_opt.control import Control, DeadlineError
from lo_opt.errors import BackendUnavailableError, UnsupportedError
from lo_opt.formulations.program import Feature, Program
from lo_opt.plugins import ANY_FAILURE
from lo_opt.solvers.outcome import Asked, Outcome, Report, conclude, cost_range

logger = logging.getLogger(__name__)

MAX_EXACT_COST = 2**62
EARLY_S, EARLY_SHARE = 0.5, 0.1  # a solver that says its time is up this long before it is looks at another clock
ModelT = TypeVar("ModelT")
ItemT = TypeVar("ItemT")


class Solver(Protocol):
    """A way from a program to an outcome; one object, declared under the entry-point group `lo_opt.solvers`."""

    @property
    def name(self) -> str:
        """The selector on the command line."""

    @property
    def summary(self) -> str:
        """One line for people."""

    @property
    def takes(self) -> frozenset[Feature]:
        """What its programs may use."""

    def availability(self) -> Availability:
        """Return whether its library loads, without solving anything."""

    def refuse(self, needs: frozenset[Feature]) -> Refusal | None:
        """Return why it cannot take programs with these needs, None if it can."""

    def solve(self, program: Program, settings: Settings, control: Control) -> Outcome:
        """Return what it found; the control's deadline covers building and solving."""


class LibrarySolver(ABC, Generic[ModelT]):
    """A solver reached through a library: a subclass names it, builds its model, runs it and reports.

    `takes` are the features of programs it can be given, `module` and `cure` what is missing when it is not there and
    the command that helps. `exact` says that it computes costs in integers; of the others an "optimal" is believed
    only while the costs are small enough for floating point to tell solutions apart.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    takes: ClassVar[frozenset[Feature]]
    module: ClassVar[str]
    cure: ClassVar[str]
    exact: ClassVar[bool] = False
    _known_version: str | None = None  # a library that loaded once does so again

    @abstractmethod
    def version(self) -> str:
        """Return the solver's version; raises whatever the import of its library raises."""

    @abstractmethod
    def build(self, program: Program, control: Control) -> ModelT:
        """Return the library's model of `program`; goes through `checked` in long loops."""

    @abstractmethod
    def run(self, model: ModelT, program: Program, settings: Settings, control: Control) -> Report:
        """Solve the model of `program` and return what the solver said; silent, within the time that remains."""

    def availability(self) -> Availability:
        """Return whether the library loads; a library that is there but broken counts as missing."""
        try:
            if self._known_version is None:
                self._known_version = self.version()
            return Availability(version=self._known_version)
        except ANY_FAILURE as error:  # a broken binary may raise anything: OSError, ImportError, AttributeError
            return Availability(reason=f"{self.module} does not load: {error or type(error).__name__}", cure=self.cure)

    def refuse(self, needs: frozenset[Feature]) -> Refusal | None:
        """Return why it cannot take programs with these needs, None if it can."""
        missing = needs - self.takes
        if not missing:
            return None
        return Refusal(f"{self.name} takes no {' and no '.join(sorted(missing))}", "use the parity formulation")

    def solve(self, program: Program, settings: Settings, control: Control) -> Outcome:
        """Build, run and check.

        Raises
        ------
        UnsupportedError
            If the program needs what this solver does not take; nothing is built.
        BackendUnavailableError
            If the library does not load.
        """
        refusal = self.refuse(program.needs)
        if refusal:
            raise UnsupportedError(str(refusal))
        asked = Asked.of(program, settings.goal)
        if self.exact and cost_range(asked.program) > MAX_EXACT_COST:
            raise UnsupportedError(f"the costs add up to more than {self.name}'s 64 bits hold; use fewer decimals")
        availability = self.availability()
        if not availability.available:
            raise BackendUnavailableError(f"{self.name}: {availability.reason}; {availability.cure}")
        began, built = time.perf_counter(), math.nan
        try:
            control.check()
            control.tell("building", 0.0)
            model = self.build(asked.program, control)
            built = time.perf_counter()
            control.check()
            control.tell("solving", 0.0)
            outcome = conclude(self.run(model, asked.program, settings, control), asked, self.name, self.exact)
            outcome = _ended_early(outcome, self.name, control.remaining_s, time.perf_counter() - built)
        except DeadlineError:
            outcome = Outcome(Status.UNKNOWN, Limit.TIME, message="the time was gone before the model was built")
        except KeyboardInterrupt:
            outcome = Outcome(Status.UNKNOWN, Limit.INTERRUPT)
        except MemoryError:
            outcome = Outcome(Status.UNKNOWN, Limit.MEMORY)
        except ANY_FAILURE as error:  # whatever a library raises is its failure, not the caller's
            logger.debug("%s failed", self.name, exc_info=True)
            outcome = Outcome(Status.ERROR, message=f"{self.name} failed: {type(error).__name__}: {error}")
        ended = time.perf_counter()
        built = ended if math.isnan(built) else built
        return replace(outcome, build_s=built - began, solve_s=ended - built)


def _ended_early(outcome: Outcome, name: str, left_s: float, passed_s: float) -> Outcome:
    """Return the outcome with a message if the solver says that its time is up while much of it is left."""
    if outcome.limit is not Limit.TIME or left_s < EARLY_S + EARLY_SHARE * (left_s + passed_s):
        return outcome
    told = f"stopped {left_s:.3g} s early by the system's clock, which {name} looks at; was it set?"
    return replace(outcome, message="; ".join(filter(None, [outcome.message, told])))


def checked(items: Iterable[ItemT], control: Control) -> Iterator[ItemT]:
    """Yield the items, raising `DeadlineError` when the time is gone; looks at the clock every 1,000 items."""
    for i, item in enumerate(items):
        if i % 1000 == 0:
            control.check()
        yield item


def stopped_by(said: Limit | None, interrupted: bool, control: Control) -> Limit | None:
    """Return what really stopped a solver that says it was interrupted: the caller, or us at the deadline.

    >>> stopped_by(Limit.INTERRUPT, False, Control.limited(0.0)).name, stopped_by(Limit.NODES, False, Control()).name
    ('TIME', 'NODES')
    """
    return Limit.TIME if said is Limit.INTERRUPT and not interrupted and control.expired else said


def seed31(settings: Settings) -> int:
    """Return the seed as a non-negative 31-bit number, which every solver takes.

    >>> seed31(Settings(seed=2**31 + 5))
    5
    """
    return settings.seed % 2**31


def time_left_s(control: Control) -> float:
    """Return the seconds left before the deadline, in whole milliseconds and at least one: 0 means no limit to some."""
    return max(0.001, round(control.remaining_s, 3))
