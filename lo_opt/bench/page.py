"""A page of headings, paragraphs, tables and figures, as Markdown or HTML; knows nothing of benchmarks."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from dataclasses import dataclass, field

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}th,td{padding:.25rem .7rem;text-align:right}"
    "th{border-bottom:2px solid #888}td{border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}"
    "img{max-width:100%}figcaption{font-size:.9rem;color:#555}figure{margin:1.5rem 0}"
)


@dataclass(frozen=True)
class TableBlock:
    """A table: headings, and rows of as many texts."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class FigureBlock:
    """A picture: its file name, the bytes of its PNG, and what it shows."""

    name: str
    png: bytes
    caption: str


@dataclass(frozen=True)
class ListBlock:
    """A list of points."""

    points: Sequence[str]


Block = str | TableBlock | FigureBlock | ListBlock


@dataclass
class Page:
    """A title and sections, each a heading with blocks; a block that is text is a paragraph."""

    title: str
    sections: list[tuple[str, list[Block]]] = field(default_factory=list)

    def add(self, heading: str, *blocks: Block) -> None:
        """Add a section."""
        self.sections.append((heading, list(blocks)))

    @property
    def figures(self) -> list[FigureBlock]:
        """All figures."""
        return [block for _, blocks in self.sections for block in blocks if isinstance(block, FigureBlock)]

    def to_markdown(self, figure_folder: str) -> str:
        """Return Markdown whose figures are PNG files in a folder beside it.

        >>> page = Page("Times")
        >>> page.add("Results", "All well.", TableBlock(["backend", "s"], [["a|b", "1"]]))
        >>> print(page.to_markdown("figures"), end="")
        # Times
        <BLANKLINE>
        ## Results
        <BLANKLINE>
        All well.
        <BLANKLINE>
        | backend | s |
        | :--- | ---: |
        | a\\|b | 1 |
        """
        parts = [f"# {self.title}"]
        for heading, blocks in self.sections:
            parts.append(f"## {heading}")
            parts += [_markdown(block, figure_folder) for block in blocks]
        return "\n\n".join(parts) + "\n"

    def to_html(self) -> str:
        """Return HTML with everything in it, figures included."""
        body = [f"<h1>{html.escape(self.title)}</h1>"]
        for heading, blocks in self.sections:
            body.append(f"<h2>{html.escape(heading)}</h2>")
            body += [_html(block) for block in blocks]
        head = f'<meta charset="utf-8"><title>{html.escape(self.title)}</title><style>{STYLE}</style>'
        return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(body) + "\n</body></html>\n"


def _markdown(block: Block, folder: str) -> str:
    if isinstance(block, FigureBlock):
        return f"![{block.caption}]({folder}/{block.name}.png)\n\n*{block.caption}*"
    if isinstance(block, ListBlock):
        return "\n".join(f"- {point}" for point in block.points)
    if isinstance(block, str):
        return block
    rule = [":---", *["---:"] * (len(block.headings) - 1)]
    rows = [block.headings, rule, *([cell.replace("|", "\\|") for cell in row] for row in block.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _html(block: Block) -> str:
    if isinstance(block, FigureBlock):
        data, caption = base64.b64encode(block.png).decode("ascii"), html.escape(block.caption)
        image = f'<img alt="{caption}" src="data:image/png;base64,{data}">'
        return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"
    if isinstance(block, ListBlock):
        return f"<ul>{''.join(f'<li>{html.escape(point)}</li>' for point in block.points)}</ul>"
    if isinstance(block, str):
        return f"<p>{html.escape(block)}</p>"
    head = "".join(f"<th>{html.escape(text)}</th>" for text in block.headings)
    rows = "".join(f"<tr>{''.join(f'<td>{html.escape(text)}</td>' for text in row)}</tr>" for row in block.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
