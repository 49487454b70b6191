"""Whole documents for a press."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.flattening import flattened
from cardgen.backend.press.inks import PRESS, Separator
from cardgen.backend.press.profile import PressCondition
from cardgen.backend.press.writer import EMPTY, PressWriter
from cardgen.frame import Page


def write_press_pdf(
    pages: Sequence[Page], info: DocumentInfo, library: KeyedAssets, condition: PressCondition
) -> bytes:
    """Return a PDF for a press; the same input gives the same bytes.

    Raises AssetError if a font or a picture has vanished since layout.
    """
    plain = [replace(page, links=()) for page in pages]  # annotations are not allowed on a page
    inks, patches = Separator(condition.profile), EMPTY
    if condition.standard == "pdfx1a":
        plain, patches = flattened(plain, library, inks)
    bare = replace(info, outline=(), duplex=None)
    writer = PressWriter(bare, library, inks, PRESS, plain, patches=patches, condition=condition)
    return writer.document(plain)
