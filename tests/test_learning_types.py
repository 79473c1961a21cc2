"""What `learn_effects` is handed: arrays are taken, and everything else of the wrong kind is one clear line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lo_opt.errors import InputError
from lo_opt.learning import learn_effects

MISTAKES: list[tuple[Any, dict[str, Any], str]] = [
    (None, {}, "observations: None must be a list"),
    (5, {}, "observations: 5 must be a list"),
    ("10", {}, "observations: '10' must be a list"),
    ([None], {}, "observation 0: None must be (lights before, what was pressed, lights after)"),
    ([("00", 0)], {}, "observation 0: ('00', 0) must be (lights before"),
    ([("00", 0, "11", 1)], {}, "must be (lights before"),
    ([(None, 0, "11")], {}, "observation 0: board: 0-dimensional"),
    ([("00", 0, [[1], [1, 0]])], {}, "observation 0: board: the rows differ in length"),
    ([("00", 0, "1x")], {}, "observation 0: row 1, column 2: unknown symbol 'x'"),
    ([("00", None, "11")], {}, "observation 0: button None must be a whole number from 0, a list of them"),
    ([("00", "0", "11")], {}, "observation 0: button '0' must be a whole number from 0, a list of them"),
    ([("00", 0.5, "11")], {}, "observation 0: button 0.5 must be a whole number from 0, a list of them"),
    ([("00", True, "11")], {}, "observation 0: button True must be a whole number from 0, a list of them"),
    ([("00", [0.5], "11")], {}, "observation 0: button 0.5 must be a whole number from 0"),
    ([("00", {0: None}, "11")], {}, "observation 0: number of presses None must be a whole number from 0"),
    ([("00", 0, "11")], {"buttons": "2"}, "buttons: '2' must be a whole number"),
    ([("00", 0, "11")], {"buttons": 1.5}, "buttons: 1.5 must be a whole number"),
    ([("00", 0, "11")], {"states": "2"}, "states '2': must be a whole number"),
]


@pytest.mark.parametrize(("observations", "options", "message"), MISTAKES)
def test_mistakes(observations: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        learn_effects(observations, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_arrays() -> None:
    expected = learn_effects([("000", [0, 1], "101"), ("101", 1, "110")])
    zero, one, two = (np.array(lights) for lights in ([0, 0, 0], [1, 0, 1], [1, 1, 0]))
    assert learn_effects([(zero, np.array([0, 1]), one), (one, np.int64(1), two)]) == expected
    assert learn_effects([(zero[None], np.array([0, 1]), one[None]), (one[None], np.array(1), two[None])]) == expected
