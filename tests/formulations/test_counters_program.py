"""The program of the counting variant allows exactly the presses that reach the targets."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.formulations.counters import counting_program
from lo_opt.puzzle.counters import Counters

buttons_of_three = st.lists(st.dictionaries(st.integers(0, 2), st.integers(1, 3), max_size=3), min_size=1, max_size=3)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=3, max_size=3), buttons_of_three)
def test_allowed_values_are_the_presses_that_reach_the_targets(targets, buttons):
    counters = Counters.of(targets, buttons)
    program = counting_program(counters)
    assert not program.lower.any()
    used = [
        bool(button) for button in buttons
    ]  # presses of a button that adds nothing are in no solution that is least
    for presses in itertools.product(range(7), repeat=len(buttons)):
        reached = [sum(button.get(i, 0) * x for button, x in zip(buttons, presses, strict=True)) for i in range(3)]
        idle = any(x and not adds for x, adds in zip(presses, used, strict=True))
        values = np.array(presses, np.int64)
        assert (program.violation(values) == "") == (reached == targets and not idle)
        assert program.cost(values) == sum(presses)
        assert program.presses.apply(values).tolist() == list(presses)


def test_names_say_which_button_and_which_counter():
    names = counting_program(Counters.of([1, 1], [[0, 1], [1]])).names
    assert (names.variable(1), names.row(1)) == ("x_1", "counter_1")
