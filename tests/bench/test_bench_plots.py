"""Figures show what the records say: marks, time-outs, curves, colours."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from bench.bench_harness import record, records_of
from lo_opt.bench import Records, Variant
from lo_opt.bench.frame import Frame
from lo_opt.bench.plots import draw, save, view_of
from lo_opt.bench.plots.ranking import performance_profile, solved_by_time
from lo_opt.bench.plots.style import COLOURS, looks
from lo_opt.bench.stats import shifted_geometric_mean
from lo_opt.errors import InputError


def frame_of(*cells, **boards):
    return Frame(records_of(*cells, **boards).to_table())


@pytest.fixture
def some():
    """Two backends, both goals, three sizes; one time-out, one crash, one refusal."""
    cells = [
        record(backend, 0.01 * rows, rows=rows, goal=goal, cost=5, bound=5)
        for backend, rows, goal in itertools.product(["scip:parity", "gf2"], [4, 5, 6], ["optimal", "feasible"])
    ]
    cells += [
        record("cbc:hull", 5.02, "feasible", rows=6, limit="time", cost=6, bound=4),
        record("cbc:hull", None, "crashed", rows=5),
        record("cbc:hull", None, "refused", rows=4),
    ]
    return frame_of(*cells, optimum=5, bound=5, nullity=4)


def marks(panel, kind):
    """Count the marks of a panel: filled, hollow, or crosses."""
    found = {"filled": 0, "hollow": 0, "cross": 0}
    for scatter in panel.collections:
        path = scatter.get_paths()[0]
        name = "filled" if len(scatter.get_facecolors()) else "hollow"
        found["cross" if len(path.vertices) == 4 and name == "hollow" else name] += len(scatter.get_offsets())
    return found[kind]


def test_the_articles_figure(some):
    figure = draw(some, view_of(some))
    left, right = figure.axes
    assert (left.get_title(), right.get_title()) == ("Any solution", "The optimum")
    assert left.get_xlabel() == right.get_xlabel() == "Number of cells"
    assert left.get_ylabel() == "Seconds"
    assert (marks(left, "filled"), marks(left, "hollow")) == (6, 0)
    assert sum(len(scatter.get_offsets()) for scatter in right.collections) == 6 + 1 + 1  # a refusal is no run
    hollow = [scatter for scatter in right.collections if not len(scatter.get_facecolors())]
    assert [offset[1] for scatter in hollow for offset in scatter.get_offsets()] == [5.0]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["scip:parity", "gf2", "cbc:hull", "not in time", "failed"]


def test_marks_at_one_place_stand_side_by_side(some):
    _, right = draw(some, view_of(some)).axes
    places = [tuple(offset) for scatter in right.collections for offset in scatter.get_offsets().tolist()]
    assert len({x for x, _ in places}) == len(places)


def test_colour_and_facets_by_nullity():
    cells = [record("gf2", 0.1, rows=rows, seed=seed) for rows in (4, 5, 9) for seed in range(4)]
    records = records_of(*cells)
    for cell in cells:
        board = records.boards[cell.board]
        facts = {f: getattr(board.result, f) for f in board.result.__struct_fields__}
        nullity = {4: 4, 5: 2, 9: 8}[cell.cell.board.rows]
        records.boards[cell.board] = type(board)(
            **{f: getattr(board, f) for f in board.__struct_fields__ if f != "result"},
            result=type(board.result)(**facts | {"nullity": nullity}),
        )
    frame = Frame(records.to_table())
    coloured = draw(frame, view_of(frame, color="nullity"))
    assert coloured.axes[-1].get_ylabel().startswith("Nullity")
    split = draw(frame, view_of(frame, facet="nullity"))
    assert [panel.get_title() for panel in split.axes] == ["nullity 2", "nullity 4", "nullity 8"]


def test_medians_count_what_is_not_solved_at_the_limit():
    variant = Variant(forbidden=0.1)
    cells = [record("gf2", s, seed=i, variant=variant) for i, s in enumerate([1.0, 2.0])]
    cells.append(record("gf2", None, "killed", seed=9, variant=variant))
    frame = frame_of(*cells)
    view = view_of(frame, x="forbidden")
    assert view.kind == "medians"
    (panel,) = draw(frame, view).axes
    assert panel.lines[0].get_ydata().tolist() == [2.0]


def test_curves_count_each_board_once_and_show_the_theory():
    def cells(share, solvable, count):
        variant = Variant(forbidden=share, presses="any")
        made = [record(b, seed=s, variant=variant) for s in range(count) for b in ("gf2", "scip")]
        return records_of(*made, status="optimal" if solvable else "infeasible", solvable_share=1 - share)

    parts = [cells(0.0, True, 4), cells(0.5, False, 2)]
    boards = parts[0].boards | parts[1].boards
    frame = Frame(Records(None, parts[0].cells + parts[1].cells, boards).to_table())
    view = view_of(frame, x="forbidden", y="solvable", color="presses")
    assert view.kind == "curve"
    (panel,) = draw(frame, view).axes
    curve, *_ = [line for line in panel.lines if line.get_linestyle() == "-"]
    theory = panel.lines[-1]
    assert curve.get_ydata().tolist() == [1.0, 0.0]
    assert theory.get_ydata().tolist() == [1.0, 0.5]


def test_the_price_of_a_constraint():
    cells = [record("gf2", seed=seed, variant=Variant(forbidden=0.2)) for seed in range(3)]
    frame = frame_of(*cells, optimum=15, bound=15, free_optimum=10)
    (panel,) = draw(frame, view_of(frame, x="forbidden", y="cost-ratio")).axes
    assert panel.lines[0].get_ydata().tolist() == [1.5]


def test_cactus_and_profile_by_hand():
    cells = [
        record("fast", 1.0, seed=1),
        record("fast", 2.0, seed=2),
        record("slow", 4.0, seed=1),
        record("slow", 5.1, "feasible", seed=2, limit="time"),
        record("fast", 5.1, "feasible", seed=3, limit="time"),
        record("slow", 5.1, "feasible", seed=3, limit="time"),
    ]
    frame = frame_of(*cells)
    solved = solved_by_time(frame, "backend")
    assert solved["fast"][0].tolist() == [1.0, 2.0]
    assert solved["slow"][1].tolist() == [1.0]
    profile = performance_profile(frame, "backend")
    assert [array.tolist() for array in profile["fast"]] == [[1.0, 1.0], [1 / 3, 2 / 3]]
    assert [array.tolist() for array in profile["slow"]] == [[4.0], [1 / 3]]


def test_the_heat_map_names_every_pair_that_ran(some):
    figure = draw(some, view_of(some, kind="heatmap"))
    texts = [text.get_text() for text in figure.axes[1].texts]
    assert len(texts) == 2
    assert any(text.endswith("100% solved") for text in texts)
    assert any(text.endswith("0% solved") for text in texts)


@pytest.mark.parametrize(
    ("kind", "suffix"),
    [
        ("marks", ".png"),
        ("marks", ".svg"),
        ("marks", ".pdf"),
        *((kind, ".svg") for kind in ("medians", "curve", "cactus", "profile", "heatmap")),
    ],
)
def test_every_kind_and_every_form(some, tmp_path, kind, suffix):
    view = view_of(some, kind=kind, y="optimum" if kind == "curve" else None)
    save(draw(some, view), tmp_path / f"figure{suffix}")
    head = (tmp_path / f"figure{suffix}").read_bytes()[:8]
    assert head.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix])


def test_the_same_records_give_the_same_file(some, tmp_path):
    for name in ("a.svg", "b.svg"):
        save(draw(some, view_of(some)), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_colours_stand_out_on_paper_and_marks_differ():
    for colour in COLOURS:
        assert 1.05 / (luminance(colour) + 0.05) > 2.2, colour  # contrast to white
    names = [f"{s}:{f}" for s in ("scip", "cbc", "cpsat", "highs") for f in ("parity", "xor", "hull", "coset")]
    found = looks([*names, "gf2", "chase"])
    assert len({(look.colour, look.marker) for look in found.values()}) == len(found)


def test_what_cannot_be_drawn(some, tmp_path):
    for options, message in (
        ({"kind": "pie"}, "unknown kind of figure 'pie'"),
        ({"x": "size"}, "unknown column 'size'"),
        ({"y": "second"}, "did you mean 'seconds'?"),
        ({"x_scale": "cubic"}, "unknown scale 'cubic'"),
    ):
        with pytest.raises(InputError, match=message.replace("?", r"\?")):
            view_of(some, **options)
    with pytest.raises(InputError, match="no records"):
        draw(some.take([]), view_of(some))
    with pytest.raises(InputError, match="no record knows both"):
        draw(some, view_of(some, y="solvable-share", x="row-budget"))
    with pytest.raises(InputError, match=r"unknown suffix '\.gif'"):
        save(draw(some, view_of(some)), tmp_path / "figure.gif")


def test_the_shifted_geometric_mean_by_its_definition():
    times = [0.02, 1.0, 30.0]
    product = math.prod(t + 0.5 for t in times)
    assert shifted_geometric_mean(times, 0.5) == pytest.approx(product ** (1 / 3) - 0.5)
    assert shifted_geometric_mean([2.0, 2.0]) == pytest.approx(2.0)
