"""Documents of tests: games, decks, rules, translations and scripts, in ``documents/``."""

from pathlib import Path


def document(path: str) -> str:
    """Return the text of a document."""
    return (Path(__file__).parent / "documents" / path).read_text(encoding="utf-8")
