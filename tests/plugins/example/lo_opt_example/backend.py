"""A whole backend: from a puzzle to a claim, in any way it likes; here by pressing at random until it fits."""

import numpy as np

from lo_opt.answer import Limit, Status
from lo_opt.contract import Availability, Claim, Refusal
from lo_opt.puzzle import Board


class Guess:
    """Presses at random."""

    name = "guess"
    summary = "presses at random until the board is solved"

    def availability(self):
        """Return that it is always there."""
        return Availability("1.0")

    def refuse(self, puzzle, settings):
        """Return why it does not take a puzzle."""
        if puzzle.button_count <= 16:
            return None
        return Refusal(f"{puzzle.button_count} buttons are too many to guess (at most 16)", "use gf2")

    def solve(self, puzzle, settings, control):
        """Return a claim; lo-opt verifies it."""
        rng = np.random.default_rng(settings.seed)
        while not control.expired:
            presses = Board.from_array(rng.integers(0, puzzle.states, puzzle.effects.button_shape), puzzle.states)
            if puzzle.apply(presses) == puzzle.target:
                return Claim(Status.FEASIBLE, presses=presses)
        return Claim(Status.UNKNOWN, Limit.TIME)


METHOD = Guess()
