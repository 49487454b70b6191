"""Finds the pages of the manual in a wheel or a checkout, for `cardgen docs`."""

import subprocess
import sys
from pathlib import Path

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.problems import cannot_write
from cardgen.source.files import BUNDLED

START = "index"
"""The name of the first page."""


def manual_pages() -> dict[str, Path]:
    """Return the HTML file of each page by its name, such as ``templates``.

    A wheel contains the files. A checkout renders them; raises OutputError if that fails.
    """
    folder = BUNDLED / "docs"
    if not (folder / f"{START}.html").is_file():
        folder = BUNDLED / "output" / "manual-pages"
        words = [sys.executable, "-m", "tools.manual", str(folder)]
        result = subprocess.run(words, cwd=BUNDLED, capture_output=True, text=True, check=False)
        if result.returncode:
            reason = result.stderr.strip().rpartition("\n")[2]
            raise OutputError(cannot_write(None, "output/manual-pages", reason, False))
    return {
        file.relative_to(folder).with_suffix("").as_posix(): file
        for file in sorted(folder.rglob("*.html"))
    }
