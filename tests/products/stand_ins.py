"""What products are made with in tests: type without letters, and no camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.assets.library import Library
from cardgen.backend.pdf import write_pdf
from cardgen.core.geometry import Size
from cardgen.frame import Frame
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.tools import Tools


class Writer:
    """Sets text as an empty line and remembers it."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __call__(self, text: str, size: float) -> Frame:
        self.said.append(text)
        return Frame(Size(len(text) * size * 0.2, size * 0.42), [])


class NoCamera:
    """Stands in where no pictures are wanted."""

    def grid(self, *_: Any, **__: Any) -> bytes:
        raise AssertionError("a picture was asked for")

    picture = thumbnail = grid


class Maker:
    """Makes artifacts that are PDFs; ``said`` is what was set as type."""

    def __init__(self, folder: Path) -> None:
        self._library = Library(folder, (), (), ())
        self._writer = Writer()
        self.said = self._writer.said

    def __call__(self, artifact: Artifact) -> bytes:
        return artifact.data(Tools(self._writer, NoCamera()), self._pdf)

    def _pdf(self, document: PdfDocument) -> bytes:
        return write_pdf(document.pages, document.info, self._library)
