"""The counting variant: every solver against trying all presses, what is impossible, and false claims."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.answer import Limit, Proof, Status
from lo_opt.counters import solve_counters
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.formulations.counters import counting_program
from lo_opt.puzzle.counters import Counters
from lo_opt.puzzle.formats.button_lists import read_counters
from lo_opt.solvers.outcome import Outcome

EXAMPLES = [
    ("(3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}", 10),
    ("(0,2,3,4) (2,3) (0,4) (0,1,2) (1,2,3,4) {7,5,12,7,2}", 12),
    ("(0,1,2,3,4) (0,3,4) (0,1,2,4,5) (1,2) {10,11,11,5,10,5}", 11),
]


def least(counters):
    """Return the fewest presses by trying all, None if there are none."""
    most = max(counters.targets, default=0)
    found = [x for x in itertools.product(range(most + 1), repeat=len(counters.buttons)) if counters.fault(x) is None]
    return min(map(sum, found), default=None)


@st.composite
def small_counters(draw):
    lights = draw(st.integers(1, 3))
    button = st.dictionaries(st.integers(0, lights - 1), st.integers(1, 3), min_size=1, max_size=3)
    buttons = draw(st.lists(button, min_size=1, max_size=3))
    if draw(st.booleans()):  # targets that can be reached
        presses = draw(st.lists(st.integers(0, 2), min_size=len(buttons), max_size=len(buttons)))
        targets = [sum(b.get(i, 0) * x for b, x in zip(buttons, presses, strict=True)) for i in range(lights)]
    else:
        targets = draw(st.lists(st.integers(0, 5), min_size=lights, max_size=lights))
    return Counters.of(targets, buttons)


@settings(max_examples=25, deadline=None)
@given(small_counters())
def test_every_solver_against_trying_all_presses(counters):
    expected = least(counters)
    for backend in ("auto", "cpsat", "scip", "highs", "cbc"):
        answer = solve_counters(counters, backend)
        assert answer.press_count == expected, backend
        assert answer.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL), backend
        if answer.presses is not None:
            assert counters.fault(answer.presses) is None


@pytest.mark.parametrize(("line", "presses"), EXAMPLES)
@pytest.mark.parametrize("backend", ["auto", "scip", "cpsat", "highs", "cbc"])
def test_published_examples(line, presses, backend):
    (counters,) = read_counters(line)
    answer = solve_counters(counters, backend)
    assert (answer.status, answer.press_count, answer.bound) == (Status.OPTIMAL, presses, presses)


def test_parity_is_not_enough():
    # Modulo 2 one press of the button would do; counting, it cannot reach 1 and 3 at once.
    answer = solve_counters(Counters.of([1, 3], [[0, 1]]))
    assert (answer.status, answer.proof, answer.presses) == (Status.INFEASIBLE, Proof.SOLVER_CLAIM, None)


def test_buttons_that_add_to_nothing_are_not_pressed():
    answer = solve_counters(Counters.of([2], [[], [0]]))
    assert answer.presses == (0, 2)
    assert solve_counters(Counters.of([0, 0], [[0, 1]])).presses == (0,)


def test_goal_feasible_claims_no_minimum():
    answer = solve_counters(Counters.of([3, 5, 4, 7], [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]), goal="feasible")
    assert answer.status is Status.FEASIBLE
    assert answer.press_count >= 10
    assert solve_counters(Counters.of([0], [[0]]), goal="feasible").status is Status.OPTIMAL


def test_large_targets():
    answer = solve_counters(Counters.of([10**9, 10**9 - 1], [[0], [0, 1]]))
    assert answer.press_count == 10**9


def test_methods_modulo_the_states_are_refused():
    for backend in ("gf2", "chase"):
        with pytest.raises(UnsupportedError, match="counters have no modulus; use auto, cpsat, scip, highs, cbc"):
            solve_counters(Counters.of([1], [[0]]), backend)
    with pytest.raises(InputError, match="unknown backend"):
        solve_counters(Counters.of([1], [[0]]), "cpsatt")


@pytest.mark.parametrize(
    ("outcome", "status", "message"),
    [
        ({"values": [1, 1]}, Status.ERROR, "claims optimal, but counter 0 reaches 2; it must reach 3"),
        ({"values": [2, 1], "bound": 4}, Status.ERROR, "states a bound of 4 for 3 presses"),
        ({}, Status.ERROR, "gives no presses"),
        ({"status": Status.UNKNOWN, "limit": Limit.TIME, "bound": 2}, Status.UNKNOWN, ""),
        ({"status": Status.FEASIBLE, "values": [2, 1], "bound": 2}, Status.FEASIBLE, ""),
    ],
)
def test_claims_are_checked(monkeypatch, outcome, status, message):
    import numpy as np

    from lo_opt.solvers.cpsat import SOLVER

    fields = {"status": Status.OPTIMAL, **outcome}
    if "values" in fields:
        fields["values"] = np.array(fields["values"])
    monkeypatch.setattr(type(SOLVER), "solve", lambda *_: Outcome(**fields))
    answer = solve_counters(Counters.of([3, 1], [[0], [0, 1]]), "cpsat")
    assert answer.status is status
    assert message in answer.message
    assert (answer.presses is None) == (status in (Status.ERROR, Status.UNKNOWN))


@pytest.mark.parametrize(
    ("targets", "buttons", "message"),
    [
        ([], [[0]], "no counters"),
        ([1], [], "no buttons"),
        ([-1], [[0]], "target -1 must be a whole number from 0"),
        ([1.5], [[0]], "target 1.5 must be"),
        ([10**10], [[0]], "must be a whole number from 0 to 1,000,000,000"),
        ([1], [[1]], "button 0: counter 1 does not exist; counters are 0..0"),
        ([1], [{0: 0}], "button 0: amount 0 must be a whole number from 1"),
    ],
)
def test_bad_counters(targets, buttons, message):
    with pytest.raises(InputError) as caught:
        Counters.of(targets, buttons)
    assert message in str(caught.value)


def test_faults():
    counters = Counters.of([3, 1], [[0], [0, 1]])
    assert counters.fault([2, 1]) is None
    assert counters.fault([2]) == "1 number of presses for 2 buttons"
    assert counters.fault([4, -1]) == "a button is pressed -1 times"
    assert counting_program(counters).names.variable(1) == "x_1"
