"""The report says what was run, who solved what, what disagrees and what failed, in Markdown and HTML."""

from __future__ import annotations

import html.parser

import msgspec
import pytest

from bench.bench_harness import record, records_of
from lo_opt.bench import Records, Variant
from lo_opt.bench.figures import figures_of
from lo_opt.bench.frame import Frame
from lo_opt.bench.page import FigureBlock
from lo_opt.bench.report import report, write_report
from lo_opt.errors import InputError


@pytest.fixture
def records():
    cells = [
        record("scip:parity", 0.5, cost=7, bound=7, solver="scip", solver_version="10.0", cpu_s=0.1),
        record("gf2", 0.001, cost=7, bound=7, solver_version="0.1.0", cpu_s=0.001),
        record("gf2", 0.002, "feasible", goal="feasible", cost=9),
        record("cbc", None, "crashed", message="ended by SIGSEGV"),
    ]
    return records_of(*cells, optimum=7, bound=7, nullity=2)


def test_markdown(records, tmp_path):
    write_report(records, tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text()
    assert "Every proved statement agrees" in text
    assert "a processor, 2 cores, 8 GiB, Linux x86_64" in text
    assert "| scip:parity | 1 | 100% | 0.5 | 0.5 | 0.5 | 0.0% | 32 | 0.2 |" in text
    assert "| cbc | crashed | ended by SIGSEGV | 1 |" in text
    assert "| scip | 10.0 |" in text
    assert "The machine was not idle: in 1 of 1 cells" in text
    figures = sorted(path.name for path in (tmp_path / "page").iterdir())
    assert figures == ["cactus.png", "gap.png", "nullity.png", "profile.png", "time.png"]
    assert all(f"](page/{name})" in text for name in figures)


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_is_whole_and_stands_alone(records, tmp_path):
    write_report(records, tmp_path / "page.html")
    parser = Tags()
    parser.feed((tmp_path / "page.html").read_text())
    assert parser.open == []
    images = [attributes for tag, attributes in parser.seen if tag == "img"]
    assert len(images) == 5
    assert all(image["src"].startswith("data:image/png;base64,") and image["alt"] for image in images)
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_disagreements_are_listed(monkeypatch):
    monkeypatch.setattr("lo_opt.bench.report.figures_of", lambda frame: [])
    page = report(records_of(record("gf2", cost=9, bound=9), optimum=7, bound=7))
    text = page.to_markdown("figures")
    assert "1 statements cannot all be true:\n\n- random 5x5 seed 1 by gf2, goal optimal proves at least 9" in text


def test_conditions_get_figures_of_their_own(monkeypatch):
    monkeypatch.setattr("lo_opt.bench.figures._times", lambda frame: [])
    variants = [Variant(forbidden=share, presses=presses) for share in (0.0, 0.1) for presses in ("any", "allowed")]
    cells = [record("gf2", variant=variant) for variant in [*variants, Variant(row_budget=3)]]
    figures = figures_of(Frame(records_of(*cells, optimum=7, bound=7, free_optimum=6).to_table()))
    assert [figure.name for figure in figures] == ["forbidden-solvable", "forbidden-price", "forbidden-time"]


def test_figures_of_several_machines_do_not_overwrite_each_other(records, monkeypatch):
    monkeypatch.setattr("lo_opt.bench.report.figures_of", lambda frame: [FigureBlock("time", b"", "times")])
    here, *others = records.cells
    there = msgspec.structs.replace(here, machine=msgspec.structs.replace(here.machine, id="other"))
    page = report(Records(None, (there, *others), records.boards))
    assert [figure.name for figure in page.figures] == ["other-time", "abcdef-time"]


def test_csv(records, tmp_path):
    write_report(records, tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text() == records.to_csv()


def test_what_cannot_be_written(records, tmp_path):
    with pytest.raises(InputError, match=r"unknown suffix '.doc'; reports are written as .html, .md, .csv"):
        write_report(records, tmp_path / "page.doc")
    with pytest.raises(InputError, match="no records"):
        report(Records(None, (), {}))
    (tmp_path / "page").touch()
    with pytest.raises(InputError, match="page cannot be made: file exists"):
        write_report(records, tmp_path / "page.md")
