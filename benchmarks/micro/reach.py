"""What lo-opt reaches, each case a whole `solve` call in a fresh process: seconds, peak memory, and plain loops beside.

Run: python benchmarks/micro/reach.py [NAME ...] [--repeat 3] [--csv FILE]

Solving includes verification; making or reading the board is apart. The plain loops are those of the articles, written
here as they are there: Gauss-Jordan elimination on lists of lists with every combination of the free variables, and
light chasing one first row at a time. They run in the same process, at the largest size they finish in seconds.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import lo_opt as lo
from lo_opt import Board, Puzzle
from lo_opt.algebra import bits

SEED = 1


def all_lit(n: int) -> Puzzle:
    return Puzzle.grid(Board.filled(n, n, 1))


def random_board(n: int) -> Puzzle:
    words = np.random.default_rng(SEED).integers(0, 2**64, (n, bits.word_count(n)), dtype=np.uint64)
    return Puzzle.grid(Puzzle.grid(Board.filled(n, n, 0)).apply(Board.from_words(words, n)))


def weighted(n: int) -> Puzzle:
    return all_lit(n).with_weights(np.random.default_rng(SEED).integers(1, 10, (n, n)))


def random_matrix(size: int, nullity: int) -> Puzzle:
    """A matrix without geometry: random rows of rank size - nullity, and a right-hand side in its image."""
    rng = np.random.default_rng(SEED)
    factors = rng.integers(0, 2, (size, size - nullity)), rng.integers(0, 2, (size - nullity, size))
    matrix = factors[0] @ factors[1] % 2
    start = matrix @ rng.integers(0, 2, size) % 2
    return Puzzle.from_buttons(start, [np.flatnonzero(column).tolist() for column in matrix.T])


def switches(count: int) -> Puzzle:
    """Many small components: each switch moves itself and some of its neighbours in a group of 4 to 10."""
    rng = np.random.default_rng(SEED)
    buttons: list[list[int]] = []
    while len(buttons) < count:
        first, size = len(buttons), min(int(rng.integers(4, 11)), count - len(buttons))
        for j in range(size):
            others = [first + k for k in range(size) if k != j and rng.random() < 0.4]
            buttons.append([first + j, *others])
    dark = Puzzle.from_buttons([0] * count, buttons)
    return Puzzle.from_buttons(dark.apply(Board.from_array([rng.integers(0, 2, count)])), buttons)


def best(puzzle: Puzzle, backend: str = "auto") -> str:
    answer = lo.solve(puzzle, backend)
    return f"{answer.status} {answer.cost}"


def feasible(puzzle: Puzzle) -> str:
    answer = lo.solve(puzzle, "gf2", goal="feasible")
    return f"{answer.status} {answer.cost}"


def every(puzzles: list[Puzzle]) -> str:
    answers = [lo.solve(puzzle) for puzzle in puzzles]
    return f"{sum(answer.status == 'optimal' for answer in answers)} optimal of {len(answers)}"


CASES: dict[str, tuple[Callable[[], object], Callable[..., str]]] = {
    "feasible-10000-random": (lambda: random_board(10_000), feasible),
    "feasible-30000-lit": (lambda: all_lit(30_000), feasible),
    **{f"lit-{n}": (lambda n=n: all_lit(n), best) for n in (39, 61, 65)},
    **{f"random-{n}": (lambda n=n: random_board(n), best) for n in (39, 61, 65)},
    **{f"weights-{n}": (lambda n=n: weighted(n), best) for n in (39, 61, 65)},
    "lit-1-to-78": (lambda: [all_lit(n) for n in range(1, 79)], every),
    "random-1-to-78": (lambda: [random_board(n) for n in range(1, 79)], every),
    "weights-1-to-78": (lambda: [weighted(n) for n in range(1, 79)], every),
    "matrix-nullity-30": (lambda: random_matrix(200, 30), best),
    "switches-200000": (lambda: switches(200_000), best),
    "torus-100": (lambda: Puzzle.grid(Board.filled(100, 100, 1), wrap="torus"), feasible),
    "gf2-19": (lambda: all_lit(19), lambda puzzle: best(puzzle, "gf2")),
    "gf2-30": (lambda: all_lit(30), lambda puzzle: best(puzzle, "gf2")),
    "chase-20": (lambda: all_lit(20), lambda puzzle: best(puzzle, "chase")),
    "min-presses-1e6-5x5": (
        lambda: np.random.default_rng(SEED).integers(0, 2, (10**6, 5, 5), dtype=np.uint8),
        lambda boards: f"mean {lo.min_presses(boards).mean():.3f}",
    ),
}


def plain_elimination(board: list[list[int]]) -> int | None:
    """Fewest presses by Gauss-Jordan elimination on lists of lists and all combinations of the free variables."""
    n = len(board)
    size = n * n
    rows = []
    for r, c in itertools.product(range(n), range(n)):
        row = [int(abs(r - i) + abs(c - j) <= 1) for i in range(n) for j in range(n)]
        rows.append([*row, board[r][c]])
    pivots: list[int] = []
    for column in range(size):
        rank = len(pivots)
        pivot = next((i for i in range(rank, size) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(size):
            if i != rank and rows[i][column]:
                rows[i] = [a ^ b for a, b in zip(rows[i], rows[rank], strict=True)]
        pivots.append(column)
    if any(row[size] for row in rows[len(pivots) :]):
        return None
    free = [column for column in range(size) if column not in pivots]
    fewest = size + 1
    for choice in itertools.product((0, 1), repeat=len(free)):
        solution = [0] * size
        for column, value in zip(free, choice, strict=True):
            solution[column] = value
        for row, column in zip(rows, pivots, strict=False):
            solution[column] = (row[size] + sum(row[f] * v for f, v in zip(free, choice, strict=True))) % 2
        fewest = min(fewest, sum(solution))
    return fewest


def plain_chasing(board: list[list[int]]) -> int | None:
    """Fewest presses by chasing the lights down from every first row, one after the other."""
    n = len(board)
    fewest = None
    for first in itertools.product((0, 1), repeat=n):
        lights = [row[:] for row in board]
        presses = 0
        for r in range(n):
            for c in range(n):
                if first[c] if r == 0 else lights[r - 1][c]:
                    presses += 1
                    for i, j in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                        if 0 <= i < n and 0 <= j < n:
                            lights[i][j] ^= 1
        if not any(lights[-1]) and (fewest is None or presses < fewest):
            fewest = presses
    return fewest


def plain_kernel_loop(boards: np.ndarray) -> list[int]:
    """Fewest presses of 5x5 boards the articles' way, one Python loop over the boards: elimination each time."""
    return [-1 if (cost := plain_elimination(board.tolist())) is None else cost for board in boards]


