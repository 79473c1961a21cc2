"""Puzzles to export and their least cost by trying every press, and the smallest readers of OPB and DIMACS files."""

from __future__ import annotations

import itertools
import math
import re
from fractions import Fraction

from conditions import allowed_solutions
from puzzles import random_solvable

from lo_opt import Board, Puzzle

WEIGHTED = random_solvable(3, 5, rule="king").with_weights([["0.5", 2, 0], [1, "1.25", 3], [2, 2, 9]])

# name -> puzzle, its rule, and which formulations write it
CASES = {
    "4x4": random_solvable(4, 401),
    "weights and forbidden": random_solvable(4, 3)
    .with_weights([["0.1", "0.2", "0.3", "0.7"]] * 4)
    .forbid([(0, 0), (1, 2)]),
    "conditions": random_solvable(4, 7).require([(0, 1)]).at_most(2, row=3).at_least(1, col=0),
    "presses, then cost": random_solvable(4, 402).with_weights([[5, 1, 3, 1]] * 4).with_objective("presses,cost"),
    "a single solution": random_solvable(3, 1).with_weights([["0.5", 1, 2]] * 3),
    "unsolvable": Puzzle.grid("1000/0000/0000/0000"),
    "dark": Puzzle.grid("000/000"),
}
THREE_STATES = Puzzle.grid(Puzzle.grid(Board.filled(2, 3, 0, 3), states=3).apply(Board.parse("102/021", 3)), states=3)
STATES = {"three states": THREE_STATES.with_weights([[1, "0.5", 2]] * 2).forbid([(1, 2)])}


def priced(puzzle: Puzzle) -> Fraction | None:
    """Return the least value of a program's objective over the common denominator, None if there is no solution."""
    from lo_opt.objectives import Pricing

    plain = Pricing.of(puzzle).priced
    found = allowed_solutions(plain, "plus", "none")
    return found[0][0][0] if found else None


def by_comment(text: str, mark: str, objective: int) -> Fraction:
    """Return the cost that a file's own comment makes of its objective."""
    said = re.search(rf"^{re.escape(mark)} cost = (.*)$", text, re.MULTILINE)
    if said is None:
        return Fraction(objective)
    found = re.fullmatch(r"(?:\(objective ([+-]) (\d+)\)|objective)(?: / (\d+))?", said[1])
    offset = int(found[1] + found[2]) if found[1] else 0
    return Fraction(objective + offset, int(found[3] or 1))


def least_of_opb(text: str) -> int | None:
    """Return the least objective of an OPB file by trying every assignment, None if none satisfies it."""
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    count = int(re.match(r"\* #variable= (\d+) #constraint= (\d+)", text)[1])
    assert int(re.match(r"\* #variable= (\d+) #constraint= (\d+)", text)[2]) == len(lines) - 1

    def terms(part: str) -> list[tuple[int, int]]:
        words = part.split()
        assert all(re.fullmatch(r"x\d+", word) for word in words[1::2])
        return [(int(c), int(x[1:]) - 1) for c, x in zip(words[::2], words[1::2], strict=True)]

    assert lines[0].startswith("min: ")
    costs = terms(lines[0].removeprefix("min:").removesuffix(";"))
    rows = [re.fullmatch(r"(.*) (>=|=) (-?\d+) ;", line) for line in lines[1:]]
    parsed = [(terms(row[1]), row[2], int(row[3])) for row in rows]
    best = math.inf
    for values in itertools.product((0, 1), repeat=count):
        for entries, sign, side in parsed:
            total = sum(c * values[j] for c, j in entries)
            if total < side or (sign == "=" and total != side):
                break
        else:
            best = min(best, sum(c * values[j] for c, j in costs))
    return None if best is math.inf else best


def read_cnf(text: str) -> tuple[dict[str, int], list[list[int]], list[list[int]]]:
    """Return the variables by name, the clauses and the XOR lines of a DIMACS file, its header checked."""
    names, clauses, xors, header = {}, [], [], None
    for line in text.splitlines():
        if line.startswith("c"):
            named = re.fullmatch(r"c variable (\d+) is (\S+)", line)
            if named:
                names[named[2]] = int(named[1])
        elif line.startswith("p"):
            header = [int(word) for word in line.split()[2:]]
        else:
            literals = [int(word) for word in line.removeprefix("x").split()]
            assert literals.pop() == 0
            assert literals
            (xors if line.startswith("x") else clauses).append(literals)
    assert header[1] == len(clauses) + len(xors)
    assert max((abs(x) for row in clauses + xors for x in row), default=0) <= header[0]
    return names, clauses, xors
