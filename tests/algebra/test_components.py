import dataclasses

import networkx
import numpy as np
import pytest
from gf2_cases import (
    NEIGHBORS,
    ExpiringControl,
    grid_matrix,
    interrupting,
    matrices,
    members,
    spaces_with_weights,
    sparse,
    vectors,
)
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import smallsystem
from lo_opt.algebra.components import connected_components, lightest_of_system
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.matroid import lightest_by_parts, matroid_components, unimproved
from lo_opt.control import Control
from lo_opt.errors import InputError


def by_transform(space, weights, indices, control):
    assert len(indices) == len(weights) == space.size
    return lightest_by_transform(space, weights, control)


@given(matrices())
def test_components_are_those_of_the_graph(matrix):
    graph = networkx.Graph()
    graph.add_nodes_from(("equation", i) for i in range(matrix.shape[0]))
    graph.add_nodes_from(("unknown", j) for j in range(matrix.shape[1]))
    graph.add_edges_from((("equation", i), ("unknown", j)) for i, j in np.argwhere(matrix).tolist())
    of_equation, of_unknown, count = connected_components(*sparse(matrix), matrix.shape[1])
    labels = {"equation": of_equation, "unknown": of_unknown}
    components = [{labels[kind][i] for kind, i in nodes} for nodes in networkx.connected_components(graph)]
    assert all(len(component) == 1 for component in components)
    assert set().union(*components) == set(range(count))
    assert len(components) == count


def test_a_long_shuffled_path_is_one_component():
    places = np.random.default_rng(0).permutation(10_000)
    pairs = np.stack([places[:-1], places[1:]], axis=1)
    of_equation, of_unknown, count = connected_components(np.arange(0, 2 * len(pairs) + 1, 2), pairs.ravel(), 10_000)
    assert count == 1
    assert not of_equation.any()
    assert not of_unknown.any()


@given(matrices(), st.integers(0, 2**32), st.booleans(), st.sampled_from([8, -1]))
def test_the_lightest_of_a_system_is_that_of_all_vectors(matrix, seed, solvable, listed):
    rng = np.random.default_rng(seed)
    rows, cols = matrix.shape
    weights = rng.integers(0, 4, cols)
    wide = matrix.astype(np.int64)
    right = wide @ rng.integers(0, 2, cols) % 2 if solvable else rng.integers(0, 2, rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smallsystem, "_NULLITY_LISTED", listed)
        found = lightest_of_system(*sparse(matrix), right, weights, by_transform)
    solutions = vectors(cols)[(vectors(cols) @ wide.T % 2 == right).all(axis=1)]
    assert found.nullity == Elimination(*sparse(matrix), cols).nullity
    if not len(solutions):
        assert found.lightest is None
        assert not (found.certificate @ wide % 2).any()
        assert found.certificate @ right % 2 == 1
        return
    assert found.certificate is None
    costs = solutions @ weights
    lightest = found.lightest
    assert (wide @ lightest.presses % 2 == right).all()
    assert lightest.cost == lightest.bound == costs.min() == lightest.presses @ weights
    assert lightest.optimal_count == (costs == costs.min()).sum()
    assert lightest.exhausted


def test_small_and_large_components_mix():
    """A lamp with two buttons, an isolated button, and an all-lit 9 × 9 board, in shuffled order."""
    board = grid_matrix(9, 9)
    matrix = np.zeros((82, 84), np.uint8)
    matrix[0, :2] = 1
    matrix[1:, 3:] = board
    shuffle = np.random.default_rng(3).permutation(84)
    seen = []

    def solve_part(space, weights, indices, control):
        seen.extend(indices.tolist())
        return lightest_by_transform(space, weights, control)

    found = lightest_of_system(*sparse(matrix[:, shuffle]), np.ones(82, int), np.ones(84, int), solve_part)
    assert found.lightest.cost == 1 + 25
    assert (matrix[:, shuffle].astype(int) @ found.lightest.presses % 2 == 1).all()
    assert (found.nullity, found.parts) == (1 + 1 + 8, 3)
    assert set(shuffle[seen]) <= set(range(3, 84))
    assert found.lightest.how.startswith("2 small components listed; ")


def test_a_large_unsolvable_component_yields_a_certificate():
    matrix = np.zeros((82, 82), np.uint8)
    matrix[0, 0] = 1
    matrix[1:, 1:] = grid_matrix(9, 9)
    right = np.eye(82, dtype=int)[1]
    found = lightest_of_system(*sparse(matrix), right, np.ones(82, int), by_transform)
    assert found.lightest is None
    assert not (found.certificate @ matrix.astype(int) % 2).any()
    assert found.certificate @ right % 2 == 1
    assert found.nullity == 8


def test_a_wrong_right_hand_side_is_refused():
    with pytest.raises(InputError, match="right-hand side of 1 bits"):
        lightest_of_system([0, 1], [0], [1, 0], [1], by_transform)


