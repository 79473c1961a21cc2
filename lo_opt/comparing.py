"""The same puzzle through several backends: do their answers agree, with each other and with linear algebra?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lo_opt import linear
from lo_opt.answer import Answer, Cost, Goal, Limit, Status
from lo_opt.backends import backend as backend_named
from lo_opt.backends import selectors
from lo_opt.control import Progress
from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.checks import each
from lo_opt.puzzle.puzzle import expect_puzzle
from lo_opt.solving import check, settings_of, solve

REFERENCE = "auto"  # linear algebra with proof, by whichever path is fastest
LIMITED_REFERENCE = "gf2"  # under limits on presses auto may leave linear algebra


@dataclass(frozen=True)
class Comparison:
    """Several answers to one puzzle, and whether they agree.

    `optimum` is the linear-algebra optimum (of the measure minimised first), None where linear algebra proves none;
    `disagreements` lists, one line each, what cannot all be true. `interrupted` says that Ctrl-C ended it early.

    >>> found = compare(Puzzle.read("article-5x5"), ["gf2", "chase"])
    >>> [answer.cost for answer in found.answers], found.optimum, found.agree
    ([11, 11], 11, True)
    """

    answers: tuple[Answer, ...]
    optimum: Cost | None
    disagreements: tuple[str, ...]
    interrupted: bool = False

    @property
    def agree(self) -> bool:
        """Whether all that was claimed can be true at once."""
        return not self.disagreements


def compare(
    puzzle: Puzzle,
    backends: Sequence[str],
    *,
    goal: str | Goal = Goal.OPTIMAL,
    time_limit_s: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
    done: Callable[[Answer], None] | None = None,
) -> Comparison:
    """Solve a puzzle with each backend in turn and hold the answers against each other and the linear-algebra optimum.

    `done` is called with every answer as it comes; the other parameters are those of `solve`, the limit for each. Every
    backend is checked first, so that one that cannot take the puzzle, or is named twice, stops the comparison before it
    begins.

    >>> compare(Puzzle.grid("110/100/000"), ["gf2", "chase"]).agree
    True

    Raises
    ------
    InputError
        As for `solve`, for any of the backends; also for backends that are no list of names.
    BackendUnavailableError
        If the library of one is missing.
    """
    settings = settings_of(goal, time_limit_s, threads, seed)
    expect_puzzle(puzzle)
    named: set[str] = set()
    for name in each(backends, "backends", "a list of names, such as ['gf2', 'chase']"):
        if not isinstance(name, str):
            raise unknown_name("backend", name, selectors())
        method = backend_named(name)
        if method.name in named:
            raise InputError(f"backend {method.name} is named twice; name every backend once")
        named.add(method.name)
        check(method, puzzle, settings)
    answers = []
    for name in backends:
        answers.append(
            solve(puzzle, name, goal=goal, time_limit_s=time_limit_s, threads=threads, seed=seed, progress=progress)
        )
        if done is not None:
            done(answers[-1])
        if answers[-1].limit is Limit.INTERRUPT:
            return Comparison(tuple(answers), None, disagreements(answers), interrupted=True)
    algebra = LIMITED_REFERENCE if puzzle.limits else REFERENCE
    refused = linear.refuse_modular(puzzle) if puzzle.states != 2 else backend_named(algebra).refuse(puzzle, settings)
    reference = [] if refused else [solve(puzzle, algebra, time_limit_s=time_limit_s)]
    optimum = next((answer.value for answer in reference if answer.status is Status.OPTIMAL), None)
    interrupted = any(answer.limit is Limit.INTERRUPT for answer in reference)
    return Comparison(tuple(answers), optimum, disagreements([*answers, *reference]), interrupted)


def disagreements(answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return what proved statements contradict each other, one line a pair.

    No proved bound (an optimum is its own bound) may exceed a verified cost, or number of presses if that comes first,
    and no puzzle is both solved and proved unsolvable.
    """
    found = [f"{a.backend}: {a.message}" for a in answers if a.status is Status.ERROR]
    for a in answers:
        for b in answers:
            if a.status is Status.INFEASIBLE and b.presses is not None:
                found.append(f"{a.backend} says unsolvable, but {b.backend} solves it at cost {b.cost}")
            elif a.bound is not None and b.value is not None and a.bound > b.value:
                found.append(f"{a.backend} proves at least {a.bound}, but {b.backend} solves it at {_words(b)}")
    return tuple(found)


def _words(answer: Answer) -> str:
    return f"{answer.value} presses" if answer.puzzle.objective.counts_presses else f"cost {answer.value}"
