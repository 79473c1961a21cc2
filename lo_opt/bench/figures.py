"""The figures of a report: those that a set of records can fill, drawn and captioned; writes no file."""

from __future__ import annotations

import io

from lo_opt.bench.frame import Frame
from lo_opt.bench.page import FigureBlock
from lo_opt.bench.plots import View, draw
from lo_opt.errors import InputError

DPI = 100
STUDIES = ("forbidden", "required", "row_budget")
Drawing = tuple[str, Frame, View, str]  # a name, the rows, how they are shown, and what that shows


def figures_of(frame: Frame) -> list[FigureBlock]:
    """Return the figures of a table's rows."""
    figures = [_figure(*drawing) for drawing in [*_times(frame), *_studies(frame)]]
    return [figure for figure in figures if figure is not None]


def _times(frame: Frame) -> list[Drawing]:
    """Return the figures about times and costs that these records can fill."""
    drawings: list[Drawing] = [
        (
            "time",
            frame,
            View(),
            "Seconds against the number of cells, one mark a run; hollow marks were not solved in time.",
        ),
        (
            "nullity",
            frame,
            View(x="nullity"),
            "The same times against the nullity: a board has 2^nullity solutions.",
        ),
        ("cactus", frame, View("cactus", x_scale="log"), "How many cells each backend solves within how many seconds."),
        (
            "profile",
            frame,
            View("profile", x_scale="log"),
            "Share of cells solved within a multiple of the fastest backend's time.",
        ),
    ]
    if len(frame.known("formulation").distinct("formulation")) > 1:
        drawings.append(("heatmap", frame, View("heatmap"), "Seconds by formulation and solver."))
    if any(frame["optimum_gap"]):
        view = View(y="optimum_gap", y_scale="linear")
        drawings.append(("gap", frame, view, "How far the cost found is above the linear-algebra optimum."))
    return drawings


def _studies(frame: Frame) -> list[Drawing]:
    """Return the figures of every condition that varies, the other conditions left aside."""
    drawings: list[Drawing] = []
    for study in STUDIES:
        own = frame.known(study)
        for other in STUDIES:
            if other != study:
                own = own.where(other, 0.0, None)
        if len(own.distinct(study)) > 1:
            drawings += _study(own, study)
    return drawings


def _study(own: Frame, study: str) -> list[Drawing]:
    words = study.replace("_", " ")
    solvable, allowed = own.where("presses", "any"), own.where("presses", "allowed")
    return [
        (
            f"{study}-solvable",
            solvable,
            View("curve", study, "solvable", "cells", None, y_scale="linear"),
            f"Boards that are still solvable when any presses have lit them, by {words}; 95% intervals.",
        ),
        (
            f"{study}-price",
            allowed,
            View("curve", study, "cost_ratio", "weights", None, y_scale="linear"),
            f"The price of the condition when allowed presses have lit the boards, by {words}: mean cost ratio, 95% "
            f"intervals.",
        ),
        (f"{study}-time", allowed, View("medians", study), f"Median seconds and quartiles, by {words}."),
    ]


def _figure(name: str, frame: Frame, view: View, caption: str) -> FigureBlock | None:
    try:
        figure = draw(frame, view)
    except InputError:  # these records know nothing of it
        return None
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=DPI)
    return FigureBlock(name, data.getvalue(), caption)
