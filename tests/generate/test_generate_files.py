"""Files of levels: what is written reads back, and nothing is written by halves."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import grid_puzzles

from lo_opt import Board, ImpossibleError, InputError, Puzzle, generate_levels, read_puzzles
from lo_opt.generate.files import LevelFormat, lines_of, write_each, write_levels


@pytest.fixture(scope="module")
def levels():
    puzzle = Puzzle.grid(Board.filled(4, 5, 0), rule="king").forbid([(0, 0)])
    return generate_levels(puzzle.with_weights([[1, 2, "0.5", 1, 1]] * 4), 12, seed=6)


def test_words_are_boards(levels):
    assert [str(level.board) for level in levels] == list(lines_of(levels, LevelFormat.TEXT))


def test_json_is_what_the_levels_say(levels):
    for level, line in zip(levels, lines_of(levels, LevelFormat.JSON), strict=True):
        assert json.loads(line) == {
            "board": str(level.board).split("/"),
            "rule": "king",
            "weights": ["1 2 0.5 1 1"] * 4,
            "forbidden": ["#....", ".....", ".....", "....."],
            "min_presses": float(level.min_presses),
            "solutions": level.solutions,
            "optimal_solutions": level.optimal_solutions,
            "chasing_presses": None,
            "chasing_excess": None,
            "seed": 6,
        }
    plain = generate_levels(Puzzle.grid(Board.filled(5, 5, 0)), 3)
    for level, line in zip(plain, lines_of(plain, LevelFormat.JSON), strict=True):
        record = json.loads(line)
        assert record["min_presses"] == level.min_presses
        assert record["chasing_excess"] == level.chasing_excess == level.chasing_presses - level.min_presses


@settings(max_examples=80, deadline=None)
@given(grid_puzzles(), st.integers(1, 4), st.sampled_from(list(LevelFormat)))
def test_levels_read_back(drawn, count, form):
    puzzle, _, _ = drawn
    try:
        levels = generate_levels(puzzle, count, distinct="none", seed=3)
    except ImpossibleError:
        return
    with tempfile.TemporaryDirectory() as directory:
        if form is LevelFormat.TOML:
            read = [Puzzle.read(file) for file in write_each(levels, Path(directory) / "levels", form)]
        else:
            file = Path(directory) / ("levels.txt" if form is LevelFormat.TEXT else "levels.jsonl")
            write_levels(levels, file, form)
            read = read_puzzles(file)
            each = write_each(levels, Path(directory) / "levels", form)
            assert [Puzzle.read(own).start for own in each] == [level.board for level in levels]
    assert [level.start for level in read] == [level.board for level in levels]
    if form is not LevelFormat.TEXT:
        assert read == [level.puzzle for level in levels]
        assert [level.known_cost for level in read] == [level.min_presses for level in levels]


def test_boards_of_one_row_are_told_from_rows_of_one_board(tmp_path):
    levels = generate_levels(Puzzle.grid(Board.filled(1, 5, 0)), 3)
    words = list(lines_of(levels, LevelFormat.TEXT))
    assert words == [f"{level.board}/" for level in levels]
    assert [puzzle.start for puzzle in read_puzzles("\n".join(words))] == [level.board for level in levels]
    assert [Puzzle.read(word).start for word in words] == [level.board for level in levels]
    assert list(lines_of(levels[:1], LevelFormat.TEXT)) == [str(levels[0].board)]


def test_many_blocks_of_words(monkeypatch, levels):
    monkeypatch.setattr("lo_opt.generate.levels._DIGITS_AT_ONCE", 5)
    assert [str(level.board) for level in levels] == list(levels.words())


@pytest.mark.parametrize("existing", [False, True])
def test_each_level_in_a_file_of_its_own(tmp_path, levels, existing):
    target = tmp_path / "deep" / "levels"
    if existing:
        target.mkdir(parents=True)
        (target / "notes.md").write_text("mine")
    files = write_each(levels, target, LevelFormat.TOML)
    assert [file.name for file in files] == [f"level-{number:02}.toml" for number in range(1, 13)]
    for level, file in zip(levels, files, strict=True):
        read = Puzzle.read(file)
        assert (read, read.known_cost) == (level.puzzle, level.min_presses)
        assert "seed 6" in read.source
    assert {entry.name for entry in target.parent.iterdir()} == {"levels"}
    assert (target / "notes.md").exists() == existing


@pytest.mark.parametrize(("form", "suffix"), [(LevelFormat.TEXT, ".txt"), (LevelFormat.JSON, ".json")])
def test_other_forms_of_single_files(tmp_path, levels, form, suffix):
    files = write_each(levels[:2], tmp_path / "levels", form)
    assert [file.name for file in files] == [f"level-1{suffix}", f"level-2{suffix}"]
    if form is LevelFormat.TEXT:
        assert Puzzle.read(files[1]).start == levels[1].board
    else:
        assert json.loads(files[1].read_text())["board"] == str(levels[1].board).split("/")


def test_one_file_of_all(tmp_path, levels):
    write_levels(levels, tmp_path / "all.txt", LevelFormat.TEXT)
    assert (tmp_path / "all.txt").read_text().split() == list(levels.words())
    write_levels(levels[:1], tmp_path / "one.toml", LevelFormat.TOML)
    assert Puzzle.read(tmp_path / "one.toml") == levels[0].puzzle
    with pytest.raises(InputError, match="12 levels as TOML"):
        write_levels(levels, tmp_path / "all.toml", LevelFormat.TOML)
    assert not (tmp_path / "all.toml").exists()


def test_formats_by_name_and_suffix():
    assert LevelFormat.of_file("a/b.jsonl") is LevelFormat.JSON
    with pytest.raises(InputError, match="unknown suffix"):
        LevelFormat.of_file("levels.csv")
    with pytest.raises(InputError, match="did you mean 'text'"):
        LevelFormat.named("txt")


def test_nothing_is_left_when_a_file_cannot_be_written(tmp_path, levels, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="is a file"):
        write_each(levels, tmp_path / "file", LevelFormat.TOML)
    with pytest.raises(InputError, match="cannot be written"):
        write_each(levels, tmp_path / "file" / "below", LevelFormat.TOML)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "level-05.toml").write_text("mine")
    with pytest.raises(InputError, match=r"level-05\.toml exists already"):
        write_each(levels, tmp_path / "there", LevelFormat.TOML)
    assert [entry.name for entry in (tmp_path / "there").iterdir()] == ["level-05.toml"]

    def full(levels, form, name):
        if name == "level-07":
            raise OSError(28, "No space left on device")
        return "x"

    monkeypatch.setattr("lo_opt.generate.files._text_of", full)
    with pytest.raises(InputError, match="no space left"):
        write_each(levels, tmp_path / "new", LevelFormat.TOML)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "there"]


def test_an_interrupt_while_moving_takes_all_back(tmp_path, levels, monkeypatch):
    (tmp_path / "there").mkdir()
    moved = []

    def rename(source, target):
        moved.append(target)
        if len(moved) == 4:
            raise KeyboardInterrupt
        source.replace(target)

    monkeypatch.setattr("lo_opt.generate.files.os.rename", rename)
    with pytest.raises(KeyboardInterrupt):
        write_each(levels, tmp_path / "there", LevelFormat.TEXT)
    assert list((tmp_path / "there").iterdir()) == []
    assert [entry.name for entry in tmp_path.iterdir()] == ["there"]
