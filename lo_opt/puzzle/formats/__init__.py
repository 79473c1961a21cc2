"""Other people's formats by name, and which of them a text is in when nothing else can be meant; reads no file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle.formats import button_lists, contests, edges, flip, levels, plist_rows

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes
    from lo_opt.puzzle.puzzle import Puzzle

MAX_TEXT = 2**26  # characters; such texts become lists of numbers, several times as large

_COUNTERS = "counters"  # counting has no lights: `lo_opt.puzzle.reading.read_counting` reads it


@dataclass(frozen=True)
class Format:
    """One way to write puzzles in text.

    `read` gets the text, the options that change what it says, and the name of its file, and returns its puzzles, at
    least one. `recognises` says whether a text can be in no other form, for so many states. `write` returns the text of
    one puzzle, and raises `InputError` for what the format cannot say; None if it is only read.
    """

    name: str
    summary: str
    read: Callable[[str, Changes, str], list[Puzzle]]
    recognises: Callable[[str, int], bool]
    write: Callable[[Puzzle], str] | None = None
    suffixes: tuple[str, ...] = ()


FORMATS = {
    entry.name: entry
    for entry in (
        Format(
            button_lists.NAME,
            "lights and their buttons in one line, [.##.] (3) (1,3) {7,5}; the numbers in braces are left aside",
            button_lists.read,
            button_lists.recognises,
            button_lists.to_buttons,
        ),
        Format(flip.NAME, "game IDs of Simon Tatham's Flip, 3x3:matrix,grid", flip.read, flip.recognises, flip.to_flip),
        Format(
            contests.NAME,
            "numbers of rows and columns, then the rows; several cases",
            contests.read,
            contests.recognises,
            lambda puzzle: contests.to_contest([puzzle]),
        ),
        Format(
            plist_rows.NAME,
            "rows of x and - with | between them",
            plist_rows.read,
            plist_rows.recognises,
            plist_rows.to_plist_rows,
            (".plist",),
        ),
        Format(
            edges.NAME,
            "the edges of a graph, a pair of nodes a line",
            edges.read,
            edges.recognises,
            suffixes=edges.SUFFIXES,
        ),
        Format(
            levels.NAME,
            'levels as JSON, an object a line with the keys of a TOML puzzle, {"board":["10","01"],"min_presses":2}',
            levels.read,
            levels.recognises,
            suffixes=levels.SUFFIXES,
        ),
    )
}


def written_formats() -> dict[str, Callable[[Puzzle], str]]:
    """Return the formats that puzzles can be written in, by name.

    >>> from lo_opt.puzzle import Puzzle
    >>> written_formats()["plist"](Puzzle.grid("10/01"))
    'x-|-x'
    """
    return {name: entry.write for name, entry in FORMATS.items() if entry.write is not None}


def format_named(name: str) -> Format:
    """Return the format of that name.

    >>> format_named("flip").summary
    "game IDs of Simon Tatham's Flip, 3x3:matrix,grid"

    Raises
    ------
    InputError
        If there is none.
    """
    if name == _COUNTERS:
        raise InputError(f"format {_COUNTERS} is no puzzle of lights; 'lo-opt solve --format {_COUNTERS}' solves it")
    if not isinstance(name, str) or name not in FORMATS:
        raise unknown_name("format", name, [*FORMATS, _COUNTERS])
    return FORMATS[name]


def recognised(text: str, states: int = 2, suffix: str = "") -> Format | None:
    """Return the format that a text, or a file's suffix, can only be in; None if there is none.

    >>> [found and found.name for found in map(recognised, ("[.#] (0) (1)", "x-|-x", "10/01", "5x5c:0,0"))]
    ['buttons', 'plist', None, 'flip']
    """
    for entry in FORMATS.values():
        if (suffix and suffix in entry.suffixes) or entry.recognises(text, states):
            return entry
    return None


def advice(text: str) -> str:
    """Return in which formats a text that is no board may be meant, as the end of an error; empty if none.

    >>> print(advice("[.#] 0 1"))
    ; lists of buttons are read with --format buttons, their numbers in braces with --format counters
    >>> print(advice("1 1\\n1"))
    ; numbers of rows and columns and then the cells are read with --format contest
    >>> print(advice("a b\\nb c") + advice("10\\n1"))
    ; pairs of nodes are read with --format edges
    """
    if text.lstrip()[:1] in ("[", "("):
        return "; lists of buttons are read with --format buttons, their numbers in braces with --format counters"
    lines = [line.split() for line in text[:4096].split("\n", 64) if line.strip()]
    pairs = [len(words) == 2 and all(word.isalnum() for word in words) for words in lines]
    found = []
    if len(lines) > 1 and all(pairs):
        found.append("pairs of nodes are read with --format edges")
    if len(lines) > 1 and any(
        pair and "".join(words).isdecimal() for pair, words in zip(pairs[:2], lines, strict=False)
    ):
        found.append("numbers of rows and columns and then the cells are read with --format contest")
    return "".join(f"; {words}" for words in found)


def read_as(name: str, text: str, changes: Changes, origin: str = "") -> list[Puzzle]:
    """Return the puzzles of a text in the format of that name; `origin` is its file in messages.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> [str(puzzle.start) for puzzle in read_as("contest", "1 2 \\n 1 0 \\n 1 1 \\n 1", UNCHANGED)]
    ['10', '1']

    Raises
    ------
    InputError
        For an unknown format, and a text that is not in it: where, and what is wrong.
    """
    chosen = format_named(name)
    if len(text) > MAX_TEXT:
        raise InputError(f"{origin or 'the text'}: longer than {MAX_TEXT:,} characters, too long for format {name}")
    return chosen.read(text, changes, origin)