PLAIN: dict[str, Callable[[], tuple[str, Callable[[], object], Callable[[], object]]]] = {
    "elimination-16": lambda: (
        "16x16 all lit, plain elimination",
        lambda: plain_elimination([[1] * 16 for _ in range(16)]),
        lambda: lo.solve(all_lit(16), "gf2").cost,
    ),
    "elimination-14": lambda: (
        "14x14 all lit, plain elimination",
        lambda: plain_elimination([[1] * 14 for _ in range(14)]),
        lambda: lo.solve(all_lit(14), "gf2").cost,
    ),
    "chasing-12": lambda: (
        "12x12 all lit, plain light chasing",
        lambda: plain_chasing([[1] * 12 for _ in range(12)]),
        lambda: lo.solve(all_lit(12), "chase").cost,
    ),
}


def measure(name: str) -> dict[str, object]:
    make, run = CASES[name]
    argument = make()
    began = time.perf_counter()
    result = run(argument)
    seconds = time.perf_counter() - began
    # Linux reports kilobytes, macOS bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    copy_s = None
    if isinstance(argument, Puzzle) and argument.start.size > 10**7:
        words = argument.start.words
        times = []
        for _ in range(5):
            began = time.perf_counter()
            words.copy()
            times.append(time.perf_counter() - began)
        copy_s = statistics.median(times)
    return {"case": name, "result": result, "seconds": seconds, "peak_bytes": peak, "copy_s": copy_s}


def in_child(name: str) -> dict[str, object]:
    command = [sys.executable, __file__, "--child", name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def plain_ratios() -> None:
    for make in PLAIN.values():
        what, plain, ours = make()
        ours()  # modules loaded
        began = time.perf_counter()
        expected = plain()
        plain_s = time.perf_counter() - began
        times = []
        for _ in range(5):
            began = time.perf_counter()
            found = ours()
            times.append(time.perf_counter() - began)
        assert found == expected, (what, found, expected)
        ours_s = statistics.median(times)
        print(f"{what:<66} plain {plain_s:8.3f} s   lo-opt {ours_s:9.5f} s   ratio {plain_s / ours_s:10,.0f}")
    boards = np.random.default_rng(SEED).integers(0, 2, (200, 5, 5), dtype=np.uint8)
    many = np.random.default_rng(SEED).integers(0, 2, (10**6, 5, 5), dtype=np.uint8)
    assert lo.min_presses(boards).tolist() == plain_kernel_loop(boards[:200])
    began = time.perf_counter()
    plain_kernel_loop(boards)
    plain_s = (time.perf_counter() - began) / len(boards)
    began = time.perf_counter()
    lo.min_presses(many)
    ours_s = (time.perf_counter() - began) / len(many)
    what = "one 5x5 board of a million (plain: of 200)"
    print(f"{what:<66} plain {plain_s:8.5f} s   lo-opt {ours_s:9.2e} s   ratio {plain_s / ours_s:10,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CASES)}, plain (default: all)")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--csv")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure(options.child)))
        return
    names = options.names or [*CASES, "plain"]
    print(f"{platform.platform()}, Python {platform.python_version()}, median of {options.repeat}, one process each")
    rows = []
    for name in names:
        if name == "plain":
            continue
        runs = [in_child(name) for _ in range(options.repeat)]
        seconds = statistics.median(run["seconds"] for run in runs)
        peak = max(run["peak_bytes"] for run in runs)
        copied = runs[0]["copy_s"]
        beside = f"   {seconds / copied:5.0f} x copying the packed board" if copied else ""
        print(f"{name:<24} {seconds:9.4f} s {peak / 2**20:8.0f} MiB   {runs[0]['result']}{beside}", flush=True)
        row = {"case": name, "seconds": f"{seconds:.4f}", "peak_mib": round(peak / 2**20)}
        rows.append({**row, "result": runs[0]["result"]})
    if "plain" in names:
        plain_ratios()
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, ["case", "seconds", "peak_mib", "result"])
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
