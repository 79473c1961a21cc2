"""The numbers of the articles on solvability and level generation for 5x5, reproduced.

Run: python benchmarks/articles.py > benchmarks/results/articles.md
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

import lo_opt as lo
from lo_opt.algebra.bits import pack
from lo_opt.analysis.intervals import share_interval
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.share import solvable_by_chasing
from lo_opt.puzzle.recipes import random_presses

SEED, BOARDS, SHARE_BOARDS = 42, 20_000, 100_000
DARK = lo.Puzzle.grid(lo.Board.filled(5, 5, 0))


def uniform() -> list[int]:
    """Method A: each button pressed with probability 1/2, row by row."""
    return [int(random.random() < 0.5) for _ in range(25)]


def repeated(k: int) -> list[int]:
    """Method B: k random presses, repeats allowed."""
    pressed = [0] * 25
    for _ in range(k):
        pressed[random.randrange(25)] ^= 1
    return pressed


def minima(regions: Regions, presses: list[list[int]]) -> Counter[int]:
    """Return how many of the boards that these presses make have each least number of presses."""
    costs, _ = regions.weigh(np.array(presses, np.uint8))
    return Counter(costs.tolist())


def main() -> None:
    random.seed(SEED)
    regions = Regions.of(DARK)
    histograms = {
        "A: each button with probability 1/2": minima(regions, [uniform() for _ in range(BOARDS)]),
        "B: 3 random presses": minima(regions, [repeated(3) for _ in range(BOARDS)]),
        "B: 10 random presses": minima(regions, [repeated(10) for _ in range(BOARDS)]),
    }
    exact = lo.distribution(DARK)
    print("# The articles' numbers, 5x5\n")
    print("Made by `python benchmarks/articles.py > benchmarks/results/articles.md`.\n")
    print(
        f"## Least numbers of presses of {BOARDS:,} boards a method, `random.seed({SEED})`, one stream in this order\n"
    )
    print(f"| presses | {' | '.join(histograms)} | all solvable boards |")
    print("|--:" * (len(histograms) + 2) + "|")
    for cost, boards in exact.counts.items():
        cells = [str(found[cost] or "") for found in histograms.values()]
        print(f"| {cost} | {' | '.join(cells)} | {boards:,} |")
    means = [sum(cost * n for cost, n in found.items()) / BOARDS for found in histograms.values()]
    print(f"| mean | {' | '.join(f'{mean:.4f}' for mean in means)} | {float(exact.mean):.4f} |")
    lights = random_presses(SHARE_BOARDS, 25, SEED).to_array().reshape(SHARE_BOARDS, 5, 5)
    words = np.ascontiguousarray(pack(lights)[:, :, 0].T)
    solvable = int(solvable_by_chasing(words, 5).sum())
    low, high = share_interval(solvable, SHARE_BOARDS)
    print("\n## Share of random boards that can be solved\n")
    print(
        f"By light chasing, {SHARE_BOARDS:,} boards, `random.seed({SEED})`, `randint(0, 1)` light by light: "
        f"{solvable / SHARE_BOARDS:.4f} ± {(high - low) / 2:.4f} (95%); exact: {lo.grid_rank(5, 5).share}."
    )
    print("\n## Quiet patterns\n")
    for pattern in lo.analyze(DARK, board=False).all_quiet or ():
        print(f"- `{pattern}`, {pattern.count} presses")
    print("\n## Ranks\n")
    print("| grid | rank | nullity | solvable boards | solutions a board |")
    print("|:--|--:|--:|--:|--:|")
    for size in lo.rank_table((n, n) for n in range(2, 10)):
        print(
            f"| {size.rows}x{size.cols} | {size.rank} | {size.nullity} | {size.solvable_boards:,} | "
            f"{size.solutions_per_board} |"
        )


if __name__ == "__main__":
    main()
