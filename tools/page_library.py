"""Fetch the library that the page of the preview is made with: ``python -m tools.page_library``.

Preact and htm ship as plain modules; the page loads them as they are, so that neither who builds
cardgen nor who runs it needs Node. Fetching them anew needs `npm`. One line is changed: the
browser finds a module by its file, not by the name of its package.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

_HOME = Path(__file__).parents[1] / "cardgen/preview/static/vendor"
_WANTED = {
    "preact@11": {"dist/preact.mjs": "preact.js", "hooks/dist/hooks.mjs": "hooks.js"},
    "htm@3": {"dist/htm.mjs": "htm.js"},
}


def fetch() -> None:
    """Replace the files in the page's folder by those of the newest version that fits."""
    lines = ["# Libraries of the page, as published", ""]
    with tempfile.TemporaryDirectory() as scratch:
        for package, files in _WANTED.items():
            found = subprocess.run(
                ["npm", "pack", "--json", package],
                cwd=scratch,
                check=True,
                capture_output=True,
                text=True,
            )
            with tarfile.open(Path(scratch) / json.loads(found.stdout)[0]["filename"]) as archive:
                about = json.loads(_read(archive, "package.json"))
                for inside, name in files.items():
                    text = _read(archive, inside).replace('from"preact"', 'from"./preact.js"')
                    text = text.split("//# sourceMappingURL", 1)[0].rstrip() + "\n"
                    (_HOME / name).write_text(text, encoding="utf-8")
                licence = _read(archive, "LICENSE")
            name = about["name"]
            (_HOME / f"{name}.LICENSE.txt").write_text(licence, encoding="utf-8")
            lines.append(f"- {name} {about['version']}: {', '.join(files.values())}")
    lines += ["", "`python -m tools.page_library` fetches them.", ""]
    (_HOME / "README.md").write_text("\n".join(lines), encoding="utf-8")


def _read(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read().decode("utf-8")


if __name__ == "__main__":
    fetch()
