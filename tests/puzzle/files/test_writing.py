"""Output files: whole or not at all, in the form of their suffix, with one clear line when that fails."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files.writing import write_board, written_whole


@pytest.mark.parametrize("suffix", ["txt", "pbm", "npy", "npz", "PBM"])
@pytest.mark.parametrize("cols", [1, 64, 65, 130])
def test_boards_written_read_back(tmp_path, suffix, cols):
    board = Puzzle.read(f"random:3x{cols}:1").start
    path = tmp_path / f"board.{suffix}"
    write_board(board, path)
    assert Puzzle.read(path).start == board
    assert Puzzle.read(path).name == "board"
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("suffix", ["txt", "npy", "npz"])
def test_boards_of_more_states(tmp_path, suffix):
    board = Board.parse("012/210", 3)
    write_board(board, tmp_path / f"b.{suffix}")
    assert Puzzle.read(tmp_path / f"b.{suffix}", states=3).start == board


@pytest.mark.parametrize("name", ["board", "board.csv", "board.toml"])
def test_unknown_suffixes(tmp_path, name):
    with pytest.raises(InputError, match=r"unknown suffix .*; boards are written as \.txt, \.npy, \.npz, \.pbm"):
        write_board(Board.parse("1"), tmp_path / name)


def test_an_error_leaves_the_old_file(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text("old")
    with suppress(KeyboardInterrupt), written_whole(path) as stream:
        stream.write(b"new")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["b.txt"]
    with pytest.raises(InputError, match="a bitmap has two states"):
        write_board(Board.parse("2", 3), tmp_path / "c.pbm")
    assert os.listdir(tmp_path) == ["b.txt"]


def test_links_keep_pointing_where_they_did(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link.txt").symlink_to(tmp_path / "real" / "b.txt")
    write_board(Board.parse("10"), tmp_path / "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real" / "b.txt").read_text() == "10\n"


def test_permissions_are_those_of_any_new_file(tmp_path):
    (tmp_path / "plain").touch()
    write_board(Board.parse("10"), tmp_path / "b.txt")
    assert (tmp_path / "b.txt").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere/b.txt", "cannot be written: no such file or directory"),
        ("b.txt/b.txt", "cannot be written: not a directory"),
        ("folder.txt", "is not a regular file; name a file to write to"),
        ("pipe.txt", "is not a regular file"),
        ("a" * 300 + ".txt", "cannot be"),
        ("a\0.txt", "cannot be a file name: embedded null byte"),
    ],
)
def test_files_that_cannot_be_written(tmp_path, path, message):
    (tmp_path / "b.txt").touch()
    (tmp_path / "folder.txt").mkdir()
    os.mkfifo(tmp_path / "pipe.txt")
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(InputError) as caught:
        write_board(Board.parse("1"), tmp_path / path)
    assert message in str(caught.value)
    assert "\0" not in str(caught.value)
    assert sorted(os.listdir(tmp_path)) == before


def test_a_full_disk(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="cannot be written: no space left on device"):
        write_board(Board.parse("1"), tmp_path / "b.txt")
    assert os.listdir(tmp_path) == []


def test_paths_may_be_strings(tmp_path):
    write_board(Board.parse("10"), str(tmp_path / "b.txt"))
    assert Path(tmp_path / "b.txt").read_bytes() == b"10\n"
