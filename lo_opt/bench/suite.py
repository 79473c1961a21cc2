"""A suite: which boards, backends, goals and limits make a benchmark, as a TOML file or an object; runs nothing."""

from __future__ import annotations

import itertools
import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec

from lo_opt.bench.boards import BoardSpec, Variant
from lo_opt.bench.cells import Cell, GoalName
from lo_opt.bench.laws import law_named
from lo_opt.errors import InputError
from lo_opt.puzzle import Wrap, rule_named
from lo_opt.puzzle.files.inputs import decode_text, open_file, read_bytes
from lo_opt.puzzle.reading import read_puzzle
from lo_opt.puzzle.reading.notation import Recipe
from lo_opt.puzzle.toml import to_toml
from lo_opt.puzzle.toml.values import parse_document
from lo_opt.wording import located, reason_of, shown, shown_path

MAX_CELLS = 10**6
"""Cells of one suite; a few words of TOML can ask for any number of them."""

MAX_NUMBER = 2**31 - 1  # JSON, in which records are kept, has no infinity and no integers of any size
Positive = Annotated[int, msgspec.Meta(ge=1, le=MAX_NUMBER)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=MAX_NUMBER)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Variants(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table of variants: every value may be a list, which stands for one variant each; see `Variant`."""

    rule: str | list[str] | None = None
    wrap: str | list[str] | None = None
    states: Positive | list[Positive] | None = None
    weights: str | list[str] = "unit"
    forbidden: Share | list[Share] = 0.0
    required: Share | list[Share] = 0.0
    row_budget: Natural | list[Natural] | None = None
    presses: str | list[str] = "allowed"

    @property
    def count(self) -> int:
        """How many combinations there are."""
        return math.prod(len(value) for value in self._lists())

    def _lists(self) -> list[list[object]]:
        values = (getattr(self, name) for name in self.__struct_fields__)
        return [value if isinstance(value, list) else [value] for value in values]

    def each(self) -> Iterator[Variant]:
        """Yield every combination.

        >>> [v.label for v in Variants(weights=["unit", "uniform"], forbidden=[0.1]).each()]
        ['10% forbidden', 'uniform weights, 10% forbidden']
        """
        for values in itertools.product(*self._lists()):
            with _worded():
                variant = msgspec.convert(dict(zip(self.__struct_fields__, values, strict=True)), Variant)
            law_named(variant.weights)
            if variant.rule is not None:
                rule_named(variant.rule)
            if variant.wrap is not None:
                Wrap.named(variant.wrap)
            yield variant


class Suite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What to run: (sizes x seeds, or puzzles) x variants x backends x goals x repetitions, with limits for each.

    `sizes` are numbers (5 for 5x5), "RxC", or "4-9" for the squares from 4x4 to 9x9; `seeds` are numbers or "1-5".
    `puzzles` are whatever `Puzzle.read` takes, files relative to the suite; seeds count for them only where a variant
    is random. `time_limit_s` is told to the backend; what still runs `grace_s` later is killed. A process tree that
    holds more than `memory_limit_mib` is killed at once. `reference_time_limit_s` is for the linear algebra that
    settles every board's optimum beforehand.

    >>> suite = Suite("two", backends=["gf2", "chase"], sizes=["3-4"], seeds=[1], goals=["optimal"])
    >>> [cell.label for cell in suite.cells()][:2]
    ['random 3x3 seed 1 by gf2, goal optimal', 'random 3x3 seed 1 by chase, goal optimal']
    """

    name: str
    backends: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    description: str = ""
    sizes: tuple[int | str, ...] = ()
    seeds: tuple[int | str, ...] = (0,)
    puzzles: tuple[str, ...] = ()
    variants: tuple[Variants, ...] = (Variants(),)
    goals: Annotated[tuple[GoalName, ...], msgspec.Meta(min_length=1)] = ("optimal",)
    repetitions: Positive = 1
    threads: Positive = 1
    seed: Natural = 0
    time_limit_s: Seconds = 60.0
    grace_s: Seconds = 5.0
    memory_limit_mib: Positive = 4096
    reference_time_limit_s: Seconds = 60.0

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Suite:
        """Return the suite of a TOML file.

        Raises
        ------
        InputError
            If there is no such file, or it is not well-formed: what is wrong, and where.
        """
        with (
            open_file(Path(path), "a suite in TOML, such as benchmarks/suites/quick.toml") as stream,
            located(shown_path(path)),
        ):
            return cls.from_toml(decode_text(read_bytes(stream)), Path(path).parent)

    @classmethod
    def from_toml(cls, text: str, folder: str | os.PathLike[str] = ".") -> Suite:
        """Return the suite of a TOML document; files it names are looked for in `folder`, and taken over whole.

        >>> Suite.from_toml('name = "tiny"\\nbackends = ["gf2"]\\nsizes = [3]').boards()[0].label
        'random 3x3 seed 0'
        """
        with located("suite"):
            table = parse_document(text)
        with _worded():
            suite = msgspec.convert(table, cls)
        return suite.checked(folder)

    def checked(self, folder: str | os.PathLike[str] = ".") -> Suite:
        """Return the suite with the files it names taken over whole; `InputError` for what it cannot hold."""
        with _worded():
            suite = msgspec.convert(msgspec.to_builtins(self), Suite)
        puzzles = tuple(_given(word, Path(folder))[0] for word in suite.puzzles)
        whole = msgspec.structs.replace(suite, puzzles=puzzles)
        whole.boards()  # which checks all the rest
        return whole

    def boards(self) -> list[BoardSpec]:
        """Return every board, each once; `InputError` for what cannot be one, and for more than a million cells."""
        self._check_count()
        variants = [variant for table in self.variants for variant in table.each()]
        seeds = [seed for item in self.seeds for seed in _numbers(item, "seed")]
        sizes = [size for item in self.sizes for size in _sizes(item)]
        found = [
            BoardSpec(rows, cols, seed, variant=variant)
            for (rows, cols), variant, seed in itertools.product(sizes, variants, seeds)
        ]
        for word in self.puzzles:
            text, name = _given(word, Path())
            for variant in variants:
                found += [
                    BoardSpec(seed=seed, puzzle=text, name=name, variant=variant)
                    for seed in (seeds if variant.random else [0])
                ]
        if not found:
            raise InputError("suite: no boards; give sizes and seeds, or puzzles")
        return list(dict.fromkeys(found))

    def _check_count(self) -> None:
        seeds = sum(len(_numbers(item, "seed")) for item in self.seeds)
        sizes = sum(1 if isinstance(item, str) and "x" in item else len(_numbers(item, "size")) for item in self.sizes)
        boards = (sizes + len(self.puzzles)) * seeds * sum(table.count for table in self.variants)
        count = boards * len(self.goals) * len(self.backends) * self.repetitions
        if count > MAX_CELLS:
            raise InputError(f"suite: as many as {count:,} cells; at most {MAX_CELLS:,} make a suite, so split it")

    def cells(self) -> Iterator[Cell]:
        """Yield every cell once; all backends on one board come in a row, so that they share its conditions."""
        goals, backends = dict.fromkeys(self.goals), dict.fromkeys(self.backends)
        for board in self.boards():
            for goal, repetition, backend in itertools.product(goals, range(self.repetitions), backends):
                yield Cell(
                    board,
                    backend,
                    goal,
                    self.time_limit_s,
                    self.memory_limit_mib,
                    self.threads,
                    self.seed,
                    repetition,
                )


@contextmanager
def _worded() -> Iterator[None]:
    """Put what the decoder finds wrong into an `InputError`."""
    try:
        yield
    except msgspec.DecodeError as error:  # which a wrong value is, too
        raise InputError(f"suite: {reason_of(error).replace('`', chr(39))}") from None


def _numbers(item: int | str, what: str) -> range:
    """Return the numbers of 5 or "4-9"."""
    found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", item if isinstance(item, str) else shown(item))
    numbers = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
    if not numbers:
        raise InputError(f"suite: {what} {shown(item)} must be a whole number, or a range such as '4-9'")
    return numbers


def _sizes(item: int | str) -> list[tuple[int, int]]:
    found = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})", item) if isinstance(item, str) else None
    sizes = [(int(found[1]), int(found[2]))] if found else [(n, n) for n in _numbers(item, "size")]
    if not all(rows and cols for rows, cols in sizes):
        raise InputError(f"suite: size {shown(item)} must be at least 1, as in 5, '5x7' or '4-9'")
    return sizes


def _given(word: str, folder: Path) -> tuple[str, str]:
    """Return (what makes a given puzzle wherever it is read, its name): a recipe's word, else a TOML document."""
    if Recipe.parse(word) is not None:
        return word, word
    at = folder / word
    puzzle = read_puzzle(at if "\n" not in word and at.is_file() else word)
    named = replace(puzzle, name=puzzle.name or word)
    return to_toml(named), named.name
