"""Makes a playground: ``python -m tools.playground DIR``.

DIR is then a static folder: serve it with any web server, ``python -m http.server -d DIR`` or a
host of pages. Missing parts are fetched into ``--parts``: Pyodide with npm, wheels with pip.
``--fetch`` does only that.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from tools.playground import folder, parts

_PARTS = folder.HERE / ".parts/node_modules"


def main() -> None:
    """Make the folder that the command line names."""
    asked = argparse.ArgumentParser(prog="python -m tools.playground", description=__doc__)
    asked.add_argument("target", metavar="DIR", type=Path, nargs="?")
    asked.add_argument("--parts", metavar="FOLDER", type=Path, default=_PARTS)
    asked.add_argument("--fetch", action="store_true")
    given = asked.parse_args()
    if given.target is None and not given.fetch:
        asked.error("name the folder to make")
    if given.target is not None and given.target.is_dir() and any(given.target.iterdir()):
        sys.exit(f"{given.target} is not empty")
    fetched = given.parts.resolve()
    if lacking := parts.programs_missing(fetched):
        sys.exit(f"{' and '.join(lacking)} must be installed: https://nodejs.org has both")
    try:
        parts.fetch(fetched)
    except subprocess.CalledProcessError as error:
        sys.exit(f"could not fetch what the playground is made of: {error.cmd[0]} failed")
    if given.target is not None:
        folder.write(given.target, fetched)
        size = sum(file.stat().st_size for file in given.target.rglob("*") if file.is_file())
        print(f"Made the playground {given.target} ({size / 1e6:.1f} MB)")
    if parts.missing(fetched):
        print(
            f"Could not get {', '.join(parts.OWN)} of Pyodide; code in Python stands in for them."
        )
        print("Pictures (PNG, JPEG) will be refused.")


if __name__ == "__main__":
    main()
