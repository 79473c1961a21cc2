"""Levels as JSON: what reads back, and what is said of objects that are no levels."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest

from lo_opt import Board, InputError, Puzzle, read_puzzles
from lo_opt.puzzle.formats.levels import keys_of, read, recognises
from lo_opt.puzzle.reading import Changes

PLAIN = '{"board":["10","01"],"min_presses":2,"solutions":1,"optimal_solutions":1,"seed":0}'


def test_lines_and_arrays_are_levels():
    for text in (f"{PLAIN}\n\n{PLAIN}\n", f"[{PLAIN},\n {PLAIN}]"):
        levels = read(text, Changes())
        assert [str(level.start) for level in levels] == ["10/01", "10/01"]
        assert [level.known_cost for level in levels] == [2, 2]


def test_numbers_stay_exact():
    text = '{"board":"101","weights":[[0.1, 2, "0.30"]],"min_presses":0.4}'.replace('"0.30"', "0.30")
    (level,) = read(text, Changes())
    assert level.known_cost == Fraction(2, 5)
    assert [Fraction(int(cost), level.weight_denominator) for cost in level.costs()] == [
        Fraction(Decimal(number)) for number in ("0.1", "2", "0.3")
    ]


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle.grid("10/01"),
        Puzzle.grid("10/01", "king", "torus", target="on"),
        Puzzle.grid("100/010", ".#./#@#/.#."),
        Puzzle.grid("120/012", states=3),
        Puzzle.grid("10/01").with_weights([["0.1", 2], [3, "12345.6789012"]]).forbid([(0, 1)]),
        Puzzle.grid("10/01", holes=Board.parse("00/10")),
    ],
)
def test_whatever_a_puzzle_says_reads_back(puzzle):
    record = {"board": str(puzzle.start).split("/"), **keys_of(puzzle)}
    assert read(json.dumps(record), Changes()) == [puzzle]


def test_files_and_texts(tmp_path):
    (tmp_path / "a.json").write_text(PLAIN)
    (tmp_path / "b.jsonl").write_text(f"{PLAIN}\n{PLAIN}\n")
    (tmp_path / "c.txt").write_text(f"{PLAIN}\n")
    assert [puzzle.name for puzzle in read_puzzles(tmp_path / "b.jsonl")] == ["b#1", "b#2"]
    for source in (tmp_path / "a.json", tmp_path / "c.txt", PLAIN):
        assert [str(puzzle.start) for puzzle in read_puzzles(source)] == ["10/01"]
    assert Puzzle.read(tmp_path / "a.json", rule="king").rule.name == "king"


def test_only_objects_are_recognised():
    assert recognises(f"\n {PLAIN}", 2)
    assert not any(recognises(text, 2) for text in ("[.#] (0) (1) {1}", "{3,4}", "10/01", "", '"board"'))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"board":["10","01"]', "f.json:1: broken JSON"),
        (f"{PLAIN}\n{{}}", "f.json:2: no board"),
        ('{"board":["12"]}', "f.json:1: board"),
        ('{"boards":["10"]}', "did you mean 'board'"),
        ('{"board":["10"],"min_presses":"few"}', "known.cost"),
        ('{"board":["10"],"weights":[[NaN,1]]}', "NaN is no number"),
        ('{"board":["10"],"min_presses":' + "9" * 5000 + "}", "f.json:1: broken JSON"),
        ('{"board":' + "[" * 100_000, "broken JSON"),
        ("[]", "f.json: an empty array"),
        ("[1]", "level 1: 1 is no level"),
        ("[1", "f.json: broken JSON"),
        ('"10"', "is no level"),
        ("", "empty, there are no levels"),
    ],
)
def test_what_is_no_level_is_refused_with_its_place(text, words):
    with pytest.raises(InputError) as refusal:
        read(text, Changes(), "f.json")
    assert words in str(refusal.value)
