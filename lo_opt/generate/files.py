"""Levels as text, TOML or JSON, in one file or one file a level, written whole or not at all; knows no mathematics."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from lo_opt.answer import Cost, exact_text
from lo_opt.errors import InputError, chosen
from lo_opt.generate.levels import Level, Levels
from lo_opt.puzzle.files.writing import written_whole
from lo_opt.puzzle.formats.levels import keys_of
from lo_opt.puzzle.toml import to_toml
from lo_opt.verify import as_cost
from lo_opt.wording import shown_path

_MODE = 0o777


class LevelFormat(StrEnum):
    """How a level is written."""

    TEXT = "text"
    TOML = "toml"
    JSON = "json"

    @classmethod
    def named(cls, name: str) -> LevelFormat:
        """Return the format of that name; `InputError` if there is none."""
        return chosen(cls, "format of levels", name)

    @classmethod
    def of_file(cls, path: str | os.PathLike[str]) -> LevelFormat:
        """Return the format that a file's suffix names.

        >>> str(LevelFormat.of_file("levels.jsonl"))
        'json'
        """
        suffix = Path(path).suffix.lower()
        if suffix not in _SUFFIXES:
            allowed = ", ".join(_SUFFIXES)
            raise InputError(f"{shown_path(path)}: unknown suffix {suffix!r}; levels are written as {allowed}")
        return _SUFFIXES[suffix]


_SUFFIXES = {
    ".txt": LevelFormat.TEXT,
    ".toml": LevelFormat.TOML,
    ".json": LevelFormat.JSON,
    ".jsonl": LevelFormat.JSON,
}
_SUFFIX_OF = {LevelFormat.TEXT: ".txt", LevelFormat.TOML: ".toml", LevelFormat.JSON: ".json"}


def lines_of(levels: Levels, form: LevelFormat) -> Iterator[str]:
    """Yield the levels as lines of text: words of rows, JSON objects, or the one TOML document.

    `lo_opt.puzzle.reading` reads all of them back: TOML and JSON as they are, text as boards without rule, weights and
    so on. Several boards of a single row are written with `/` behind, which tells them from the rows of one board.

    >>> from lo_opt.generate import generate_levels
    >>> from lo_opt.puzzle import Puzzle
    >>> levels = generate_levels(Puzzle.grid("000/000/000"), min_presses=9)
    >>> list(lines_of(levels, LevelFormat.TEXT))
    ['101/010/101']
    >>> next(lines_of(levels, LevelFormat.JSON))[:46]
    '{"board":["101","010","101"],"min_presses":9,"'

    Raises
    ------
    InputError
        For several levels as TOML, which is one level a document.
    """
    if form is LevelFormat.TEXT:
        end = "/" if len(levels) > 1 and levels.puzzle.start.rows == 1 else ""
        yield from (word + end for word in levels.words())
    elif form is LevelFormat.JSON:
        yield from _json_lines(levels)
    elif len(levels) > 1:
        raise InputError(f"{len(levels):,} levels as TOML: a document holds one; name a directory for one file a level")
    else:
        yield toml_of(levels[0]).removesuffix("\n")


def toml_of(level: Level, name: str = "") -> str:
    """Return a level as the TOML document of a puzzle, its least cost as the known one, the rest as a comment."""
    notes = [f"{level.solutions:,} solution{'' if level.solutions == 1 else 's'}"]
    if level.optimal_solutions is not None:
        notes.append(f"{level.optimal_solutions:,} of them optimal")
    if level.chasing_presses is not None:
        notes.append(f"chasing lights by hand takes {level.chasing_presses:,} presses")
    puzzle = replace(level.puzzle, name=name, source=f"lo-opt generate, seed {level.seed}")
    return f"# {', '.join(notes)}\n{to_toml(puzzle)}"


def write_levels(levels: Levels, path: str | os.PathLike[str], form: LevelFormat) -> None:
    """Write all levels to one file, whole or not at all; errors as for `lines_of`, and if it cannot be written."""
    if form is LevelFormat.TOML and len(levels) > 1:
        next(lines_of(levels, form))
    with written_whole(path) as stream:
        for line in lines_of(levels, form):
            stream.write(line.encode("ascii") + b"\n")


def write_each(levels: Levels, directory: str | os.PathLike[str], form: LevelFormat) -> list[Path]:
    """Write each level to a file of its own, `level-1.toml` and so on, and return the files.

    They are written beside the directory first, and moved into it when all are whole.

    Raises
    ------
    InputError
        If the directory cannot be made or written, or one of the files is already there.
    """
    target = Path(directory)
    names = [f"level-{number:0{len(str(len(levels)))}}{_SUFFIX_OF[form]}" for number in range(1, len(levels) + 1)]
    try:
        if target.exists() and not target.is_dir():
            raise InputError(f"{shown_path(target)} is a file; name a directory")
        taken = next((name for name in names if (target / name).exists()), None)
        if taken is not None:
            raise InputError(f"{shown_path(target / taken)} exists already; name another directory, or remove it")
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".lo-opt-", suffix=".tmp", dir=target.parent))
        try:
            for number, name in enumerate(names):
                text = _text_of(levels[number : number + 1], form, Path(name).stem)
                (draft / name).write_text(text, "utf-8")
            _move(draft, target, names)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{shown_path(target)} cannot be written: {reason.lower()}") from None
    return [target / name for name in names]


def _move(draft: Path, target: Path, names: list[str]) -> None:
    """Make `draft` the target directory, or move its files into the one that is there, all or none."""
    if not target.exists():
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(_MODE & ~mask)
        draft.rename(target)
        return
    moved: list[Path] = []
    try:
        for name in names:
            os.rename(draft / name, target / name)
            moved.append(target / name)
    except BaseException:
        for path in moved:
            path.unlink(missing_ok=True)
        raise


def _text_of(levels: Levels, form: LevelFormat, name: str) -> str:
    """Return the contents of one level's own file; as text, one row a line."""
    if form is LevelFormat.TOML:
        return toml_of(levels[0], name)
    text = next(lines_of(levels, form))
    return (text.replace("/", "\n") if form is LevelFormat.TEXT else text) + "\n"


