"""`lo-opt table`: rank, nullity and solvable boards by grid size; reads ranges and writes rows, computes nothing."""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.progress import ProgressLine
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.analysis.share import ShareEstimate
    from lo_opt.analysis.table import GridRank

EXAMPLES = """Examples:

lo-opt table --sizes 2-9

lo-opt table --rows 1-10 --cols 1-10 --rule king --wrap torus --json
"""

DEFAULT_SIZES = "2-9"
MAX_DIGITS_SHOWN = 15
MAX_DECIMAL_BITS = 1 << 13  # longer counts are written as powers of two: 2^8192 has 2,467 digits


def table(
    sizes: Annotated[
        str | None,
        typer.Option(
            "--sizes", metavar="2-9,12,3x5", help="Squares, or rows x columns. Default: 2-9.", show_default=False
        ),
    ] = None,
    rows: Annotated[
        str | None, typer.Option("--rows", metavar="1-10", help="Every number of rows, with --cols.")
    ] = None,
    cols: Annotated[
        str | None, typer.Option("--cols", metavar="1-10", help="Every number of columns, with --rows.")
    ] = None,
    rule: options.RuleOption = None,
    wrap: options.WrapOption = None,
    measure: Annotated[
        int,
        typer.Option(
            "--measure",
            metavar="BOARDS",
            help="Also chase the lights on so many random boards, and count those that can be solved.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the random boards.")] = 0,
    json: options.Json = False,
) -> int:
    """Show how many boards of each size can be solved, and in how many ways.

    Of the 2^lights boards, 2^rank can be solved, each in 2^nullity ways.
    """
    from lo_opt.analysis.table import rank_table

    wanted = _sizes(sizes, rows, cols)
    self_loop = _chased(rule, wrap) if measure else True
    if measure < 0:
        raise InputError(f"--measure {measure}: must be a number of boards, 0 for none")
    found: list[tuple[GridRank, ShareEstimate | None]] = []
    with ProgressLine() as progress:
        for size in rank_table(wanted, rule or "plus", wrap or "none", progress=progress):
            measured = _measured(size, measure, seed, self_loop)
            if json:
                _write_json(size, measured)
            else:
                found.append((size, measured))
    if not json:
        _print(found)
    return 0


def _sizes(sizes: str | None, rows: str | None, cols: str | None) -> list[tuple[int, int]]:
    """Return the sizes asked for, refusing what contradicts itself."""
    from lo_opt.analysis.table import check_size_count, parse_range, parse_sizes

    if (rows is None) != (cols is None):
        raise InputError("--rows and --cols belong together; for squares use --sizes")
    if rows is None or cols is None:
        return parse_sizes(sizes or DEFAULT_SIZES)
    if sizes is not None:
        raise InputError("give either --sizes or --rows and --cols")
    down, across = parse_range(rows), parse_range(cols)
    check_size_count(len(down) * len(across))
    return list(itertools.product(down, across))


def _chased(rule: str | None, wrap: str | None) -> bool:
    """Return whether a press moves its own light, refusing what cannot be chased."""
    if (wrap or "none") != "none" or (rule or "plus") not in ("plus", "neighbors"):
        raise InputError("--measure chases lights: it needs rule plus or neighbors, without wrap")
    return (rule or "plus") == "plus"


def _measured(size: GridRank, boards: int, seed: int, self_loop: bool) -> ShareEstimate | None:
    from lo_opt.analysis.share import solvable_share

    return solvable_share(size.rows, size.cols, boards, seed, self_loop=self_loop) if boards else None


def _write_json(size: GridRank, measured: ShareEstimate | None) -> None:
    from lo_opt.cli.jsonlines import write_json

    record: dict[str, object] = {
        "rows": size.rows,
        "cols": size.cols,
        "rank": size.rank,
        "nullity": size.nullity,
        "solvable_boards": _decimal(size.rank),
        "share": size.share,
        "solutions_per_board": _decimal(size.nullity),
    }
    if measured is not None:
        record["measured"] = {
            "boards": measured.boards,
            "solvable": measured.solvable,
            "share": measured.share,
            "interval_95": measured.interval,
        }
    write_json(record, sys.stdout)


def _decimal(log2: int) -> str | None:
    """Return 2**log2 in decimal digits, None if there are thousands: the rank and nullity say it."""
    return str(1 << log2) if log2 <= MAX_DECIMAL_BITS else None


def _print(found: list[tuple[GridRank, ShareEstimate | None]]) -> None:
    from rich import box
    from rich.table import Table

    from lo_opt.cli.terminal import console

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    headings = ["grid", "rank", "nullity", "solvable boards", "share", "solutions a board"]
    if any(measured for _, measured in found):
        headings.append("measured share")
    for heading in headings:
        shown.add_column(heading, justify="left" if heading == "grid" else "right", no_wrap=True)
    for size, measured in found:
        cells = [
            f"{size.rows}x{size.cols}",
            f"{size.rank:,}",
            f"{size.nullity:,}",
            power_text(size.rank),
            share_text(size.nullity),
            power_text(size.nullity),
        ]
        if measured is not None:
            low, high = measured.interval
            cells.append(f"{measured.share:.4f} ± {(high - low) / 2:.4f}")
        shown.add_row(*cells)
    console().print(shown)


def power_text(log2: int) -> str:
    """Return 2**log2 for people: in digits as long as they can be read.

    >>> power_text(23), power_text(73)
    ('8,388,608', '2^73')
    """
    text = f"{1 << log2:,}" if log2 < 64 else ""
    return text if text and len(text.replace(",", "")) <= MAX_DIGITS_SHOWN else f"2^{log2}"


def share_text(log2: int) -> str:
    """Return a share 2**-log2 as a percentage with digits that mean something.

    >>> share_text(2), share_text(20), share_text(80)
    ('25%', '9.54e-05%', '2^-80')
    """
    return f"{100 * 2.0**-log2:.3g}%" if log2 <= 40 else f"2^-{log2}"
