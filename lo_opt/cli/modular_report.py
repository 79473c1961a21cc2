"""An analysis of a puzzle of more than two states, in words and as a record; decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from lo_opt.analysis.modular import count_text
from lo_opt.cli import gallery
from lo_opt.cli.analysis_report import MAX_PATTERNS, costs_text, least_cost_text, print_findings
from lo_opt.cli.numbers import exact_text
from lo_opt.cli.report import headline
from lo_opt.cli.table import MAX_DECIMAL_BITS, MAX_NUMBER_BITS, exact_power, power_text, share_text
from lo_opt.puzzle.symbols import DIGITS

if TYPE_CHECKING:
    from lo_opt.analysis.modular import ModularAnalysis
    from lo_opt.puzzle import Board


def print_modular(found: ModularAnalysis) -> None:
    """Print everything known about a puzzle."""
    title = headline(found.puzzle)
    if found.solvable is None:
        title = title.replace(f", {found.puzzle.start.count:,} of {found.lights:,} lights on", "")
    print_findings(found, title, modular_facts(found), lambda _, width: _quiet_section(found, width))


def _quiet_section(found: ModularAnalysis, width: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the heading and drawings of the quiet patterns, if they can be drawn."""
    if not found.quiet_patterns or found.puzzle.states > len(DIGITS):
        return
    rest = f", the first {MAX_PATTERNS}" if len(found.quiet_patterns) > MAX_PATTERNS else ""
    blocks = [
        gallery.text_block(f"order {order}", [[*row] for row in board.row_texts()])
        for order, board in list(zip(found.orders, found.quiet_patterns, strict=True))[:MAX_PATTERNS]
    ]
    if drawn := gallery.laid_out(blocks, width):
        yield f"Quiet patterns, presses that change nothing (all others are sums of these{rest})", drawn


def modular_facts(found: ModularAnalysis) -> Iterator[tuple[str, str]]:
    """Yield what is known as (label, value).

    >>> from lo_opt.analysis.modular import analyze_modular
    >>> from lo_opt.puzzle import Puzzle
    >>> for label, value in modular_facts(analyze_modular(Puzzle.grid("3333/3333/3333/3333", states=4))):
    ...     print(f"{label}: {value}")
    boards: 67,108,864 can be solved, 1.56% of all; 4 states are no field, so there is no rank
    quiet: 2 independent patterns of order 4, 2 of order 2; every board that can be solved has 64 solutions
    solvable: yes
    least cost: 4 presses, in 2 ways
    all costs: 4 twice, 20 28 times, 28 32 times, 36 twice
    """
    states, lights = found.puzzle.states, found.lights
    if found.rank is not None and found.nullity is not None:
        share = share_text(lights - found.rank, states)
        boards = power_text(found.rank, states)
        yield "rank", f"{found.rank:,} of {lights:,} lights; {share} of all boards can be solved, {boards} of them"
        many = power_text(found.nullity, states)
        yield "nullity", f"{found.nullity:,}; every solvable board has {many} solution{'s' if found.nullity else ''}"
    else:
        share = f"{100 * float(found.share):.3g}%" if found.share > 1e-12 else f"about 2^-{_bits(1 / found.share)}"
        boards = count_text(found.boards)
        yield "boards", f"{boards} can be solved, {share} of all; {states} states are no field, so there is no rank"
        patterns = _orders_text(found.orders)
        many = f"{count_text(found.members)} solution{'s' if found.members > 1 else ''}"
        yield "quiet", f"{patterns}; every board that can be solved has {many}"
    if found.solvable is not None:
        yield "solvable", "yes" if found.solvable else "no; see the certificate below"
    if found.min_cost is not None:
        yield "least cost", least_cost_text(found.min_cost, found.optimal_solutions, found.puzzle.weights is None)
    if found.weights is not None and len(found.weights) > 1:
        yield "all costs", costs_text(found.weights)
    for note in found.notes:
        yield "note", note


def modular_record(found: ModularAnalysis) -> dict[str, object]:
    """Return what `analyze --json` says of a puzzle of more than two states; exact counts are texts."""
    from lo_opt.cli.jsonlines import SCHEMA, puzzle_record

    on_grid = found.puzzle.layout is not None

    def cells(board: Board | None) -> Iterator[object] | None:
        if board is None:
            return None
        words = board.states <= len(DIGITS) and on_grid
        return iter(board.row_texts() if words else board.to_array().tolist())

    weights, patterns = found.weights, found.quiet_patterns
    return {
        "schema": SCHEMA,
        "puzzle": puzzle_record(found.puzzle),
        "rank": found.rank,
        "nullity": found.nullity,
        "orders": found.orders,
        "solvable_boards": _boards_text(found),
        "solvable_share": found.share if found.share > Fraction(1, 1 << MAX_NUMBER_BITS) else None,
        "solvable": found.solvable,
        "solutions": None if (found.solutions or 0) >> MAX_DECIMAL_BITS else found.solutions,
        "min_cost": found.min_cost,
        "optimal_solutions": found.optimal_solutions,
        "presses": cells(found.presses),
        "weight_distribution": None if weights is None else {exact_text(w): n for w, n in weights.items()},
        "quiet_patterns": None if patterns is None else (cells(pattern) for pattern in patterns),
        "certificate": cells(found.certificate),
        "notes": found.notes,
    }


def _bits(number: Fraction) -> int:
    """Return about how often 2 divides a number."""
    return number.numerator.bit_length() - number.denominator.bit_length()


def _orders_text(orders: tuple[int, ...]) -> str:
    """Return how many independent quiet patterns of each order there are.

    >>> _orders_text((4, 4, 2)), _orders_text(())
    ('2 independent patterns of order 4, 1 of order 2', 'no pattern')
    """
    counted = sorted(Counter(orders).items(), reverse=True)
    if not counted:
        return "no pattern"
    (order, times), *others = counted
    first = f"{times:,} independent pattern{'s' if times > 1 else ''} of order {order}"
    return ", ".join([first, *(f"{times:,} of order {order}" for order, times in others)])


def _boards_text(found: ModularAnalysis) -> str | None:
    """Return exactly how many boards can be solved, None where that is no power and has thousands of digits."""
    if found.rank is not None:
        return exact_power(found.rank, found.puzzle.states)
    return str(found.boards) if found.boards.bit_length() <= MAX_DECIMAL_BITS else None
