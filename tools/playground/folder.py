"""Writes the folder of the playground: the page of the preview, the program, and starters."""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

from cardgen.features.fromtable.table_game import table_game
from cardgen.features.scaffold import Beginning, bare, new_game, starter
from cardgen.preview.web.page import static_files
from tools.playground import parts
from tools.playground.site.packing import pack

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
_PAGE = "cardgen/preview/static"
_IN_PYTHON = ("main.py", "packing.py")
"""What runs in the worker, beside cardgen."""
_LEFT_OUT = ("card_data/schema/", ".gitignore")
"""Files of a new project that a playground has no use for."""


def write(target: Path, fetched: Path, compiled: bool = True) -> None:
    """Make a playground in an empty folder, of what was `fetched` before.

    If it is not ``compiled``, it is made sooner, and starts some seconds later.
    """
    parts.copy_pyodide(fetched, target / "pyodide")
    with tempfile.TemporaryDirectory() as scratch:
        site = Path(scratch)
        parts.unpack_wheels(fetched, site)
        _copy_program(site)
        if compiled:
            parts.compile_all(target / "pyodide", site)
        (target / "site.gz").write_bytes(_joined(site))
    for file in sorted((HERE / "site").iterdir()):
        if file.suffix in (".js", ".css", ".html") and file.name != "sw.js":
            shutil.copy(file, target)
    _write_page(target / "page")
    shutil.move(target / "bridge.js", target / "page/bridge.js")
    contents: dict[str, Any] = {"starters": starters()}
    found = sorted(file for file in target.rglob("*") if file.is_file())
    contents["files"] = ["./", *(file.relative_to(target).as_posix() for file in found)]
    (target / "contents.json").write_text(json.dumps(contents), encoding="utf-8")
    edition = sha256(b"".join(sha256(file.read_bytes()).digest() for file in found))
    edition.update(json.dumps(contents).encode())
    worker = (HERE / "site/sw.js").read_text(encoding="utf-8")
    worker = worker.replace("{edition}", edition.hexdigest()[:16])
    (target / "sw.js").write_text(worker, encoding="utf-8")


def _copy_program(site: Path) -> None:
    """Copy what a wheel of cardgen holds, without the page, and the code around it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    skipped = shutil.ignore_patterns("__pycache__", "static")
    for part in wheel["only-include"]:
        shutil.copytree(ROOT / part, site / wheel["sources"].get(part, part), ignore=skipped)
    for name in _IN_PYTHON:
        shutil.copy(HERE / "site" / name, site)


def _joined(site: Path) -> bytes:
    """Return all files of a folder as one, gzipped: a line of JSON with their sizes, their bytes.

    A browser unpacks it while Python starts; a zip it would unpack with Python.
    """
    files = [file for file in sorted(site.rglob("*")) if file.is_file()]
    index = [[file.relative_to(site).as_posix(), file.stat().st_size] for file in files]
    data = json.dumps(index).encode() + b"\n" + b"".join(file.read_bytes() for file in files)
    return gzip.compress(data, 6, mtime=0)


def _write_page(target: Path) -> None:
    """Write the page of the preview with the addresses of its files changed."""
    for name, file in static_files().items():
        copy = target / "static" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    page = (target / "static/index.html").read_text(encoding="utf-8")
    page = page.replace("/static/{edition}/", "static/").replace("{token}", "")
    page = page.replace("<script ", '<script src="bridge.js"></script>\n<script ', 1)
    (target / "index.html").write_text(page, encoding="utf-8")


def starters() -> list[dict[str, Any]]:
    """Return the projects to begin with, each with the files that are shown first."""
    table = HERE / "inn.csv"
    made = table_game(table.name, table.parent)
    return [
        _starter("low-tide", starter, "A small complete game", "decks/beach.yaml"),
        _starter("my-game", bare, "The smallest deck", "decks/cards.yaml"),
        _starter("inn", made.files, "A deck from a CSV table", "decks/inn.csv"),
    ]


def _starter(name: str, begin: Beginning, about: str, first: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        game = new_game(Path(scratch), None, name, None, begin)
        files = {path: (game.project / path).read_bytes() for path in game.files}
    files = {path: data for path, data in files.items() if not path.startswith(_LEFT_OUT)}
    first = f"card_data/{name}/{first}"
    return {"title": game.title, "about": about, "open": first, "link": pack(files)}
