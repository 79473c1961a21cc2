"""From a puzzle to the lines of a file: finds format and formulation by name, refuses what does not fit; no solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from lo_opt import __version__, plugins
from lo_opt.errors import InputError, UnsupportedError, unknown_name
from lo_opt.export.document import Document
from lo_opt.export.formats import FORMATS
from lo_opt.objectives import Pricing
from lo_opt.puzzle.formats import written_formats
from lo_opt.puzzle.toml import to_toml

if TYPE_CHECKING:
    from lo_opt.formulations import Formulation
    from lo_opt.puzzle import Puzzle

TOML = "toml"


def puzzle_formats() -> dict[str, Callable[[Puzzle], str]]:
    """Return the formats that hold a puzzle itself, by name."""
    return {TOML: to_toml, **written_formats()}


def export_lines(puzzle: Puzzle, format: str, formulation: str | None = None) -> Iterator[str]:
    """Return the lines of a file in this format: the puzzle itself (`puzzle_formats`), else its program.

    Costs in the file are whole numbers, the puzzle's times their common denominator; a comment says so. Everything is
    checked and built before the first line.

    >>> from lo_opt.puzzle import Puzzle
    >>> for line in export_lines(Puzzle.grid("10"), "cnf"):
    ...     print(line)  # doctest: +ELLIPSIS
    c a 1x2 grid of 2 states, formulation xor, by lo-opt ...
    c any solution will do: clauses say nothing of costs
    c variable 1 is x_0_0
    c variable 2 is x_0_1
    p cnf 2 2
    x1 2 0
    x-1 2 0

    Raises
    ------
    InputError
        For an unknown format or formulation.
    UnsupportedError
        If the formulation cannot write the puzzle, or the format cannot hold the formulation.
    """
    if format in (puzzles := puzzle_formats()):
        if formulation is not None:
            what = "TOML" if format == TOML else format
            raise InputError(f"formulation {formulation!r}: a {what} file holds the puzzle itself; leave it out")
        return iter(puzzles[format](puzzle).splitlines())
    if format not in FORMATS:
        raise unknown_name("format", format, [*FORMATS, *puzzles])
    chosen = FORMATS[format]
    written = cast(
        "Formulation", plugins.load_named("lo_opt.formulations", "formulation", formulation or chosen.formulation)
    )
    missing = written.needed_from(chosen.takes) - chosen.takes
    if missing:
        cure = "write the parity formulation, or the format wcnf or cnf"
        raise UnsupportedError(f"{format} files hold no {' and no '.join(sorted(missing))}; {cure}")
    priced = Pricing.of(puzzle).priced
    refusal = written.refuse(priced)
    if refusal is not None:
        raise UnsupportedError(f"formulation {written.name} cannot write this puzzle: {refusal}")
    program = written.program(priced, chosen.takes)
    title = f"{described(puzzle)}, formulation {written.name}, by lo-opt {__version__}"
    return chosen.lines(Document(program, title, priced.weight_denominator))


def described(puzzle: Puzzle) -> str:
    """Return a puzzle in a few words, on one line.

    >>> from lo_opt.puzzle import Puzzle
    >>> described(Puzzle.grid("10", name="two lights"))
    'two lights, a 1x2 grid of 2 states'
    """
    layout = puzzle.layout
    kind = f"{layout.rows}x{layout.cols} grid" if layout else f"list of {puzzle.button_count} buttons"
    name = "".join(c if c.isascii() and c.isprintable() else " " for c in puzzle.name).strip()
    return f"{name + ', ' if name else ''}a {kind} of {puzzle.states} states"
