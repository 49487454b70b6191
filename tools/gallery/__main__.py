"""Draw all pictures of README, gallery and tutorial, or some of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cardgen.core.diagnostics import CardgenError
from tools.gallery.drawing import GalleryReport
from tools.gallery.writing import front, gallery
from tools.tutorial.pictures import draw_all

ROOT = Path(__file__).parents[2]
FRONT, TUTORIAL = "front", "tutorial"
PREVIEW = "preview.png"


def main() -> int:
    """Draw the requested pictures; return 1 if a game has errors."""
    parser = argparse.ArgumentParser(prog="tools.gallery", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"a game; `{FRONT}`, what the README opens with; `{TUTORIAL}`; by default all",
    )
    parser.add_argument(
        "--output", type=Path, metavar="DIR", help="of gallery and front; by default docs/gallery"
    )
    asked = parser.parse_args()
    games = [name for name in asked.names if name not in (FRONT, TUTORIAL)]
    found = []
    try:
        if FRONT in asked.names or not asked.names:
            done = front(ROOT, asked.output)
            tell(done)
            if not done.written[-1].endswith(PREVIEW):
                why = "it takes the extra `browser` and a Chromium"
                print(f"{PREVIEW} is left as it is: {why}", file=sys.stderr)
        if TUTORIAL in asked.names or not asked.names:
            print(*draw_all(), sep="\n", flush=True)
        if games or not asked.names:
            done = gallery(ROOT, games, asked.output)
            tell(done)
            found = list(done.diagnostics)
    except CardgenError as error:
        found = list(error.diagnostics)
    for one in found:
        print(f"{one.location}: {one.severity.value}[{one.code}]: {one.message}", file=sys.stderr)
    return int(any(one.severity.value == "error" for one in found))


def tell(done: GalleryReport) -> None:
    """Print what was written."""
    print(*done.written, sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
