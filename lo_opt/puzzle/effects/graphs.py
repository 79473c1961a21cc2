"""Graphs as buttons: the neighbourhood of every node, from networkx, a mapping or a list of edges; knows no lights."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle.checks import each
from lo_opt.wording import shown


@runtime_checkable
class NetworkxGraph(Protocol):
    """What is asked of a networkx graph: its nodes in order, and their neighbours (of a directed one, successors)."""

    @property
    def adj(self) -> Mapping[Any, Iterable[Any]]:
        """Node -> neighbours."""


Graph = NetworkxGraph | Mapping[Any, Iterable[Any]] | Iterable[Sequence[Any]]

NEIGHBORHOODS = {"closed": True, "open": False}


def lists_of_graph(graph: Graph, neighborhood: str = "closed") -> list[list[int]]:
    """Return for each node the numbers of the nodes in its neighbourhood, rising.

    >>> lists_of_graph({"a": "b", "b": "a", "c": ""}, "open")
    [[1], [0], []]
    >>> lists_of_graph([(2, 1), (1, 7)])
    [[0, 1, 2], [0, 1], [0, 2]]

    Raises
    ------
    InputError
        For a graph without nodes, edges that are no pairs, nodes that cannot be told apart by their hash, an unknown
        neighbourhood, or no graph at all.
    """
    if not isinstance(neighborhood, str) or neighborhood not in NEIGHBORHOODS:
        raise unknown_name("neighborhood", neighborhood, NEIGHBORHOODS)
    if isinstance(graph, NetworkxGraph):
        neighbours = {node: _nodes(others) for node, others in graph.adj.items()}
    elif isinstance(graph, Mapping):
        neighbours = {node: _nodes(others) for node, others in graph.items()}
        for others in list(neighbours.values()):
            for other in sorted((node for node in others if node not in neighbours), key=str):
                neighbours[other] = set()
    else:
        neighbours = _of_edges(graph)
    if not neighbours:
        raise InputError("graph: it has no nodes; every node is a light with its button")
    number = {node: n for n, node in enumerate(neighbours)}
    closed = NEIGHBORHOODS[neighborhood]
    return [
        sorted({number[other] for other in others} | ({number[node]} if closed else set()))
        for node, others in neighbours.items()
    ]


def _of_edges(edges: Iterable[Sequence[Hashable]]) -> dict[Hashable, set[Hashable]]:
    neighbours: dict[Hashable, set[Hashable]] = {}
    for edge in each(edges, "graph", "a networkx graph, a mapping node -> neighbours, or a list of edges"):
        if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 2:
            raise InputError(f"graph: {shown(edge)} is no edge; give pairs of nodes, such as (0, 1)")
        _nodes(edge)
        first, second = edge
        neighbours.setdefault(first, set()).add(second)
        neighbours.setdefault(second, set()).add(first)
    numbers = [node for node in neighbours if isinstance(node, int)]
    return {node: neighbours[node] for node in sorted(numbers)} if len(numbers) == len(neighbours) else neighbours


def _nodes(nodes: Iterable[Any]) -> set[Any]:
    """Return nodes as a set."""
    listed = iter(nodes) if isinstance(nodes, str) else each(nodes, "graph", "a list of neighbours")
    try:
        return set(listed)
    except TypeError:
        raise InputError(
            f"graph: {shown(nodes)}: a node must be hashable, such as a number, a text or a tuple"
        ) from None
