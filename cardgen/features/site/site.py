"""Make web pages of games, as `cardgen site` does.

One game has its pages in ``output/<game>/site``; several have theirs in ``output/site/<game>``,
with a page of all games above. A folder is whole: it can be opened from the disk, put on any host
of plain files, or packed for itch.io. Pictures that are there already are not drawn again, files
that would be the same are not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.api import BuildRequest, Progress, open_game
from cardgen.core.diagnostics import CardgenError, Diagnostics, relative
from cardgen.features.site.pages import GamePages
from cardgen.model.web import looks_of
from cardgen.pipeline.output_files import intact_files, write_contents
from cardgen.pipeline.resources import shared_templates
from cardgen.products.facts import Facts

FOLDER = "site"


class GameToShow(Struct, frozen=True):
    """A game with results of other commands: facts about its print files, the ZIPs of a release.

    ``changes`` is the difference from the printed copy in HTML, empty if there is none.
    """

    id: str
    facts: Facts
    zips: tuple[Path, ...] = ()
    changes: str = ""


class SiteReport(Struct, frozen=True):
    """What was made: the first page, the games, and how many files of how many bytes.

    ``made`` are the files that are new or have changed. Paths are as messages show them.
    """

    index: str
    games: tuple[str, ...]
    files: int
    bytes: int
    made: tuple[str, ...]
    removed: tuple[str, ...]
    diagnostics: Diagnostics


def site(
    request: BuildRequest,
    names: Sequence[str],
    games: Sequence[GameToShow],
    progress: Progress | None = None,
) -> SiteReport:
    """Make the pages of games, in one folder with a page of all if there are several ``names``.

    A game with errors is reported. Its earlier pages stay, also if ``games`` does not have it.
    Raises OutputError, without writing a file, where files cannot be written.
    """
    together = len(names) > 1
    diagnostics, tiles = Diagnostics(), dict[str, dict[str, Any]]()
    files, keys = dict[str, bytes](), dict[str, str]()
    owner = FOLDER if together else names[0]
    cached_files = intact_files(request, owner, FOLDER)
    for number, game in enumerate(games):
        if progress is not None:
            progress(number, len(games), f"{game.id}: pages")
        folder = game.id if together else FOLDER
        try:
            with open_game(request, game.id, request.jobs) as opened:
                downloads = _downloads(game, request.folder / game.id, opened.game.components)
                up = "../index.html" if together else ""
                pages = GamePages(opened, game.facts, downloads, game.changes, up, cached_files)
                files |= {f"{folder}/{path}": data for path, data in pages.files().items()}
                keys |= {f"{folder}/{path}": key for path, key in pages.keys.items()}
                tiles[game.id] = pages.values
        except CardgenError as error:
            diagnostics.add(*error.diagnostics)
    if together and tiles:
        templates = shared_templates(request.root)
        values = {"games": tiles.values(), "colors": looks_of().colors, "fonts": (), "head": None}
        for path, template in {"index.html": "games.html", "page.css": "page.css"}.items():
            files[path] = templates.render(f"site/{template}.j2", values, None).encode()
    broken = tuple(f"{name if together else FOLDER}/" for name in names if name not in tiles)
    done = write_contents(
        request, owner, FOLDER, files, keys, lambda path: not path.startswith(broken)
    )
    index = request.folder / owner / ("index.html" if together else f"{FOLDER}/index.html")
    return SiteReport(
        relative(index, request.root),
        tuple(tiles),
        len(files),
        sum(map(len, files.values())),
        done.made,
        done.removed,
        diagnostics,
    )


def _downloads(game: GameToShow, folder: Path, components: Iterable[str]) -> dict[str, bytes]:
    """Return the ZIPs of a release, and the booklets that a build has made, by path on the site."""
    files = {f"{game.id}-{file.name}": file for file in game.zips}
    files |= {f"{id}.pdf": folder / f"booklets/{id}.pdf" for id in components}
    return {
        f"downloads/{name}": file.read_bytes() for name, file in files.items() if file.is_file()
    }
