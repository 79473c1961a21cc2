"""What the tests of the documentation read: pages as blocks of code, commands, inline code, links, headings, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(((?:[^()\s]|\([^()\s]*\))+)\)")
_FENCE = re.compile(r"(`{3,})\s*([\w+-]*)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the number of its first line."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command line, its exit code, and what the page shows of its output (None: nothing).

    `mentioned` says that it stands in the running text.
    """

    text: str
    line: int
    code: int = 0
    shown: str | None = None
    mentioned: bool = False


@dataclass(frozen=True)
class Page:
    """One Markdown file."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def _parts(self) -> tuple[list[Block], str]:
        """The fenced blocks, and the page without them, of as many lines."""
        blocks, prose, inside = [], [], None
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), 1):
            fence = _FENCE.match(line)
            if inside is None and fence:
                inside, lines = (fence[1], fence[2], number + 1), []
            elif inside and line.strip() == inside[0]:
                blocks.append(Block(inside[1], "\n".join(lines), inside[2]))
                inside = None
            elif inside:
                lines.append(line)
            prose.append("" if inside or fence else line)
        assert inside is None, f"{self.name}: the block of line {inside[2]} does not end"
        return blocks, "\n".join(prose)

    @property
    def blocks(self) -> list[Block]:
        return self._parts[0]

    @property
    def prose(self) -> str:
        return self._parts[1]

    @property
    def words(self) -> str:
        """The prose with single blanks, for looking for sentences."""
        return " ".join(self.prose.split())

    @property
    def inline(self) -> list[tuple[str, int]]:
        """Inline code, and the lines where it begins."""
        found, line = [], 1
        for paragraph in re.split(r"(\n\s*\n)", self.prose):
            for span in re.finditer(r"`([^`]+)`", paragraph):
                found.append((" ".join(span[1].split()), line + paragraph[: span.start()].count("\n")))
            line += paragraph.count("\n")
        return found

    @property
    def links(self) -> list[str]:
        return _LINK.findall(re.sub(r"`[^`]*`", "", self.prose))

    @property
    def anchors(self) -> set[str]:
        """What `#...` may follow the page's name: its headings as they are turned into anchors."""
        headings = re.findall(r"^#+ (.*)$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}

    def table(self, heading: str) -> list[list[str]]:
        """Return the rows of the first table whose first heading is this, code marks and emphasis left out."""
        lines = iter(self.prose.splitlines())
        for line in lines:
            if line.startswith("|") and _cells(line)[0] == heading:
                next(lines)
                return [_cells(row) for row in iter(lambda: next(lines, ""), "") if row.startswith("|")]
        raise AssertionError(f"{self.name}: no table of {heading!r}")

    def commands(self) -> Iterator[Command]:
        """Yield the command lines of `sh` and `console` blocks, and those in the running text."""
        for block in self.blocks:
            if block.language == "sh":
                for number, line in enumerate(block.text.splitlines(), block.line):
                    if text := _without_comment(line):
                        yield Command(text, number, _exit_code(line))
            elif block.language == "console":
                yield from _with_output(block)
        for span, number in self.inline:
            if re.match(r"(lo-opt|python|make|pip|apt|source) \S", span) or span == ".ci/run":
                yield Command(span, number, mentioned=True)


def _cells(row: str) -> list[str]:
    return [
        cell.strip().replace("`", "").replace("**", "") for cell in row.strip().replace("\\|", "¦")[1:-1].split("|")
    ]


def _without_comment(line: str) -> str:
    return re.sub(r"(^|\s+)#\s.*$", "", line).strip()


def _exit_code(line: str) -> int:
    """Return the exit code that the comment after a command tells, 0 unless it does."""
    told = re.search(r"\s#.*exit code (\d+)", line)
    return int(told[1]) if told else 0


def _with_output(block: Block) -> Iterator[Command]:
    entry, shown = None, []
    for number, line in enumerate([*block.text.splitlines(), "$ "], block.line):
        if not line.startswith("$ "):
            shown.append(line)
            continue
        if entry is not None:
            text = "\n".join(shown) if shown else None
            yield Command(_without_comment(entry[0]), entry[1], _exit_code(entry[0]), text)
        entry, shown = (line[2:], number), []


PAGES = [
    Page(path)
    for path in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / folder / "README.md" for folder in ("models", "benchmarks", "templates")),
        *sorted((ROOT / "docs").rglob("*.md")),
    ]
]
"""The pages whose commands, examples and tables are tested."""

OTHER_PAGES = [
    Page(path)
    for path in [
        ROOT / "CHANGELOG.md",
        *sorted((ROOT / "tests").glob("*.md")),
        *sorted((ROOT / "benchmarks" / "results").rglob("*.md")),
    ]
]
"""Pages that are records, or made by a program: their links are tested."""


def page(name: str) -> Page:
    """Return a page by its path in the repository."""
    return Page(ROOT / name)
