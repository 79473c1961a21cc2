"""Backends, declared as another package would declare them, that do what no backend should."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from lo_opt.answer import Proof, Status
from lo_opt.contract import Availability, Claim
from lo_opt.puzzle import Board

WARM_UP_CELLS = 16


def any_solution(puzzle):
    """Return some presses that solve a small board."""
    from lo_opt import linear

    return linear.solutions(puzzle).presses


def sleep(puzzle):
    """Ignore the time limit, and leave a process behind that would, too."""
    note_pid(subprocess.Popen(["sleep", "600"]).pid)
    note_pid(os.getpid())
    time.sleep(600)


def note_pid(pid):
    """Tell the test who is running."""
    if "MISBEHAVING_PIDS" in os.environ:
        with open(os.environ["MISBEHAVING_PIDS"], "a") as file:
            file.write(f"{pid}\n")


def take_a_while(puzzle):
    note_pid(os.getpid())
    time.sleep(0.2)
    return Claim(Status.FEASIBLE, presses=any_solution(puzzle))


def eat(puzzle):
    held = []
    while True:
        held.append(np.ones(4 * 2**20))  # 32 MiB, each page written


def fail(puzzle):
    raise ValueError("as expected")


def abort(puzzle):
    print("something is badly wrong", file=sys.stderr, flush=True)
    os.abort()


def lie(puzzle):
    """Claim that the heaviest solution is the lightest: true presses, a false proof."""
    from lo_opt import linear

    worst = heaviest(linear.solutions(puzzle).space())
    return Claim(Status.OPTIMAL, proof=Proof.EXHAUSTED, presses=Board.from_array(worst.reshape(puzzle.start.shape)))


def heaviest(space):
    """Return the solution with the most presses, by trying all."""
    from lo_opt.algebra import bits

    best = space.particular
    for choice in range(1 << space.nullity):
        member = space.particular.copy()
        for i in range(space.nullity):
            if choice >> i & 1:
                member ^= bits.unpack(space.kernel[i], space.size)
        if member.sum() > best.sum():
            best = member
    return best


def boast(puzzle):
    """Claim presses that do not solve the board."""
    return Claim(Status.OPTIMAL, proof=Proof.EXHAUSTED, presses=Board.filled(*puzzle.start.shape, 0))


def chatter(puzzle):
    for stream in (1, 2):
        for _ in range(64):
            os.write(stream, b"no harm done\n" * 10_000)  # 8 MiB each
    return Claim(Status.FEASIBLE, presses=any_solution(puzzle), solve_s=0.25)


def read(puzzle):
    return Claim(Status.FEASIBLE, presses=any_solution(puzzle), message=f"read {len(sys.stdin.read())} characters")


def litter(puzzle):
    """Leave a process behind that holds every stream open."""
    note_pid(subprocess.Popen(["sleep", "600"], close_fds=False).pid)
    return Claim(Status.FEASIBLE, presses=any_solution(puzzle))


@dataclass(frozen=True)
class Misbehaving:
    """A method that does one thing."""

    name: str
    act: Callable[[object], Claim]
    there: Availability = field(default_factory=Availability)
    summary: str = "does what no backend should"

    def availability(self):
        return self.there

    def refuse(self, puzzle, settings):
        return None

    def solve(self, puzzle, settings, control):
        if puzzle.start.size == WARM_UP_CELLS:
            return Claim(Status.UNKNOWN)
        return self.act(puzzle)


SLEEPER = Misbehaving("sleeper", sleep)
SLOW = Misbehaving("slow", take_a_while)
EATER = Misbehaving("eater", eat)
RAISER = Misbehaving("raiser", fail)
ABORTER = Misbehaving("aborter", abort)
LIAR = Misbehaving("liar", lie)
BOASTER = Misbehaving("boaster", boast)
PRINTER = Misbehaving("printer", chatter)
READER = Misbehaving("reader", read)
LITTERER = Misbehaving("litterer", litter)
MISSING = Misbehaving("missing", fail, Availability(reason="its library is not there", cure="pip install it"))
