"""Boards drawn uniformly among those of a wanted least cost, without rejecting any; knows counts of regions.

The least cost and the number of optimal solutions depend only on how many buttons of each group are pressed. So a
level is drawn in three steps, each exact: what each part is to cost, which counts it has, which buttons these are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.counting import CountPlan, CountTable, count_table
from lo_opt.analysis.regions import Part, Regions

MAX_VECTORS = 1 << 17
"""Vectors of counts of one part that are tabulated."""

MAX_WORK = 1 << 28
"""Additions that weighing them all may take: a few seconds."""

MAX_BITS = 1 << 28
"""Bits that all exact numbers of boards take at most; each may have as many bits as there are buttons."""

MAX_OUTCOMES = 1 << 18
"""Outcomes that are told apart, over all sets of parts that are combined."""

_MAX_PAIRS = 1 << 22  # of outcomes that are combined: a few seconds

Outcome = tuple[int, int]
"""A least cost and the number of solutions that reach it; costs add over parts, numbers multiply."""


@dataclass(frozen=True)
class _PartTable:
    """The counts of one part by outcome, and how many boards each outcome has."""

    part: Part
    table: CountTable
    rows: dict[Outcome, NDArray[np.intp]]
    boards: dict[Outcome, int]

    @classmethod
    def of(cls, part: Part) -> _PartTable:
        table = count_table(part)
        rows: defaultdict[Outcome, list[int]] = defaultdict(list)
        boards: defaultdict[Outcome, int] = defaultdict(int)
        for i, outcome in enumerate(zip(table.costs.tolist(), table.ties.tolist(), strict=True)):
            rows[outcome].append(i)
            boards[outcome] += table.boards[i]
        return cls(part, table, {outcome: np.array(found, np.intp) for outcome, found in rows.items()}, dict(boards))


def can_tabulate(regions: Regions) -> bool:
    """Return whether the vectors of counts of the parts are few enough, and the numbers of their boards short enough.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> [can_tabulate(Regions.of(Puzzle.grid(Board.filled(n, n, 0)))) for n in (5, 9)]
    [True, False]
    """
    least_bits = (int(part.sizes.max()) // 2 * int(part.sizes.sum()) for part in regions.parts)
    if not regions.listable or sum(least_bits) > MAX_BITS:  # a plan of groups that large holds long numbers itself
        return False
    plans = [CountPlan.of(part) for part in regions.parts]
    return (
        all(plan.vectors <= MAX_VECTORS for plan in plans)
        and sum(plan.work for plan in plans) <= MAX_WORK
        and sum(plan.vectors * int(plan.part.sizes.sum()) for plan in plans) <= MAX_BITS
    )


class ConditionalDraws:
    """Draws boards uniformly among those whose outcome is wanted.

    `available` is how many there are, `outcomes` maps each outcome that occurs at all to its exact number of boards.
    """

    how: ClassVar[str] = "drawn uniformly among the wanted ones"

    def __init__(
        self,
        regions: Regions,
        tables: list[_PartTable],
        prefixes: list[dict[Outcome, int]],
        wanted: Callable[[Outcome], bool],
    ) -> None:
        self._regions, self._tables, self._prefixes = regions, tables, prefixes
        self.outcomes = self._prefixes[-1]
        self._wanted = {outcome: boards for outcome, boards in self.outcomes.items() if wanted(outcome)}
        self.available = sum(self._wanted.values())

    @classmethod
    def of(cls, regions: Regions, wanted: Callable[[Outcome], bool]) -> ConditionalDraws | None:
        """Return the draws for regions that `can_tabulate` lets pass, None if their parts have too many outcomes.

        Parts of many different prices do: every set of them may cost something else.

        >>> from lo_opt.puzzle import Puzzle
        >>> ConditionalDraws.of(Regions.of(Puzzle.grid("000/000/000")), lambda outcome: outcome[0] == 2).available
        36
        """
        tables = [_PartTable.of(part) for part in regions.parts]
        prefixes: list[dict[Outcome, int]] = [{(0, 1): 1}]
        room, pairs = min(MAX_OUTCOMES, MAX_BITS // max(1, len(regions.pressable))), _MAX_PAIRS
        for table in tables:
            pairs -= len(prefixes[-1]) * len(table.boards)
            combined = _combined(prefixes[-1], table.boards, room) if pairs >= 0 else None
            if combined is None:
                return None
            room -= len(combined)
            prefixes.append(combined)
        return cls(regions, tables, prefixes, wanted)

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons), of `count` independent boards; `available` must not be 0."""
        presses = np.zeros((count, self._regions.puzzle.button_count), np.uint8)
        waiting = _shared_out(self._wanted, np.arange(count), rng)
        for table, before in zip(reversed(self._tables), reversed(self._prefixes[:-1]), strict=True):
            left: defaultdict[Outcome, list[NDArray[np.intp]]] = defaultdict(list)
            for (cost, ties), levels in waiting.items():
                shares = {
                    own: boards * before.get((cost - own[0], ties // own[1]), 0)
                    for own, boards in table.boards.items()
                    if ties % own[1] == 0
                }
                for own, chosen in _shared_out(shares, levels, rng).items():
                    left[cost - own[0], ties // own[1]].append(chosen)
                    _press(presses, table, own, chosen, rng)
            waiting = {outcome: np.concatenate(levels) for outcome, levels in left.items()}
        return presses


def _combined(left: dict[Outcome, int], right: dict[Outcome, int], most: int) -> dict[Outcome, int] | None:
    """Return how many boards have each outcome of two independent parts together, None if these exceed `most`."""
    sums: defaultdict[Outcome, int] = defaultdict(int)
    for (cost, ties), boards in left.items():
        for (other_cost, other_ties), other in right.items():
            sums[cost + other_cost, ties * other_ties] += boards * other
        if len(sums) > most:
            return None
    return dict(sums)


def probabilities(weights: Iterable[int]) -> NDArray[np.float64]:
    """Return exact whole weights as probabilities; they may have thousands of digits."""
    exact = list(weights)
    shift = max(0, max(exact).bit_length() - 512)
    scaled = np.array([float(weight >> shift) for weight in exact])
    return np.asarray(scaled / scaled.sum())


def _shared_out(
    shares: dict[Outcome, int], levels: NDArray[np.intp], rng: np.random.Generator
) -> dict[Outcome, NDArray[np.intp]]:
    """Return which of `levels` take each outcome, chosen independently with probabilities as `shares`."""
    possible = [outcome for outcome, boards in shares.items() if boards]
    chosen = rng.choice(len(possible), len(levels), p=probabilities(shares[outcome] for outcome in possible))
    found = ((outcome, levels[chosen == i]) for i, outcome in enumerate(possible))
    return {outcome: taken for outcome, taken in found if len(taken)}


def _press(
    presses: NDArray[np.uint8],
    table: _PartTable,
    outcome: Outcome,
    levels: NDArray[np.intp],
    rng: np.random.Generator,
) -> None:
    """Press, in the rows `levels`, random buttons of one part with this outcome."""
    rows = table.rows[outcome]
    chosen = rows[rng.choice(len(rows), len(levels), p=probabilities(table.table.boards[i] for i in rows.tolist()))]
    for g, group in enumerate(table.part.buttons):
        pressed = table.table.counts[chosen, g]
        order = rng.random((len(levels), len(group))).argsort(axis=1)
        flags = (np.arange(len(group)) < pressed[:, np.newaxis]).astype(np.uint8)
        mixed = np.empty_like(flags)
        np.put_along_axis(mixed, order, flags, axis=1)
        presses[np.ix_(levels, group)] = mixed
