"""Graphs as puzzles: networkx and brute force as oracles, edge lists, and one clear line for what is no graph."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import every_solution

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.formats.edges import read


def dense(puzzle):
    effects = puzzle.incidence()
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), int)
    matrix[effects.lights, effects.buttons] = effects.amounts
    return matrix


@st.composite
def graphs(draw, nodes=7, directed=False):
    count = draw(st.integers(1, nodes))
    pairs = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=14))
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(draw(st.permutations(range(count))))
    graph.add_edges_from(pairs)
    return graph


@given(graphs() | graphs(directed=True), st.sampled_from(["closed", "open"]))
def test_effects_are_the_adjacency_matrix(graph, neighborhood):
    puzzle = Puzzle.from_graph(graph, neighborhood=neighborhood)
    adjacency = nx.to_numpy_array(graph, nodelist=list(graph)).astype(int).T  # column j: what node j reaches
    if neighborhood == "closed":
        adjacency = adjacency | np.eye(len(graph), dtype=int)
    np.testing.assert_array_equal(dense(puzzle), adjacency)
    assert puzzle.start.count == len(graph)


@settings(max_examples=60, deadline=None)
@given(graphs(), st.sampled_from(["closed", "open"]), st.sampled_from([2, 3]), st.data())
def test_random_graphs_against_trying_all_presses(graph, neighborhood, states, data):
    if states ** len(graph) > 800:
        return
    lights = data.draw(st.lists(st.integers(0, states - 1), min_size=len(graph), max_size=len(graph)))
    puzzle = Puzzle.from_graph(graph, lights, states, neighborhood=neighborhood)
    number = {node: n for n, node in enumerate(graph)}
    lists = []
    for node in graph:
        reached = set(graph[node]) | ({node} if neighborhood == "closed" else set())
        lists.append([number[other] for other in reached])
    expected = min((cost for _, cost in every_solution(puzzle, lists)), default=None)
    answer = lo.solve(puzzle)
    assert answer.cost == expected
    assert (answer.status == "infeasible") == (expected is None)


@given(graphs())
def test_all_lights_of_any_graph_can_be_turned_off(graph):
    assert lo.solve(Puzzle.from_graph(graph)).presses is not None  # Sutner, 1989


def test_forms_of_a_graph():
    path = nx.path_graph(4)
    expected = dense(Puzzle.from_graph(path))
    mapping = {node: list(path[node]) for node in path}
    for form in (mapping, list(path.edges), [(3, 2), [1, 2], (1, 0), (0, 1)], nx.MultiGraph([*path.edges, (0, 1)])):
        np.testing.assert_array_equal(dense(Puzzle.from_graph(form)), expected)
    assert Puzzle.from_graph({"a": ["b"], "b": []}).incidence().lights.tolist() == [0, 1, 1]
    assert Puzzle.from_graph([("x", "a")], "10").start == Board.parse("10")
    assert Puzzle.from_graph([(0, 1)], "off", target="on").target.count == 2


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        ([], "graph: it has no nodes"),
        ({}, "graph: it has no nodes"),
        (nx.Graph(), "graph: it has no nodes"),
        ([(0, 1, 2)], "graph: (0, 1, 2) is no edge; give pairs of nodes"),
        (["ab"], "graph: 'ab' is no edge"),
        ([3], "graph: 3 is no edge"),
    ],
)
def test_what_is_no_graph(graph, message):
    with pytest.raises(InputError) as caught:
        Puzzle.from_graph(graph)
    assert message in str(caught.value)


def test_unknown_neighborhood():
    with pytest.raises(InputError, match=r"unknown neighborhood 'opne'; .*did you mean 'open'"):
        Puzzle.from_graph([(0, 1)], neighborhood="opne")


@given(graphs(), st.sampled_from([None, "plus", "neighbors"]))
def test_files_of_edges(graph, rule):
    lines = [*(f"{a} {b}" for a, b in graph.edges), *map(str, graph)]
    (puzzle,) = read("# a graph\n" + "\n".join(lines), Changes(rule=rule), "g.edges")
    ordered = nx.Graph()
    ordered.add_nodes_from(sorted(graph))
    ordered.add_edges_from(graph.edges)
    expected = Puzzle.from_graph(ordered, neighborhood="open" if rule == "neighbors" else "closed")
    assert puzzle == expected


def test_names_and_separators(tmp_path):
    file = tmp_path / "house.edges"
    file.write_text("attic, roof\nroof  cellar # stairs\n\nshed\n")
    puzzle = Puzzle.read(file)
    assert (puzzle.name, puzzle.light_count) == ("house", 4)
    np.testing.assert_array_equal(dense(puzzle)[:3, :3], [[1, 1, 0], [1, 1, 1], [0, 1, 1]])


@pytest.mark.parametrize(
    ("text", "changes", "message"),
    [
        ("", UNCHANGED, "the text: no nodes"),
        ("# nothing\n", UNCHANGED, "the text: no nodes"),
        ("0 1 2\n", UNCHANGED, "line 1: '0 1 2' must be two nodes"),
        ("0 1\n0 1 {'weight': 3}\n", UNCHANGED, "line 2: "),
        ("0 1", Changes(rule="king"), "of the rules only plus"),
        ("0 1", Changes(wrap="torus"), "a graph takes no wrap"),
    ],
)
def test_bad_files_of_edges(text, changes, message):
    with pytest.raises(InputError) as caught:
        read(text, changes, "")
    assert message in str(caught.value)


def test_the_rings_of_a_torus_are_a_graph():
    torus = nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 5, periodic=True), ordering="sorted")
    on_grid = Puzzle.grid(Board.filled(4, 5, 1), wrap="torus")
    np.testing.assert_array_equal(dense(Puzzle.from_graph(torus)), dense(on_grid))
    assert list(itertools.islice(torus, 3)) == [0, 1, 2]
