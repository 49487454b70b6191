from __future__ import annotations

from stand_ins import NoCamera, Writer

from cardgen.backend.document import DocumentInfo
from cardgen.core.geometry import Size
from cardgen.frame import Frame, Page
from cardgen.products.artifact import Artifact, PdfDocument, Tools

TOOLS = Tools(Writer(), NoCamera(), None)  # type: ignore[arg-type]


def refuse(document: PdfDocument) -> bytes:
    raise AssertionError(f"{document.name} is no document")


def test_artifacts_are_equal_by_what_they_are() -> None:
    one = Artifact("sheets/a.a4.pdf", "sheets", "k", lambda tools: b"1")
    assert one == Artifact("sheets/a.a4.pdf", "sheets", "k", lambda tools: b"2")
    assert one != Artifact("sheets/a.a4.pdf", "sheets", "other", one.make)
    assert one.make(TOOLS) == one.data(TOOLS, refuse) == b"1"


def test_pages_are_written_by_whoever_wants_the_bytes() -> None:
    page = Page.of_sheet(Frame(Size(10, 10), []))
    document = PdfDocument("sheets/a.a4.pdf", [page], DocumentInfo("A"))
    artifact = Artifact("sheets/a.a4.pdf", "sheets", "k", lambda tools: document)
    assert artifact.data(TOOLS, lambda found: found.info.title.encode()) == b"A"
