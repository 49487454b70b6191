"""Draw each game on a table and all that it has, and a page that shows it all."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cardgen.core.diagnostics import CardgenError
from tools.gallery.writing import WIDTH_PX, gallery


def main() -> int:
    """Draw what is asked for; return 1 if a game has errors."""
    parser = argparse.ArgumentParser(prog="tools.gallery", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--project", type=Path, default=Path(), metavar="DIR")
    parser.add_argument("--output", type=Path, metavar="DIR", help="by default docs/gallery")
    parser.add_argument(
        "--width", type=int, default=WIDTH_PX, metavar="PIXELS", help="of a picture"
    )
    asked = parser.parse_args()
    try:
        done = gallery(asked.project.resolve(), asked.games, asked.output, asked.width)
    except CardgenError as error:
        found = list(error.diagnostics)
    else:
        found = list(done.diagnostics)
        print(*done.written, sep="\n")
    for one in found:
        print(f"{one.at}: {one.severity.value}[{one.code}]: {one.message}", file=sys.stderr)
    return int(any(one.severity.value == "error" for one in found))


if __name__ == "__main__":
    sys.exit(main())
