"""What it takes to print, whatever the product."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from cardgen.frame import Frame, Page
from cardgen.model.printer import Printer

if TYPE_CHECKING:
    from cardgen.backend.pdf import DocumentInfo
    from cardgen.backend.pixels import PictureFormat, PixelSize

WritePdf = Callable[[str, Sequence[Page], "DocumentInfo"], bytes]
"""Turns pages into a PDF; the artifact's path tells which pages of the last build to reuse."""


class Camera(Protocol):
    """Turns Frames into the bytes of picture files; sizes are in pixels.

    `cardgen.backend.pixels` says exactly how.
    """

    def grid(
        self,
        cells: Sequence[Frame | None],
        columns: int,
        rows: int,
        cell: PixelSize,
        format: PictureFormat,
    ) -> bytes:
        """Show Frames in the cells of a grid, row by row; None leaves a cell flat."""
        ...

    def picture(self, frame: Frame, size: PixelSize, bleed: bool = False) -> bytes:
        """Show the trim of one Frame, or trim and bleed, as a PNG for print."""
        ...

    def thumbnail(self, frame: Frame, side: int = 256) -> bytes:
        """Show a Frame on a square, clear PNG."""
        ...


class NoCamera:
    """Stands in where nothing is made, only planned."""

    def grid(self, *_: Any, **__: Any) -> bytes:
        """Refuse."""
        raise AssertionError("planning makes no pictures")

    picture = thumbnail = grid


@dataclass(frozen=True, slots=True)
class Press:
    """Frames by fingerprint, type for the slug, ways to PDF and to pixels, a printer.

    ``write`` sets a string in a size in points: a Frame of one line, as wide as the text.
    ``versions`` names everything else that shows on paper: the program, the backend and the
    typeface of the slug.
    """

    frame: Callable[[str], Frame]
    write: Callable[[str, float], Frame]
    pdf: WritePdf
    versions: tuple[str, ...]
    printer: Printer = Printer()
    camera: Camera = NoCamera()
