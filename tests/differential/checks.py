"""What is checked of a puzzle, each under a name: every backend, goal and list; refusals are checked, not skipped."""

from __future__ import annotations

import contextlib
import itertools
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import lo_opt as lo
from lo_opt import Answer, Limit, Puzzle, Status
from lo_opt.backends import backend as backend_named
from lo_opt.backends import selectors
from lo_opt.contract import Settings
from lo_opt.control import Progress
from lo_opt.objectives import Pricing

from .building import puzzle_of
from .judging import FLOATS, problems
from .oracle import Truth
from .oracle import truth as truth_of
from .specs import Spec

SECONDS = 4.0  # for one answer; what takes longer is counted as stopped
SLACK = 8.0  # how much later an answer may come: CBC is given five seconds to stop
HURRY = (0.001, 0.004, 0.01, 0.03, 0.1, 0.3)


class RefusedError(Exception):
    """What was asked cannot be done, for a reason that was checked; the text is the reason."""


class StoppedError(Exception):
    """The time limit came first, and what was said at that moment is true."""


@dataclass(frozen=True)
class Given:
    """A puzzle as data, and what is made of it only once."""

    spec: Spec
    found: dict[str, Answer] = field(default_factory=dict)

    @cached_property
    def truth(self) -> Truth:
        return truth_of(self.spec)

    @cached_property
    def puzzle(self) -> Puzzle:
        return puzzle_of(self.spec)

    @cached_property
    def priced(self) -> Puzzle:
        return Pricing.of(self.puzzle).priced


Check = Callable[[Given, str], Iterator[str]]


def solve(given: Given, name: str) -> Iterator[str]:
    """The optimum by one backend."""
    yield from _answered(given, name, goal="optimal", time_limit_s=SECONDS)


def feasible(given: Given, name: str) -> Iterator[str]:
    """Any solution by one backend."""
    yield from _answered(given, name, goal="feasible", time_limit_s=SECONDS)


def hurried(given: Given, name: str) -> Iterator[str]:
    """What one backend can say when there is no time: less, but nothing false."""
    yield from _answered(given, name, goal="optimal", time_limit_s=HURRY[given.spec.seed % len(HURRY)])


def _answered(given: Given, name: str, goal: str, time_limit_s: float) -> Iterator[str]:
    yield from refused(given, name)
    heard: list[Progress] = []
    began, busy = time.perf_counter(), time.process_time()
    spec = given.spec
    answer = lo.solve(
        given.puzzle, name, goal=goal, time_limit_s=time_limit_s, seed=spec.seed, threads=1 + spec.seed % 2,
        progress=heard.append,
    )  # fmt: skip
    took, worked = time.perf_counter() - began, time.process_time() - busy
    if goal == "optimal" and time_limit_s == SECONDS:
        given.found[name] = answer
    yield from problems(given.truth, answer, hurried=time_limit_s < SECONDS)
    if worked > time_limit_s + SLACK or took > time_limit_s + 5 * SLACK:  # the machine may be busy with other things
        yield f"{took:.0f} seconds, {worked:.0f} of work, for a limit of {time_limit_s:g}"
    if goal == "optimal":
        yield from _heard(given, heard)
    if answer.puzzle is not given.puzzle and answer.puzzle != given.puzzle:
        yield "the answer is about another puzzle"
    if answer.limit is Limit.TIME:
        raise StoppedError
    if answer.status is Status.FEASIBLE and goal == "optimal":
        raise StoppedError


def _heard(given: Given, heard: list[Progress]) -> Iterator[str]:
    """Yield what is wrong with the bounds and incumbents told on the way."""
    best, over = given.truth.best, given.puzzle.primary_denominator
    for said in heard if best else ():
        if said.bound is not None and said.bound > best[0] * over:
            yield f"progress: bound {said.bound} / {over} is above {best[0]} ({said.stage})"
        if said.incumbent is not None and said.incumbent < best[0] * over:
            yield f"progress: incumbent {said.incumbent} / {over} is below {best[0]} ({said.stage})"


def agree(given: Given, _: str) -> Iterator[str]:
    """No two backends contradict each other: what is left to say where the truth is out of reach."""
    if len(given.found) < 2:
        for name in selectors():
            with contextlib.suppress(RefusedError, StoppedError):
                for _problem in solve(given, name):
                    pass
    for (a, first), (b, other) in itertools.permutations(given.found.items(), 2):
        if first.status is Status.INFEASIBLE and other.presses is not None:
            yield f"{a} says infeasible, {b} has a solution"
        if first.bound is not None and other.value is not None and first.bound > other.value:
            yield f"{a} proves {first.bound}, {b} has {other.value}"
        if first.status is other.status is Status.OPTIMAL and a < b:
            left, right = ((answer.cost, answer.press_count) for answer in (first, other))
            if first.value != other.value or ("," in given.spec.objective and left != right):
                yield f"{a} is optimal at {left}, {b} at {right}"
        if first.nullity is not None and other.nullity is not None and first.nullity != other.nullity:
            yield f"{a} has nullity {first.nullity}, {b} {other.nullity}"


