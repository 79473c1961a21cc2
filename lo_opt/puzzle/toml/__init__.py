"""Puzzles as TOML documents, read and written; knows no file and no option's syntax."""

from lo_opt.puzzle.toml.reading import puzzle_from_table, puzzle_from_toml
from lo_opt.puzzle.toml.writing import to_toml

__all__ = ["puzzle_from_table", "puzzle_from_toml", "to_toml"]
