"""What it takes to print, whatever the product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.frame import Frame, Page
from cardgen.model.printer import Printer

if TYPE_CHECKING:
    from cardgen.backend.pdf import DocumentInfo

WritePdf = Callable[[str, Sequence[Page], "DocumentInfo"], bytes]
"""Turns pages into a PDF; the artifact's path tells which pages of the last build to reuse."""


@dataclass(frozen=True, slots=True)
class Press:
    """Frames by fingerprint, type for the slug, a way to PDF, a printer.

    ``write`` sets a string in a size in points: a Frame of one line, as wide as the text.
    ``versions`` names everything else that shows on paper: the program, the backend and the
    typeface of the slug.
    """

    frame: Callable[[str], Frame]
    write: Callable[[str, float], Frame]
    pdf: WritePdf
    versions: tuple[str, ...]
    printer: Printer = Printer()
