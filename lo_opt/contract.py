"""What lo-opt asks of anything that solves: say whether it is there, what it cannot take, and claim what it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from lo_opt.answer import Goal, Limit, Proof, Status

if TYPE_CHECKING:
    from lo_opt.control import Control
    from lo_opt.puzzle import Board, Puzzle


@dataclass(frozen=True)
class Availability:
    """Whether a library is there: its version, or why not and the command that cures it.

    >>> Availability("1.0").available, Availability(reason="x does not load", cure="pip install x").available
    (True, False)
    """

    version: str = ""
    reason: str = ""
    cure: str = ""

    @property
    def available(self) -> bool:
        """Whether it can be used."""
        return not self.reason


@dataclass(frozen=True)
class Refusal:
    """Why something cannot take a puzzle or program, and what to do instead; said before anything is built.

    >>> print(Refusal("chase needs the plus rule, this is king", "use gf2"))
    chase needs the plus rule, this is king; use gf2
    """

    reason: str
    cure: str

    def __str__(self) -> str:
        return f"{self.reason}; {self.cure}"


@dataclass(frozen=True)
class Settings:
    """What the caller asks for besides the time limit: the goal, threads (at least 1) and a random seed."""

    goal: Goal = Goal.OPTIMAL
    threads: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Claim:
    """What a method or solver says about a puzzle, before anything of it is believed.

    `objective` and `bound` are costs times `weight_denominator`: the solver's own value for the presses (None if it
    gives none), and its proved lower bound on every solution. `presses` has the shape of the buttons, `certificate`
    that of the lights. `solver` is empty where lo-opt itself did the work.
    """

    status: Status
    limit: Limit | None = None
    proof: Proof | None = None
    presses: Board | None = None
    objective: float | None = None
    bound: int | None = None
    certificate: Board | None = None
    nullity: int | None = None
    build_s: float = 0.0
    solve_s: float = 0.0
    solver_s: float | None = None
    solver: str = ""
    solver_version: str = ""
    raw_status: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    message: str = ""


class Method(Protocol):
    """A way from a puzzle to a claim; one object, declared under the entry-point group `lo_opt.methods`."""

    @property
    def name(self) -> str:
        """The selector on the command line."""

    @property
    def summary(self) -> str:
        """One line for people."""

    def availability(self) -> Availability:
        """Return whether its libraries are there, without solving anything."""

    def refuse(self, puzzle: Puzzle, settings: Settings) -> Refusal | None:
        """Return why it cannot take this puzzle or goal, None if it can."""

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Return a claim; the control's deadline covers building and solving."""


@dataclass(frozen=True)
class Wanted:
    """Which solutions to list: the `most` best, and with `ties_only` of these only the optimal ones."""

    most: int
    ties_only: bool = False


@dataclass(frozen=True)
class Listing:
    """The solutions that were wanted, in order of cost, before any of them is believed.

    `claim` is about the first of them. `complete` says that no better solution is missing; `optimal_count` and `total`
    are the numbers of optimal solutions and of all solutions, None if unknown.
    """

    claim: Claim
    presses: tuple[Board, ...] = ()
    complete: bool = False
    optimal_count: int | None = None
    total: int | None = None


@runtime_checkable
class Lister(Protocol):
    """What a method offers besides if it can list the best solutions at once."""

    def refuse_listing(self, puzzle: Puzzle) -> Refusal | None:
        """Return why it cannot list the solutions of a puzzle it can solve, None if it can."""

    def list_best(self, puzzle: Puzzle, wanted: Wanted, control: Control) -> Listing:
        """Return the solutions that are wanted."""
