"""The most presses that a solvable n x n board can need, proved or as a proved interval, plus rule.

Run: python benchmarks/worst_cases.py [--sizes 1-20] [--time-limit 240] > benchmarks/results/worst_cases.csv
"""

from __future__ import annotations

import argparse
import sys

import lo_opt as lo
from lo_opt.analysis.table import parse_range


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1-20")
    parser.add_argument("--time-limit", type=float, default=240.0, help="seconds for each size")
    options = parser.parse_args()
    print("n,nullity,at_least,at_most,boards,how,board")
    for n in parse_range(options.sizes):
        puzzle = lo.Puzzle.grid(lo.Board.filled(n, n, 0))
        found = lo.worst_case(puzzle, time_limit_s=options.time_limit)
        boards = "" if found.board_count is None else found.board_count
        nullity = lo.grid_rank(n, n).nullity
        print(f"{n},{nullity},{found.lower},{found.upper},{boards},{found.how},{found.board}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
