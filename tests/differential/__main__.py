"""Command line: `python -m tests.differential --seconds 3600 --seed N [--jobs 1] [-o DIR]`, or `--replay FILE`."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from .campaign import Campaign, replay, summary
from .files import from_toml
from .running import FAILED, planned


def main() -> int:
    """Run or replay; return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to draw puzzles")
    parser.add_argument("--puzzles", type=int, help="stop after so many puzzles more")
    parser.add_argument("--seed", type=int, default=0, help="which puzzles; the same seed goes on where it stopped")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("-o", "--output", type=Path, default=Path("differential-runs"), help="folder for the records")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="run kept cases instead")
    parser.add_argument("--all", action="store_true", help="with --replay: every check, not only the one that failed")
    asked = parser.parse_args()
    if asked.replay:
        return _replayed(asked.replay, asked.all)
    for asked_to_stop in (signal.SIGINT, signal.SIGTERM):  # also in the background, where shells ignore Ctrl-C
        signal.signal(asked_to_stop, signal.default_int_handler)
    totals = Campaign(asked.seed, asked.output, asked.jobs).run(asked.seconds, asked.puzzles)
    print(summary(totals))
    return 1 if totals.failures else 0


def _replayed(paths: list[Path], every: bool) -> int:
    failed = 0
    for path in paths:
        case, notes = from_toml(path.read_text())
        names = planned(case, 0) if every or "check" not in notes else [notes["check"]]
        for verdict in replay(case, names):
            print(f"{path.name}: {verdict.check}: {verdict.outcome} {verdict.detail}")
            failed += verdict.outcome == FAILED
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
