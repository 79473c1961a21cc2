"""An analysis in words and pictures for people; decides nothing and writes only to a console."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from lo_opt.analysis.structure import FEW_QUIET
from lo_opt.answer import Answer, Cost, Goal, Proof, Status
from lo_opt.cli import gallery, picture, terminal
from lo_opt.cli.numbers import exact_text
from lo_opt.cli.report import certificate_text, headline
from lo_opt.cli.table import power_text, share_text

if TYPE_CHECKING:
    from lo_opt.analysis.chasing import HandTable
    from lo_opt.analysis.modular import ModularAnalysis
    from lo_opt.analysis.structure import Analysis

_MAX_ENTRIES = 31  # entries of the table for chasing by hand shown; beyond, a basis
_MAX_COSTS = 16  # numbers of presses listed one by one
MAX_PATTERNS = 24


def print_analysis(found: Analysis) -> None:
    """Print everything known about a puzzle."""
    title = headline(found.puzzle) if found.solvable is not None else _size_line(found)
    print_findings(found, title, facts(found), lambda glyphs, width: _sections(found, glyphs, width))


def print_findings(
    found: Analysis | ModularAnalysis,
    title: str,
    told: Iterable[tuple[str, str]],
    sections: Callable[[picture.Glyphs, int], Iterable[tuple[str, list[str]]]],
) -> None:
    """Print what an analysis found: the board, the facts told, the certificate, and sections of heading and lines."""
    console, glyphs = terminal.console(), picture.glyphs_for(sys.stdout)
    console.print(Text(title, "bold"), soft_wrap=True)
    console.print()
    answer = _answer(found)
    if answer is not None:
        _print_lines(console, picture.picture(answer, glyphs, console.width))
    for label, value in told:
        console.print(Text.assemble((f"{label:<11}", "dim"), value), soft_wrap=True)
    if answer is not None and found.certificate is not None:
        console.print(f"\n{certificate_text(answer, glyphs)}", soft_wrap=True)
    for heading, lines in sections(glyphs, console.width):
        console.print()
        console.print(Text(heading, "bold"), soft_wrap=True)
        for line in lines:
            console.print(line, soft_wrap=True)


def facts(found: Analysis) -> Iterator[tuple[str, str]]:
    """Yield what is known as (label, value).

    >>> from lo_opt.analysis.structure import analyze
    >>> from lo_opt.puzzle import Puzzle
    >>> for label, value in facts(analyze(Puzzle.grid("1111/1111/1111/1111"))):
    ...     print(f"{label}: {value}")
    rank: 12 of 16 lights; 6.25% of all boards can be solved, 4,096 of them
    nullity: 4; every solvable board has 16 solutions
    solvable: yes
    least cost: 4 presses, in 2 ways
    all costs: 4 twice, 6 four times, 8 four times, 10 four times, 12 twice
    parity: all solutions of a board have the same parity of presses, here even
    """
    yield (
        "rank",
        f"{found.rank:,} of {found.lights:,} lights; {share_text(found.unsolvable_log2)} of all boards can be solved, "
        f"{power_text(found.rank)} of them",
    )
    every = "every solvable board has" if found.nullity else "every board that can be solved has"
    yield "nullity", f"{found.nullity:,}; {every} {power_text(found.nullity)} solution{'s' if found.nullity else ''}"
    if found.solvable is not None:
        yield "solvable", "yes" if found.solvable else "no; see the certificate below"
    if found.min_cost is not None:
        yield "least cost", least_cost_text(found.min_cost, found.optimal_solutions, found.puzzle.weights is None)
    if found.weights is not None and len(found.weights) > 1:
        yield "all costs", costs_text(found.weights)
    if found.parity is not None and found.nullity:
        yield "parity", _parity_text(found)
    if found.nearest is not None:
        near = found.nearest
        lights = f"{near.distance} light{'' if near.distance == 1 else 's'}"
        yield "nearest", f"solvable boards differ in {lights}; there are {near.count:,}"
    for note in found.notes:
        yield "note", note


def least_cost_text(cost: Cost, ways: int | None, presses: bool) -> str:
    """Return a least cost, in `presses` unless there are weights, and in how many ways it is reached if known.

    >>> least_cost_text(4, 2, True), least_cost_text(1, 1, True)
    ('4 presses, in 2 ways', '1 press, in one way only')
    """
    unit = f" press{'' if cost == 1 else 'es'}" if presses else ""
    how = "" if ways is None else ", in one way only" if ways == 1 else f", in {ways:,} ways"
    return f"{exact_text(cost)}{unit}{how}"


def costs_text(weights: Mapping[Cost, int]) -> str:
    """Return how many solutions have each cost, or the ends and the mean where these are many.

    >>> costs_text({4: 2, 6: 4, 12: 2})
    '4 twice, 6 four times, 12 twice'
    """
    if len(weights) > _MAX_COSTS:
        mean = sum(cost * times for cost, times in weights.items()) / sum(weights.values())
        return f"{exact_text(min(weights))} to {exact_text(max(weights))}, {float(mean):.4g} on average"
    words = {1: "once", 2: "twice"}
    return ", ".join(f"{exact_text(cost)} {words.get(n, f'{_number(n)} times')}" for cost, n in weights.items())


def _number(count: int) -> str:
    small = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    return small[count - 3] if 3 <= count <= 10 else f"{count:,}"


def _parity_text(found: Analysis) -> str:
    parity = found.parity
    assert parity is not None
    if not parity.same:
        return "solutions of both parities of presses: some quiet pattern presses an odd number of buttons"
    here = "" if parity.odd is None else f", here {'odd' if parity.odd else 'even'}"
    return f"all solutions of a board have the same parity of presses{here}"


def _sections(found: Analysis, glyphs: picture.Glyphs, width: int) -> Iterator[tuple[str, list[str]]]:
    """Yield headings and drawings: quiet patterns, regions, parity, near boards, the table for chasing by hand."""
    puzzle, shape = found.puzzle, found.puzzle.effects.button_shape
    patterns = found.all_quiet or found.quiet_patterns
    if patterns and found.nullity:
        blocks = [
            gallery.board_block(f"{pattern.count} presses", pattern, glyphs.off, glyphs.pressed)
            for pattern in patterns[:MAX_PATTERNS]
        ]
        which = "all there are" if found.nullity <= FEW_QUIET else "a basis"
        rest = f", the first {MAX_PATTERNS}" if len(patterns) > MAX_PATTERNS else ""
        if drawn := gallery.laid_out(blocks, width):
            yield f"Quiet patterns, presses that change nothing ({which}{rest})", drawn
    if found.nullity and found.regions is not None:
        block = gallery.region_block("", found.regions, shape, glyphs.off)
        if drawn := block[1:]:
            yield (
                f"Regions: buttons with one letter are in the same quiet patterns, {glyphs.off} in none",
                [line.rstrip() for line in drawn],
            )
    parity = found.parity
    if found.nullity and parity is not None and parity.lights is not None:
        block = gallery.board_block("", parity.lights, glyphs.off, glyphs.on)
        if drawn := block[1:]:
            yield (
                "Parity: every button toggles an odd number of these lights, so the number of presses is odd\n"
                "if an odd number of them must change",
                drawn,
            )
    if found.nearest is not None:
        blocks = [gallery.board_block("", board, glyphs.off, glyphs.on)[1:] for board in found.nearest.changes]
        if drawn := gallery.laid_out(blocks, width):
            yield "Nearest solvable boards: change these lights", drawn
    if found.hand_table is not None and found.hand_table.cols <= picture.MAX_SIDE and puzzle.layout is not None:
        yield from _hand_section(found.hand_table, glyphs)


def _hand_section(table: HandTable, glyphs: picture.Glyphs) -> Iterator[tuple[str, list[str]]]:
    every = (1 << table.rank) - 1 <= _MAX_ENTRIES
    pairs = list(table.entries()) if every else list(zip(table.left, table.press, strict=True))
    if not pairs:
        yield "Chasing by hand: every board that can be solved is solved by chasing from the top", []
        return

    def row(value: int, on: str) -> str:
        return " ".join(on if value >> c & 1 else glyphs.off for c in range(table.cols))

    lines = [f"{'left in the last row':{max(20, 2 * table.cols - 1)}}  press in the first row, and chase again"]
    for left, press in pairs:
        lines.append(f"{row(left, glyphs.on):{max(20, 2 * table.cols - 1)}}  {row(press, glyphs.pressed)}".rstrip())
    what = "" if every else "; if several rows are left at once, press all of theirs"
    yield f"Chasing by hand: lights down to the last row, then{what}", lines


def _answer(found: Analysis | ModularAnalysis) -> Answer | None:
    """Return what there is to draw on the board, None without a board."""
    if found.solvable is None:
        return None
    solved = found.presses is not None
    return Answer(
        found.puzzle,
        Goal.OPTIMAL,
        "analysis",
        Status.OPTIMAL if solved else Status.INFEASIBLE,
        proof=None if solved else Proof.CERTIFICATE,
        presses=found.presses,
        certificate=found.certificate,
    )


def _size_line(found: Analysis) -> str:
    """Return the headline of an analysis that is about no board."""
    return headline(found.puzzle).replace(f", {found.puzzle.start.count:,} of {found.lights:,} lights on", "")


def _print_lines(console: Console, lines: list[str]) -> None:
    for line in lines:
        console.print(line.rstrip(), soft_wrap=True)
    if lines:
        console.print()
