"""Makes web pages of games, for `cardgen site`.

The pages of a single game are in ``output/<game>/site``, the pages of several games in
``output/site/<game>`` below a page of all games. A folder is complete: people can open it from the
disk, put it on any host of static files, or pack it for itch.io. Existing pictures are not drawn
again, and unchanged files are not written.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from cardgen.api import BuildRequest, GameBuild, Progress, open_game
from cardgen.core.diagnostics import CardgenError, Diagnostics, relative
from cardgen.core.units import label_of
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.table import summary_of
from cardgen.model.pieces import drop_repeated_titles
from cardgen.model.web import CARDS, TERMS, Rulebook, WebText, looks_of
from cardgen.model.words import card_name
from cardgen.pipeline.output_files import intact_files, write_contents
from cardgen.pipeline.resources import shared_templates
from cardgen.pipeline.web_pictures import draw_game, symbols
from cardgen.products.booklets import anchor_pages
from cardgen.products.facts import Facts

_NAMES = (
    *("id", "title", "subtitle", "version", "date", "players", "duration", "age", "license"),
    *("language", "credits", "showcase", "setup"),
)
"""The attributes of the game for the templates."""
_PAGES = (
    (CARDS, "Cards", "decks"),
    ("print.html", "Print and play", "sizes"),
    (TERMS, "Terms", "terms"),
    ("changes.html", "What is new", "changes"),
)
"""Pages with their titles, and a value that must not be empty for each."""


class GamePages:
    """Makes the pages of a game, whose templates the game can override.

    Raises LayoutError for a game with errors.

    ``downloads`` are files by their paths on the site, ``changes`` are the differences from the
    printed copy in HTML, and ``up`` is the address of a page of all games; they may be empty.
    ``cached_files`` are existing files of pictures by their keys; ``keys`` has the keys of all
    pictures by path.
    """

    def __init__(
        self,
        opened: GameBuild,
        facts: Facts,
        downloads: dict[str, bytes],
        changes: str,
        up: str,
        cached_files: Mapping[str, Path],
    ) -> None:
        self._laid, self._downloads = opened.lay_out().refuse_errors(), downloads
        self._request = self._laid.product_request([])
        self._game = game = self._laid.game
        components = list(game.components.values())
        self._boards = [(board.id, board.title) for board in components if isinstance(board, Board)]
        self._pieces = drop_repeated_titles(
            [piece for part in components for piece in part.pieces(game)]
        )
        booklets = {text.id for text in components if isinstance(text, Booklet)}
        self._flows = {id: flow for id, flow in game.flows().items() if id in booklets}
        self._titles: dict[str, str] = {}
        # Printed cards by deck, and the titles of decks and cards for the search.
        decks = []
        for deck in components:
            if cards := [card for card in deck.cards if card.copies]:
                decks.append((deck.id, deck.title, cards))
                self._titles[deck.id] = deck.title
                self._titles |= {f"{deck.id}/{card.id}": card_name(card) for card in cards}
        self._drawn = draw_game(self._laid, cached_files)
        self._pictures, self.keys = self._drawn.pictures, self._drawn.keys
        main = next(iter(self._flows.values()), None)
        self._looks = looks_of(game, main)
        # The values that all pages share.
        self.values: dict[str, Any] = {
            "game": {name: getattr(game, name) for name in _NAMES},
            "up": up,
            "colors": self._looks.colors,
            "head": self._looks.styles.get("head"),
            "box": self._drawn.front,
            "summary": summary_of(game),
            "pieces": self._pieces,
            "boards": self._boards,
            "decks": decks,
            "texts": [(id, flow.title) for id, flow in self._flows.items()],
            "terms": [term for term in game.terms.values() if term.explain],
            "titles": self._titles,
            "pictures": self._pictures,
            "sizes": {path: len(data) for path, data in downloads.items()},
            "prints": [(paper, label_of(paper), facts.once(paper)) for paper in facts.papers],
            "ruler": facts.ruler,
            "cuts": [size.measures for size in facts.cuts],
            "typefaces": facts.fonts,
            "changes": Markup(changes),
        }

    def files(self) -> dict[str, bytes]:
        """Return all files of the site by path."""
        pages = self._pages()
        links = [(path, title, template) for path, (title, template) in pages.items()]
        elements = {name: picture.html for name, picture in self._pictures.items()}
        files = {}
        for path, (title, template) in pages.items():
            web = WebText(self._game, elements)
            values = {"title": title, "pages": links, "html": web.html, "word": web.word}
            values["symbols"] = lambda web=web: Markup(symbols(web.icons, self._laid.library))
            values["words"] = web.card
            if template == "rules":
                values |= self._booklet_values(path.removesuffix(".html"), web)
            files[path] = self._fill_template(f"{template}.html", values)
        fonts, font_files = self._looks.fonts(files.values(), self._laid.library)
        files["page.css"] = self._fill_template("page.css", {"fonts": fonts})
        files["page.js"] = self._fill_template("page.js", {})
        return files | font_files | self._drawn.files | self._downloads

    def _pages(self) -> dict[str, tuple[str, str]]:
        rules = {f"{id}.html": (flow.title, "rules") for id, flow in self._flows.items()}
        pages = {"index.html": ("", "home")} | dict([*rules.items()][:1])
        for path, title, content in _PAGES:
            if self.values[content]:
                pages[path] = title, path.removesuffix(".html")
        return pages | rules

    def _booklet_values(self, id: str, web: WebText) -> dict[str, Any]:
        pages = anchor_pages(self._request.faces(self._game.components[id]))
        book = Rulebook(self._flows[id], web, pages, self._titles)
        figures = (f"{id}/figure-{number:02}" for number in count(1))
        return {
            "blocks": book.blocks,
            "headings": book.headings,
            "text": book.text,
            "plain": book.plain,
            "index": book.index,
            "kind": lambda block: type(block).__name__,
            "figure": lambda: self._pictures.get(next(figures)),
            "pdf": f"downloads/{id}.pdf",
        }

    def _fill_template(self, template: str, values: Mapping[str, Any]) -> bytes:
        return self._request.render(f"site/{template}.j2", {**self.values, **values}, None).encode()


FOLDER = "site"


class GameToShow(Struct, frozen=True):
    """A game with results of other commands: facts about its print files, the ZIPs of a release.

    ``changes`` are the differences from the printed copy in HTML, or "".
    """

    id: str
    facts: Facts
    zips: tuple[Path, ...] = ()
    changes: str = ""


class SiteReport(Struct, frozen=True):
    """The first page of a site, its games, and the number of its files and bytes.

    ``made`` are the new and changed files. Paths are as in messages.
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
    """Make the pages of games; several ``names`` share one folder with a page of all games.

    A game with errors is reported. Its earlier pages stay, even if ``games`` lacks it. Raises
    OutputError, before any file is written, if files cannot be written.
    """
    together = len(names) > 1
    diagnostics, tiles = Diagnostics(), dict[str, dict[str, Any]]()
    files, keys = dict[str, bytes](), dict[str, str]()
    owner = FOLDER if together else names[0]
    cached_files = intact_files(request, owner, FOLDER)
    # The pages of each game; errors of one game do not stop the others.
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
    # Old files stay below the folders of games that have errors now.
    broken = tuple(f"{name if together else FOLDER}/" for name in names if name not in tiles)
    result = write_contents(
        request, owner, FOLDER, files, keys, lambda path: not path.startswith(broken)
    )
    index = request.folder / owner / ("index.html" if together else f"{FOLDER}/index.html")
    return SiteReport(
        relative(index, request.root),
        tuple(tiles),
        len(files),
        sum(map(len, files.values())),
        result.made,
        result.removed,
        diagnostics,
    )


def _downloads(game: GameToShow, folder: Path, components: Iterable[str]) -> dict[str, bytes]:
    """Return the ZIPs of a release and the built booklets, by path on the site."""
    files = {f"{game.id}-{file.name}": file for file in game.zips}
    files |= {f"{id}.pdf": folder / f"booklets/{id}.pdf" for id in components}
    return {
        f"downloads/{name}": file.read_bytes() for name, file in files.items() if file.is_file()
    }