@given(spaces_with_weights())
def test_a_space_is_the_direct_sum_of_its_matroid_components(case):
    space, weights = case
    parts = matroid_components(space)
    everywhere = [i for indices, _ in parts for i in indices.tolist()]
    assert len(everywhere) == len(set(everywhere))
    assert sum(part.nullity for _, part in parts) == space.nullity
    combined = {space.particular.tobytes()}
    for indices, part in parts:
        for presses in members(part):
            for one in list(combined):
                other = np.frombuffer(one, np.uint8).copy()
                other[indices] = presses
                combined.add(other.tobytes())
    assert combined == {presses.tobytes() for presses in members(space)}
    whole, split = lightest_by_transform(space, weights), lightest_by_parts(space, weights, by_transform)
    assert (split.cost, split.optimal_count, split.exhausted) == (whole.cost, whole.optimal_count, True)
    assert split.presses @ weights == split.cost


@pytest.mark.parametrize("n", [4, 5, 7, 8])
def test_neighbors_only_falls_apart_by_colour(n):
    space = Elimination(*sparse(grid_matrix(n, n, NEIGHBORS)), n * n).space(np.zeros(n * n, int))
    colours = [{sum(divmod(int(i), n)) % 2 for i in indices} for indices, _ in matroid_components(space)]
    assert all(len(colour) == 1 for colour in colours)
    assert set().union(*colours) == {0, 1}


def neighbors_space(n=8):
    return Elimination(*sparse(grid_matrix(n, n, NEIGHBORS)), n * n).space(np.zeros(n * n, int))


def test_after_the_deadline_parts_stay_as_they_are():
    space = neighbors_space()
    space = dataclasses.replace(space, particular=members(space)[77])
    weights = np.ones(64, np.int64)
    for checks in range(6):
        found = lightest_by_parts(space, weights, by_transform, ExpiringControl(checks=checks))
        assert found.bound <= 0 <= found.cost == found.presses.sum()
        assert found.exhausted == (found.bound == found.cost)
        assert not found.interrupted


def test_an_interrupt_ends_all_parts():
    space = neighbors_space()
    space = dataclasses.replace(space, particular=members(space)[77])
    asked = []

    def solve_part(space, weights, indices, control):
        asked.append(indices)
        return lightest_by_transform(space, weights, control)

    found = lightest_by_parts(space, np.ones(64, np.int64), solve_part, interrupting(after=0))
    assert found.interrupted
    assert len(asked) == 1
    assert found.bound <= 0 <= found.cost == found.presses.sum()


def three_boards(solve_part, control=None):
    """The solution of three 4 × 4 boards in one system, of nullity 4 each."""
    system = sparse(np.kron(np.eye(3, dtype=np.uint8), grid_matrix(4, 4)))
    return lightest_of_system(*system, np.zeros(48, int), np.ones(48, int), solve_part, control).lightest


@pytest.mark.parametrize("refused", [None, 1])
def test_an_interrupt_ends_all_components(monkeypatch, refused):
    """Whether or not there is memory for the second of them."""
    monkeypatch.setattr(smallsystem, "_NULLITY_LISTED", -1)
    kernel, kernels, asked = Elimination.kernel, [], []

    def kernel_unless_refused(form, control):
        kernels.append(form)
        if len(kernels) - 1 == refused:
            raise MemoryError("too large")
        return kernel(form, control)

    def solve_part(space, weights, indices, control):
        asked.append(indices)
        return unimproved(space, weights, interrupted=True)

    monkeypatch.setattr(Elimination, "kernel", kernel_unless_refused)
    assert three_boards(solve_part).interrupted
    assert len(kernels) == 3
    assert len(asked) == 1


def test_each_component_and_each_part_has_its_share_of_the_time_left(monkeypatch):
    monkeypatch.setattr(smallsystem, "_NULLITY_LISTED", -1)
    seconds, deadlines = 10**6, []
    control = Control.limited(seconds)
    start = control.deadline - seconds

    def solve_part(space, weights, indices, control):
        deadlines.append((control.deadline - start) / seconds)
        return lightest_by_transform(space, weights, control)

    assert three_boards(solve_part, control).exhausted
    assert deadlines == pytest.approx([1 / 3, 1 / 2, 1], abs=0.01)
    deadlines.clear()
    assert lightest_by_parts(neighbors_space(4), np.ones(16, np.int64), solve_part, control).exhausted
    assert deadlines == pytest.approx([1 / 2, 1], abs=0.01)


@given(spaces_with_weights())
def test_what_is_not_searched_has_a_valid_bound(case):
    space, weights = case
    found = unimproved(space, weights)
    assert found.presses is space.particular
    assert found.bound <= (members(space) @ weights).min() <= found.cost == space.particular @ weights


def test_parts_run_under_the_control_that_was_given():
    control = Control()

    def solve_part(space, weights, indices, given):
        assert given is control
        return lightest_by_transform(space, weights, given)

    assert lightest_by_parts(neighbors_space(4), np.ones(16, np.int64), solve_part, control).cost == 0
