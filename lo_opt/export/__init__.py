"""Programs and puzzles as files that other tools read: LP, MPS, WCNF, OPB, CNF, TOML; needs no solver."""

from lo_opt.export.document import Document
from lo_opt.export.exporting import export_lines
from lo_opt.export.formats import FORMATS, Format

__all__ = ["FORMATS", "Document", "Format", "export_lines"]