def refused(given: Given, name: str) -> Iterator[str]:
    """Yield what is wrong with a refusal, then raise `RefusedError`; yield nothing if there is none."""
    refusal = backend_named(name).refuse(given.priced, Settings())
    if refusal is None:
        return
    if not refusal.reason or not refusal.cure:
        yield f"refused without a reason and a cure: {refusal}"
    try:
        lo.solve(given.puzzle, name)
        yield f"refused, but solved: {refusal}"
    except lo.UnsupportedError as error:
        if str(refusal) not in str(error):
            yield f"refused as {refusal}, but the error says {error}"
    yield from false_cure(given, refusal.cure)
    raise RefusedError(general(refusal.reason))


def false_cure(given: Given, cure: str) -> Iterator[str]:
    """Yield the backends that a cure names though they do not take the puzzle either."""
    known = [*selectors(), "scip", "cbc", "cpsat", "highs"]
    named = [word for word in re.findall(r"[a-z0-9]+(?::[a-z]+)?", cure) if word in known]
    if "solver" in cure:
        named.append("cpsat")
    if "parity" in cure:
        named += [name for name in known if name.endswith(":parity")]
    if not named:
        yield f"the cure names nothing to use: {cure}"
    for word in named:
        other = backend_named(word).refuse(given.priced, Settings())
        if other is not None:
            yield f"the cure {cure!r} names {word}, which refuses too: {other}"


def general(text: str) -> str:
    """Return a message without what differs from puzzle to puzzle.

    >>> general("light 0_12 takes 3 states (at most 2^26)")
    'light N takes N states (at most N)'
    """
    return re.sub(r"-?\d[\d_,.^/e]*", "N", text)


def listed(given: Given, name: str) -> Iterator[str]:
    """The best few solutions, and how many there are."""
    yield from _ranked(given, name, k=1 + given.spec.seed % 7)


def ties(given: Given, name: str) -> Iterator[str]:
    """All optimal solutions, and how many there are."""
    if (given.truth.optimal_count or 0) > (3000 if name in ("auto", "gf2") else 20):
        raise RefusedError("more optimal solutions than are listed here")
    yield from _ranked(given, name, k=None)


def _ranked(given: Given, name: str, k: int | None) -> Iterator[str]:
    truth, spec = given.truth, given.spec
    yield from refused(given, name)
    heard: list[Progress] = []
    try:
        ranking = lo.solutions(
            given.puzzle,
            k,
            all_optimal=k is None,
            backend=name,
            time_limit_s=2 * SECONDS,
            seed=spec.seed,
            progress=heard.append,
        )
    except lo.UnsupportedError as error:
        if ";" not in str(error):
            yield f"refused without a cure: {error}"
        raise RefusedError(general(str(error))) from None
    answer = ranking.answer
    yield from problems(truth, answer)
    if ":" not in name:  # what is left when solutions are cut off has other bounds
        yield from _heard(given, heard)
    stopped = answer.limit is not None or (answer.status not in (Status.OPTIMAL, Status.INFEASIBLE))
    if truth.costs is None:
        return
    if ranking.count > 3000:
        raise StoppedError
    measured = [spec.measures([int(x) for x in found.presses.to_array().ravel()]) for found in ranking.solutions]
    for found in ranking.solutions:
        fault = spec.fault([int(x) for x in found.presses.to_array().ravel()])
        if fault is not None:
            yield f"a listed solution is none: {fault}"
    if len({found.presses for found in ranking.solutions}) != ranking.count:
        yield "a solution is listed twice"
    every = sorted(truth.costs.elements())
    wanted = every[: truth.optimal_count if k is None else k]
    if measured != sorted(measured):
        yield "the list is not in order"
    if ranking.complete and measured != wanted:
        yield f"complete, but lists {len(measured)} solutions instead of {len(wanted)}, or not the best"
    for what, said, true in (
        ("optimal solutions", ranking.optimal_count, truth.optimal_count),
        ("solutions", ranking.total, truth.count),
    ):
        if said is not None and said != true:
            yield f"{said} {what}, in truth {true}"
    factors = [abs(k) for bound in spec.limits for k in spec.terms(bound).values()]
    large = name.startswith(FLOATS) and max(int(given.priced.costs().sum()), sum(factors)) > 10**7
    if not ranking.complete and not stopped and not large and time_was_left(answer):
        yield f"not complete, though nothing stopped it: {answer.status} {answer.message}"
    if name in ("auto", "gf2") and not stopped and ranking.total is None and k is not None:
        yield "linear algebra does not count the solutions"
    if stopped or not ranking.complete:
        raise StoppedError


def time_was_left(answer: Answer) -> bool:
    """Return whether a list that is not complete was not stopped by the clock."""
    return answer.times.total_s < SECONDS


SOLVING: dict[str, Check] = {
    "solve": solve,
    "feasible": feasible,
    "hurried": hurried,
    "agree": agree,
    "listed": listed,
    "ties": ties,
}
