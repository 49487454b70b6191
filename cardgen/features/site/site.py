"""Make web pages of games, as `cardgen site` does.

One game has its pages in ``output/<game>/site``; several have theirs in ``output/site/<game>``,
with a page of all games above. A folder is whole: it can be opened from the disk, put on any host
of plain files, or packed for itch.io. Pictures that are there already are not drawn again, files
that would be the same are not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.api import BuildRequest, OpenGame, Progress, open_game
from cardgen.core.diagnostics import CardgenError, Diagnostics, LayoutError, relative
from cardgen.core.registry import plural
from cardgen.core.units import label_of
from cardgen.features.site import palette
from cardgen.features.site.pages import Download, GamePages, as_tile
from cardgen.model.components.booklet import Booklet
from cardgen.pipeline.ledger import Ledger, put_folder
from cardgen.pipeline.manifest import intact
from cardgen.pipeline.resources import templates_of
from cardgen.products.facts import Facts
from cardgen.template.environment import SHARED

FOLDER = "site"
_ZIPS = {"table": "For Tabletop Simulator", "press": "For a printing press"}


class GameToShow(Struct, frozen=True):
    """A game, with what other commands know of it: its print files, the ZIPs of its release.

    ``changes`` says in HTML what differs from the printed copy.
    """

    id: str
    facts: Facts
    zips: tuple[Path, ...] = ()
    changes: str = ""


class SiteReport(Struct, frozen=True):
    """What was made: the first page, the games, how many files of how many bytes.

    ``made`` are the files that are new or other than before. Paths are as messages show them.
    """

    index: str
    games: tuple[str, ...]
    files: int
    size: int
    made: tuple[str, ...]
    removed: tuple[str, ...]
    diagnostics: Diagnostics


def site(
    request: BuildRequest,
    games: Sequence[GameToShow],
    together: bool,
    progress: Progress | None = None,
    failed: Sequence[str] = (),
) -> SiteReport:
    """Make the pages of games; ``together`` puts all into one folder, with a page above them.

    A game that cannot be shown is reported. Its earlier pages stay, and so do those of games that
    ``failed`` before. Raises OutputError where
    files cannot be written; then none has been.
    """
    found, tiles = Diagnostics(), list[dict[str, Any]]()
    owner = FOLDER if together else games[0].id
    ledger = Ledger(request.folder, owner, FOLDER)
    home = request.folder / owner
    before = {entry.path: entry for entry in ledger.entries() if intact(home, entry)}
    files, keys, kept, missing = dict[str, bytes](), dict[str, str](), set[str](), [*failed]
    for done, one in enumerate(games):
        if progress is not None:
            progress(done, len(games), f"{one.id}: pages")
        top = one.id if together else FOLDER
        known = {
            entry.key: path.removeprefix(f"{top}/")
            for path, entry in before.items()
            if entry.key and path.startswith(f"{top}/")
        }
        try:
            with open_game(request, one.id, request.jobs) as opened:
                pages = _pages(request, opened, one, "../index.html" if together else "")
                drawn = pages.draw(known)
                files |= {f"{top}/{path}": data for path, data in pages.made().items()}
                tiles.append(as_tile(pages, one.id))
        except CardgenError as error:
            found.add(*error.diagnostics)
            missing.append(one.id)
            continue
        files |= {f"{top}/{path}": data for path, data in drawn.fresh.items()}
        keys |= {f"{top}/{path}": key for path, key in drawn.keys.items()}
        kept |= {f"{top}/{path}" for path in drawn.keys if path not in drawn.fresh}
    if together and tiles:
        files |= _games(request.root, tiles)
    new = [path for path, data in files.items() if not _same(home / path, data)]
    tops = tuple(f"{id if together else FOLDER}/" for id in missing)
    _, removed = put_folder(
        request, owner, FOLDER, files, lambda path: path in kept or path.startswith(tops), keys
    )
    size = sum(map(len, files.values())) + sum((home / path).stat().st_size for path in kept)
    index = home / ("index.html" if together else f"{FOLDER}/index.html")
    made = tuple(relative(home / path, request.root) for path in new)
    shown = tuple(one.id for one in games if one.id not in missing)
    count = len(files) + len(kept)
    return SiteReport(relative(index, request.root), shown, count, size, made, removed, found)


def _pages(request: BuildRequest, opened: OpenGame, one: GameToShow, up: str) -> GamePages:
    """Lay a game out for its pages; raises LayoutError for one with errors."""
    laid = opened.lay_out()
    if not laid.is_whole:
        raise LayoutError(*laid.found)
    downloads = [*_zips(one), *_booklets(request.folder / one.id, opened)]
    return GamePages(opened, laid, one.facts, downloads, one.changes, up)


def _zips(one: GameToShow) -> list[Download]:
    """Return the ZIPs of a release, those to print first."""
    found = []
    for file in one.zips:
        paper = file.stem.removeprefix("print-") if file.stem.startswith("print-") else ""
        title = f"To print on {label_of(paper)}" if paper else _ZIPS.get(file.stem, file.stem)
        sheets = sum(each.sheets for each in one.facts.once(paper)) if paper else 0
        about = f"{plural(sheets, 'sheet')}, with a guide" if paper else ""
        path = f"downloads/{one.id}-{file.name}"
        found.append(Download(path, title, "ZIP", file.read_bytes(), about))
    return found


def _booklets(folder: Path, opened: OpenGame) -> list[Download]:
    """Return the rule texts to read on a screen, as far as a build has made them."""
    found = []
    for text in opened.game.components.values():
        file = folder / "booklets" / f"{text.id}.pdf"
        if isinstance(text, Booklet) and file.is_file():
            path = f"downloads/{text.id}.pdf"
            found.append(Download(path, text.title, "PDF", file.read_bytes(), "to read"))
    return found


def _games(root: Path, tiles: Sequence[dict[str, Any]]) -> dict[str, bytes]:
    """Return the page of all games, in the usual colours."""
    templates = templates_of(root, SHARED)
    looks = {"uppercase": False, "tracking": 0}
    css = {"schemes": palette.palettes(), "fonts": [], "names": [], "looks": looks}
    filled: dict[str, tuple[str, dict[str, Any]]]
    filled = {"index.html": ("games.html.j2", {"games": tiles}), "page.css": ("page.css.j2", css)}
    return {
        path: templates.render(f"site/{template}", values, None).encode()
        for path, (template, values) in filled.items()
    }


def _same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data
