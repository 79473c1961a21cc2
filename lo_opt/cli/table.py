"""`lo-opt table`: rank, nullity and solvable boards by grid size; reads ranges and writes rows, computes nothing."""

from __future__ import annotations

import itertools
import math
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.progress import ProgressLine
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.analysis.share import ShareEstimate
    from lo_opt.analysis.table import GridRank

EXAMPLES = examples(
    "lo-opt table --sizes 2-9",
    "lo-opt table --sizes 2-300 --wrap torus",
    "lo-opt table --rows 1-10 --cols 1-10 --rule king --states 3 --json",
)

DEFAULT_SIZES = "2-9"
MAX_DIGITS_SHOWN = 15
MAX_SHARE_BITS = 40
MAX_NUMBER_BITS = 1000
MAX_DECIMAL_BITS = 1 << 13  # longer counts are written as powers: 2^8192 has 2,467 digits


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
    states: Annotated[int, typer.Option("--states", metavar="P", help="States of a light, a prime number.")] = 2,
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

    Of the 2^lights boards, 2^rank can be solved, each in 2^nullity ways; with
    P states a light these are powers of P. In JSON, counts are texts: exact
    decimals, or the power itself, such as 2^10000, where those are longer
    than 2,467 digits; shares below 2^-1000 are null.
    """
    from lo_opt.analysis.table import rank_table

    wanted = _sizes(sizes, rows, cols)
    self_loop = _chased(rule, wrap, states) if measure else True
    if measure < 0:
        raise InputError(f"--measure {measure}: must be a number of boards, 0 for none")
    found: list[tuple[GridRank, ShareEstimate | None]] = []
    with ProgressLine() as progress:
        for size in rank_table(wanted, rule or "plus", wrap or "none", states, progress=progress):
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


def _chased(rule: str | None, wrap: str | None, states: int) -> bool:
    """Return whether a press moves its own light, refusing what cannot be chased."""
    if (wrap or "none") != "none" or (rule or "plus") not in ("plus", "neighbors") or states != 2:
        raise InputError("--measure chases lights: it needs two states, rule plus or neighbors, without wrap")
    return (rule or "plus") == "plus"


def _measured(size: GridRank, boards: int, seed: int, self_loop: bool) -> ShareEstimate | None:
    from lo_opt.analysis.share import solvable_share

    return solvable_share(size.rows, size.cols, boards, seed, self_loop=self_loop) if boards else None


def _write_json(size: GridRank, measured: ShareEstimate | None) -> None:
    from lo_opt.cli.jsonlines import write_json

    record: dict[str, object] = {
        "rows": size.rows,
        "cols": size.cols,
        "states": size.states,
        "rank": size.rank,
        "nullity": size.nullity,
        "solvable_boards": exact_power(size.rank, size.states),
        "share": share_number(size.nullity, size.states),
        "solutions_per_board": exact_power(size.nullity, size.states),
    }
    if measured is not None:
        record["measured"] = {
            "boards": measured.boards,
            "solvable": measured.solvable,
            "share": measured.share,
            "interval_95": measured.interval,
        }
    write_json(record, sys.stdout)


def exact_power(exponent: int, base: int = 2) -> str:
    """Return base**exponent as text: in decimal digits, or where these are thousands as the power that it is.

    >>> exact_power(23), exact_power(625_000_000), exact_power(3, 5)
    ('8388608', '2^625000000', '125')
    """
    short = exponent * math.log2(base) <= MAX_DECIMAL_BITS
    return str(base**exponent) if short else f"{base}^{exponent}"


def share_number(exponent: int, base: int = 2) -> Fraction | None:
    """Return the share base**-exponent, None where no floating-point number is as small.

    >>> share_number(2), share_number(20_000)
    (Fraction(1, 4), None)
    """
    return Fraction(1, base**exponent) if exponent * math.log2(base) <= MAX_NUMBER_BITS else None


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
            power_text(size.rank, size.states),
            share_text(size.nullity, size.states),
            power_text(size.nullity, size.states),
        ]
        if measured is not None:
            low, high = measured.interval
            cells.append(f"{measured.share:.4f} ± {(high - low) / 2:.4f}")
        shown.add_row(*cells)
    console().print(shown)


def power_text(exponent: int, base: int = 2) -> str:
    """Return base**exponent for people: in digits as long as they can be read.

    >>> power_text(23), power_text(73), power_text(22, 3)
    ('8,388,608', '2^73', '31,381,059,609')
    """
    text = f"{base**exponent:,}" if exponent < 64 else ""
    return text if text and len(text.replace(",", "")) <= MAX_DIGITS_SHOWN else f"{base}^{exponent}"


def share_text(exponent: int, base: int = 2) -> str:
    """Return a share base**-exponent as a percentage with digits that mean something.

    >>> share_text(2), share_text(20), share_text(80), share_text(3, 3)
    ('25%', '9.54e-05%', '2^-80', '3.7%')
    """
    small = exponent * math.log2(base) > MAX_SHARE_BITS
    return f"{base}^-{exponent}" if small else f"{100 * float(base) ** -exponent:.3g}%"
