"""Set a generated deck with Typst in one process: ``python typst_deck.py PROJECT OUT.pdf``.

``--grid 5x3`` writes pictures of so many faces at 300 dpi instead (``OUT-{p}.png``).
Reads the project's own YAML files, unless ``--data`` names a JSON dump of the deck
(a path below the project).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import typst

_HERE = Path(__file__).resolve().parent


def _main() -> None:
    parser = argparse.ArgumentParser(description="Set a generated deck with Typst.")
    parser.add_argument("project", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--data", default="card_data/bench/decks/cards.yaml")
    parser.add_argument("--fonts", type=Path, default=_HERE.parent / "fonts")
    parser.add_argument("--fronts-only", action="store_true")
    parser.add_argument("--grid", help="columns x rows of a picture, for pictures of the faces")
    options = parser.parse_args()
    source: Any = (
        _HERE / "typst_deck.typ"
    ).read_bytes()  # typst's stub wants bytes everywhere then
    _, warnings = typst.compile_with_warnings(
        source,
        output=str(options.output),
        root=str(options.project),
        # Only the two families of the deck: Typst need not look at the others.
        font_paths=[str(options.fonts / name) for name in ("atkinson", "barlow-condensed")],
        ignore_system_fonts=True,
        format="png" if options.grid else "pdf",
        ppi=300.0 if options.grid else None,
        sys_inputs={
            "game": "/card_data/bench/game.yaml",
            "icons": "/card_data/bench/icons",
            "data": f"/{options.data}",
            "backs": "no" if options.fronts_only else "yes",
            **({"grid": options.grid} if options.grid else {}),
        },
    )
    if warnings:  # for example a font that was not found: then the work is not the same
        raise SystemExit("\n".join(str(warning) for warning in warnings))


if __name__ == "__main__":
    _main()
