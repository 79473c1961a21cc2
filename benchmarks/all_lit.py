"""The fewest presses that darken the all-lit n x n board, proved, one fresh process a board; resumes where it stopped.

Run: python benchmarks/all_lit.py [--sizes 1-128] [--time-limit 1200] [--csv benchmarks/results/all_lit.csv]

Each row is written when its board is done: size, nullity, least presses, proof, number of optimal solutions (empty
where not counted), seconds of the whole `solve` call with verification, peak memory of its process, and how it was
found. Rows already in the file are kept; delete a row to have it solved again.
"""

from __future__ import annotations

import argparse
import csv
import json
import platform
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

FIELDS = ["n", "nullity", "status", "presses", "bound", "proof", "optimal", "seconds", "peak_mib", "how"]


def solve(n: int, time_limit_s: float) -> dict[str, object]:
    import lo_opt as lo

    puzzle = lo.Puzzle.grid(lo.Board.filled(n, n, 1))
    began = time.perf_counter()
    answer = lo.solve(puzzle, time_limit_s=time_limit_s)
    seconds = time.perf_counter() - began
    # Linux reports kilobytes, macOS bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    counted = re.search(r"; ([\d,]+) optimal", answer.message)
    return {
        "n": n,
        "nullity": answer.nullity,
        "status": str(answer.status),
        "presses": answer.cost,
        "bound": answer.bound,
        "proof": str(answer.proof or ""),
        "optimal": 1 if answer.nullity == 0 else counted[1].replace(",", "") if counted else "",
        "seconds": f"{seconds:.3f}",
        "peak_mib": round(peak / 2**20),
        "how": re.sub(r"^auto chose linear algebra: |; [\d,]+ optimal$", "", answer.message),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1-128")
    parser.add_argument("--time-limit", type=float, default=1200.0, help="seconds for each board")
    parser.add_argument("--csv", type=Path, default=Path(__file__).parent / "results" / "all_lit.csv")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(solve(options.child, options.time_limit)))
        return
    from lo_opt.analysis.table import parse_range

    done = set()
    if options.csv.exists():
        with options.csv.open(newline="") as file:
            done = {int(row["n"]) for row in csv.DictReader(file)}
    print(f"{platform.platform()}, Python {platform.python_version()}", file=sys.stderr)
    for n in parse_range(options.sizes):
        if n in done:
            continue
        command = [sys.executable, __file__, "--child", str(n), "--time-limit", str(options.time_limit)]
        row = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        print(" ".join(str(row[field]) for field in FIELDS), file=sys.stderr, flush=True)
        fresh = not options.csv.exists()
        with options.csv.open("a", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            if fresh:
                writer.writeheader()
            writer.writerow(row)


if __name__ == "__main__":
    main()
