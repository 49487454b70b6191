"""The rule texts of a game as blocks, kept for the next build."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.documents import Documents
from cardgen.pipeline.sealed_files import read_plain, write_plain

_NAME = "texts"


def read_documents(folder: Path) -> Documents:
    """Return the texts that the last build read."""
    read = read_plain(folder / _NAME)
    return Documents(read) if isinstance(read, dict) else Documents()


def write_documents(folder: Path, documents: Documents) -> None:
    """Keep the texts for the next build, if one was read anew."""
    if documents.fresh:
        write_plain(folder / _NAME, documents.plain)
