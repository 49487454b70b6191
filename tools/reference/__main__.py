"""Write the reference pages of a checkout."""

from __future__ import annotations

from pathlib import Path

from tools.reference.pages import FOLDER, pages

if __name__ == "__main__":
    folder = Path(__file__).parents[2] / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
