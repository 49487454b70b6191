"""Writes the shared icons: ``python -m tools.shared_icons``."""

from __future__ import annotations

from tools.shared_icons.all_icons import FOLDER, files

if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
