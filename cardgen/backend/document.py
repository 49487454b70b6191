"""What a PDF says about itself: plain values that need no PDF library to make."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Bookmark(Struct, frozen=True):
    """An entry of the outline: its words, and the page and height (in mm) that it leads to.

    Pages count from 0, levels from 1.
    """

    title: str
    page: int
    y: float = 0.0
    level: int = 1


class PageLabel(Struct, frozen=True):
    """How pages are called from a page on, counted from 0: by a number, by words, or by both."""

    page: int
    number: int | None = None
    words: str = ""


class DocumentInfo(Struct, frozen=True):
    """The title, the author and the print settings that a PDF carries.

    ``duplex`` presets the reader's print dialog (ISO 32000-2, 12.2, entry `Duplex`).
    """

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    duplex: Literal["long-edge", "short-edge", "simplex"] | None = None
    language: str = "en"
    outline: tuple[Bookmark, ...] = ()
    labels: tuple[PageLabel, ...] = ()
