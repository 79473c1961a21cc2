"""Graphs as buttons: the neighbourhood of every node, from networkx, a mapping or a list of edges; knows no lights."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle.wording import shown


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
        For a graph without nodes, edges that are no pairs, or an unknown neighbourhood.
    """
    if neighborhood not in NEIGHBORHOODS:
        raise unknown_name("neighborhood", neighborhood, NEIGHBORHOODS)
    if isinstance(graph, NetworkxGraph):
        neighbours = {node: set(others) for node, others in graph.adj.items()}
    elif isinstance(graph, Mapping):
        neighbours = {node: set(others) for node, others in graph.items()}
        for others in list(neighbours.values()):
            for other in sorted(others - neighbours.keys(), key=str):
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
    for edge in edges:
        if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 2:
            raise InputError(f"graph: {shown(edge)} is no edge; give pairs of nodes, such as (0, 1)")
        first, second = edge
        neighbours.setdefault(first, set()).add(second)
        neighbours.setdefault(second, set()).add(first)
    if all(isinstance(node, int) for node in neighbours):
        return {node: neighbours[node] for node in sorted(neighbours, key=lambda node: int(str(node)))}
    return neighbours
