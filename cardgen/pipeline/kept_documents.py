"""The rule texts of a game as blocks, kept for the next build."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.documents import Documents
from cardgen.pipeline.store import Database, RecordKind

_TEXTS = RecordKind("texts")


def read_documents(folder: Path) -> Documents:
    """Return the texts that the last build read."""
    read = Database(folder).get(_TEXTS, "")
    return Documents(read) if isinstance(read, dict) else Documents()


def write_documents(folder: Path, documents: Documents) -> None:
    """Keep the texts for the next build, if one was read anew."""
    if documents.fresh:
        Database(folder).put(_TEXTS, {"": documents.plain})
