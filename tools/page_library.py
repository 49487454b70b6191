"""Fetch the libraries that the page of the preview is made with: ``python -m tools.page_library``.

Preact, htm and CodeMirror ship as plain modules; the page loads them module by module, so that
neither who builds cardgen nor who runs it needs Node. Fetching them anew needs `npm`. Two things
are changed: the browser finds a module by its file, not by the name of its package, and terser
removes comments and long names, which halves the installed size.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

_HOME = Path(__file__).parents[1] / "cardgen/preview/static/vendor"
_INDEX = "dist/index.js"
_WANTED = {
    "preact@11": {"dist/preact.mjs": "preact.js", "hooks/dist/hooks.mjs": "hooks.js"},
    "htm@3": {"dist/htm.mjs": "htm.js"},
    "@codemirror/autocomplete@6": {_INDEX: "codemirror-autocomplete.js"},
    "@codemirror/commands@6": {_INDEX: "codemirror-commands.js"},
    "@codemirror/language@6": {_INDEX: "codemirror-language.js"},
    "@codemirror/lint@6": {_INDEX: "codemirror-lint.js"},
    "@codemirror/state@6": {_INDEX: "codemirror-state.js"},
    "@codemirror/streamparser@6": {_INDEX: "codemirror-streamparser.js"},
    "@codemirror/view@6": {_INDEX: "codemirror-view.js"},
    "@lezer/common@1": {_INDEX: "lezer-common.js"},
    "@lezer/highlight@1": {_INDEX: "lezer-highlight.js"},
    "@marijn/find-cluster-break@1": {"src/index.js": "find-cluster-break.js"},
    "crelt@1": {"index.js": "crelt.js"},
    "style-mod@4": {"src/style-mod.js": "style-mod.js"},
    "w3c-keyname@2": {"index.js": "w3c-keyname.js"},
}
_PACKAGE = re.compile(r"""\bfrom ?(["'])([^."'][^"']*)\1""")


def fetch() -> None:
    """Replace the files in the page's folder by the newest versions that fit."""
    modules = {spec.rpartition("@")[0]: next(iter(f.values())) for spec, f in _WANTED.items()}
    lines = ["# Libraries of the page, minified", ""]
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
                    text = _by_file(_read(archive, inside), modules)
                    (_HOME / name).write_text(_smaller(text), encoding="utf-8")
                licence = _read(archive, "LICENSE")
            beside = next(iter(files.values())).removesuffix(".js")
            (_HOME / f"{beside}.LICENSE.txt").write_text(licence, encoding="utf-8")
            lines.append(f"- {about['name']} {about['version']}: {', '.join(files.values())}")
    lines += ["", "`python -m tools.page_library` fetches them.", ""]
    (_HOME / "README.md").write_text("\n".join(lines), encoding="utf-8")


def _by_file(text: str, modules: dict[str, str]) -> str:
    """Name modules that are imported from packages by their files."""
    return _PACKAGE.sub(lambda named: f'from"./{modules[named[2]]}"', text)


def _smaller(module: str) -> str:
    """Take comments and long names out of a module."""
    command = ["npm", "exec", "--yes", "terser@5", "--", "--module", "--compress", "--mangle"]
    done = subprocess.run(command, input=module, check=True, capture_output=True, text=True)
    return done.stdout


def _read(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read().decode("utf-8")


if __name__ == "__main__":
    fetch()
