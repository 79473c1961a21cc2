"""From the word PUZZLE, wherever it points, to puzzles; knows every format and no command."""

from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.reading.declared import read_counting
from lo_opt.puzzle.reading.words import read_puzzle, read_puzzles

__all__ = ["Changes", "read_counting", "read_puzzle", "read_puzzles"]