def _json_lines(levels: Levels) -> Iterator[str]:
    """Yield the objects that the documentation of `generate --json` promises, as fast as strings are put together."""
    denominator = levels.puzzle.weight_denominator
    seed, solutions = levels.seed, json.dumps(levels.solutions)
    keys = "".join(f"{json.dumps(key)}:{json.dumps(value)}," for key, value in keys_of(levels.puzzle).items())
    least_of = {cost: _number(as_cost(cost, denominator)) for cost in set(levels.costs.tolist())}
    chasing = [None] * len(levels) if levels.chasing is None else levels.chasing.tolist()
    plain = levels.puzzle.weights is None
    costs = levels.costs.tolist()
    for word, cost, optimal, chased in zip(levels.words(), costs, levels.optimal.tolist(), chasing, strict=True):
        excess = chased - cost if chased is not None and plain else None
        yield (
            f'{{"board":["{word.replace("/", _COMMA)}"],{keys}"min_presses":{least_of[cost]},"solutions":{solutions},'
            f'"optimal_solutions":{optimal if optimal >= 0 else "null"},'
            f'"chasing_presses":{"null" if chased is None else chased},'
            f'"chasing_excess":{"null" if excess is None else excess},"seed":{seed}}}'
        )


def _number(cost: Cost) -> str:
    """Return a cost as a number of JSON, exact where it is a finite decimal.

    >>> from fractions import Fraction
    >>> _number(5), _number(Fraction(5, 4)), _number(Fraction(1, 3))
    ('5', '1.25', '0.3333333333333333')
    """
    text = exact_text(cost)
    return text if "/" not in text else repr(float(cost))


_COMMA = '","'
