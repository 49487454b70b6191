"""Pages: Frames that become pages of a PDF, with their boxes and links."""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.frame.frame import Frame
from cardgen.frame.items import Group


class Link(Struct, frozen=True):
    """A rectangle of a page that leads to another page, counted from 0, at a height in mm.

    With a ``uri`` it leads there instead.
    """

    rect: Rect
    page: int = 0
    y: float = 0.0
    uri: str = ""


class Page(Struct, frozen=True):
    """A Frame to be one PDF page; the Frame's size is the media.

    ``trim`` and ``bleed`` are the PDF boxes in the Frame's coordinates, and so are ``links``.
    """

    frame: Frame
    trim: Rect
    bleed: Rect
    links: tuple[Link, ...] = ()

    @classmethod
    def of_sheet(cls, frame: Frame) -> Page:
        """Make a page whose boxes all equal the paper (home printing)."""
        return cls(frame, frame.trim, frame.trim)

    @classmethod
    def of_piece(cls, frame: Frame) -> Page:
        """Make a page of one piece at true size, media box out to the bleed."""
        b = frame.bleed
        media = Size(frame.bleed_rect.width, frame.bleed_rect.height)
        moved = Frame(media, [Group(frame, Matrix.translation(b.left, b.top))])
        return cls(moved, frame.trim.moved(b.left, b.top), moved.trim)
