"""Do all proved statements about each board agree, with each other and with linear algebra? Runs nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from lo_opt.bench.records import BoardRecord, Record, Records


@dataclass(frozen=True)
class _Statement:
    """What someone proves about a board: no solution is cheaper than `bound`, one costs `cost`, or there is none."""

    who: str
    bound: Fraction | None = None
    cost: Fraction | None = None
    unsolvable: bool = False

    def against(self, other: _Statement) -> str | None:
        """Return how this contradicts what the other has found, None if it does not."""
        if other.cost is None:
            return None
        if self.unsolvable:
            return f"{self.who} says unsolvable, but {other.who} solves it at cost {other.cost}"
        if self.bound is not None and self.bound > other.cost:
            return f"{self.who} proves at least {self.bound}, but {other.who} solves it at cost {other.cost}"
        return None


def disagreements(records: Records) -> list[str]:
    """Return what cannot all be true, one line each, naming the cells: contradictions, and claims found to be false.

    >>> disagreements(Records(None, (), {}))
    []
    """
    found = [f"{r.cell.label}: {r.result.message}" for r in records.cells if r.result.status == "error"]
    by_board: dict[str, list[Record]] = defaultdict(list)
    for record in records.cells:
        by_board[record.board].append(record)
    for key, cells in by_board.items():
        found += _contradictions([_statement(record) for record in cells], _reference(records.boards.get(key)))
    return found


def _contradictions(cells: list[_Statement], reference: _Statement | None) -> Iterator[str]:
    """Yield every contradiction with the reference, and where it is silent, those between cells."""
    for cell in cells:
        others = [reference] if reference is not None and _settles(reference) else cells
        for other in others:
            said = cell.against(other) or (other.against(cell) if other is reference else None)
            if said is not None:
                yield said


def _settles(reference: _Statement) -> bool:
    return reference.unsolvable or (reference.cost is not None and reference.bound == reference.cost)


def _statement(record: Record) -> _Statement:
    result = record.result
    if result.status == "error":
        return _Statement(record.cell.label)
    return _Statement(record.cell.label, _fraction(result.bound), _fraction(result.cost), result.status == "infeasible")


def _reference(board: BoardRecord | None) -> _Statement | None:
    if board is None:
        return None
    result = board.result
    if result.status == "infeasible":
        return _Statement(f"linear algebra ({board.spec.label})", unsolvable=True)
    optimum = _fraction(result.optimum)
    return None if optimum is None else _Statement("linear algebra", optimum, optimum)


def _fraction(cost: int | str | None) -> Fraction | None:
    return None if cost is None else Fraction(cost)
