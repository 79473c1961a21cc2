"""Graphs as lists of edges, a pair of nodes a line: every node a light, all of them lit; knows no file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lo_opt.errors import InputError
from lo_opt.puzzle.formats.lines import lines_of
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes

NAME = "edges"
SUFFIXES = (".edges", ".edgelist")
_NEIGHBORHOODS = {None: "closed", "plus": "closed", "neighbors": "open"}
_WHOLE = re.compile("[0-9]{1,18}")


def recognises(text: str, states: int) -> bool:  # noqa: ARG001 - none is
    """Return False: pairs of numbers may be rows of cells, so that a suffix or the format's name must say so."""
    return False


def read(text: str, changes: Changes, origin: str) -> list[Puzzle]:
    """Return the puzzle of a graph: two nodes a line make an edge, one alone stands for itself; `#` begins a comment.

    Nodes that are all whole numbers are taken in rising order, others as they first appear. A press moves the node and
    its neighbours (rule plus), or only these (rule neighbors). All lights are lit.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> (puzzle,) = read("a b\\nb c\\n", UNCHANGED, "")
    >>> str(puzzle.start), puzzle.incidence().buttons.tolist()
    ('111', [0, 1, 0, 1, 2, 1, 2])

    Raises
    ------
    InputError
        For other lines, other rules, any wrap, and a text without nodes.
    """
    if changes.rule not in _NEIGHBORHOODS or changes.wrap is not None:
        raise InputError(
            "a graph takes no wrap, and of the rules only plus (a node and its neighbours) and neighbors (not itself)"
        )
    neighbours: dict[str, list[str]] = {}
    for line in lines_of(text, origin):
        nodes = re.split(r"[\s,]+", line.text.partition("#")[0].strip(" \t,"))
        if nodes == [""]:
            continue
        if len(nodes) > 2:
            raise InputError(f"{line.place}: {shown(line.text)} must be two nodes, or one without edges")
        neighbours.setdefault(nodes[0], []).extend(nodes[1:])
        if len(nodes) == 2:
            neighbours.setdefault(nodes[1], []).append(nodes[0])
    if not neighbours:
        raise InputError(f"{origin or 'the text'}: no nodes; write an edge a line, such as '0 1'")
    if all(_WHOLE.fullmatch(node) for node in neighbours):
        neighbours = {node: neighbours[node] for node in sorted(neighbours, key=lambda node: (int(node), node))}
    return [Puzzle.from_graph(neighbours, "on", changes.states or 2, neighborhood=_NEIGHBORHOODS[changes.rule])]
