"""Programs over 0/1 variables alone: every whole number in binary, fixed variables gone; knows no format."""

from __future__ import annotations

from dataclasses import dataclass

from lo_opt.formulations.program import Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER


@dataclass(frozen=True)
class LinearRow:
    """lower <= sum(coefficient * bit) <= upper over (coefficient, bit) pairs; None is an open side."""

    terms: tuple[tuple[int, int], ...]
    lower: int | None
    upper: int | None


@dataclass(frozen=True)
class XorRow:
    """The sum of these bits is odd (`parity` 1) or even (0)."""

    bits: tuple[int, ...]
    parity: int


@dataclass(frozen=True)
class BinaryProgram:
    """Minimise sum(costs * bits) + constant over bits 0..n-1 with these names, under these rows."""

    names: tuple[str, ...]
    costs: tuple[int, ...]
    constant: int
    rows: tuple[LinearRow, ...]
    xors: tuple[XorRow, ...]


def weights_of(spread: int) -> list[int]:
    """Return weights, as few as possible, whose sums over subsets are exactly 0..spread.

    >>> weights_of(1), weights_of(2), weights_of(6), weights_of(0)
    ([1], [1, 1], [1, 2, 3], [])
    """
    count = spread.bit_length()
    return [2**i for i in range(count - 1)] + [spread - 2 ** (count - 1) + 1] if count else []


def in_binary(program: Program) -> BinaryProgram:
    """Return the program with each variable as its lower bound plus weighted bits.

    A variable with one bit gives it its name, a wider one adds _b0, _b1, ...; a fixed one has none. XOR rows that are
    implied stay out.

    >>> binary = in_binary(Program.of([0, 1], [2, 1], [3, 5], rows=[([0, 1], [1, 2], 3, 3)]))
    >>> binary.names, binary.costs, binary.constant, binary.rows[0]
    (('v_0_b0', 'v_0_b1'), (3, 3), 5, LinearRow(terms=((1, 0), (1, 1)), lower=1, upper=1))
    """
    names: list[str] = []
    bits: list[list[tuple[int, int]]] = []
    for j, (low, high) in enumerate(zip(program.lower.tolist(), program.upper.tolist(), strict=True)):
        weights = weights_of(high - low)
        own = program.names.variable(j) if weights else ""
        bits.append([(weight, len(names) + place) for place, weight in enumerate(weights)])
        names += [own] if len(weights) == 1 else [f"{own}_b{place}" for place in range(len(weights))]
    lows = program.lower.tolist()
    costs = [0] * len(names)
    constant = program.constant
    for cost, low, parts in zip(program.objective.tolist(), lows, bits, strict=True):
        constant += cost * low
        for weight, bit in parts:
            costs[bit] = cost * weight
    rows, xors = program.rows, program.xors.needed
    shift = rows.activity(program.lower).tolist()
    ends, columns, coefficients = rows.indptr.tolist(), rows.columns.tolist(), rows.coefficients.tolist()
    linear = []
    for i, (lower, upper) in enumerate(zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)):
        terms = [
            (coefficients[k] * weight, bit) for k in range(ends[i], ends[i + 1]) for weight, bit in bits[columns[k]]
        ]
        linear.append(
            LinearRow(
                tuple(terms),
                None if lower == NO_LOWER else lower - shift[i],
                None if upper == NO_UPPER else upper - shift[i],
            )
        )
    ends, columns = xors.indptr.tolist(), xors.columns.tolist()
    odd = []
    for i, parity in enumerate(xors.parity.tolist()):
        mine = columns[ends[i] : ends[i + 1]]
        flip = sum(lows[j] for j in mine) % 2
        odd.append(XorRow(tuple(bit for j in mine for weight, bit in bits[j] if weight % 2), parity ^ flip))
    return BinaryProgram(tuple(names), tuple(costs), constant, tuple(linear), tuple(odd))
