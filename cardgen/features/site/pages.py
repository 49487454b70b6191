"""The pages of one game, made by templates that the game can override."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from markupsafe import Markup

from cardgen.api import GameBuild
from cardgen.core.diagnostics import LayoutError
from cardgen.core.side_id import SideId
from cardgen.core.units import label_of
from cardgen.features.site.catalogue import card_words
from cardgen.features.site.looks import colors_of, fonts_of, styles_of
from cardgen.features.site.markup import CARDS, TERMS, WebText
from cardgen.features.site.pictures import cut, draw, draw_figures
from cardgen.features.site.rulebook import Rulebook
from cardgen.frame import Frame, RegionKind
from cardgen.layout.canvas import CORNER, outline
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.table import VirtualTable
from cardgen.model.pieces import titled
from cardgen.model.richtext import EMPTY
from cardgen.model.words import card_name
from cardgen.products.facts import Facts

_NAMES = (
    *("id", "title", "subtitle", "version", "date", "players", "duration", "age", "license"),
    *("language", "credits", "showcase", "setup"),
)
"""What the templates see of the game."""
_PAGES = (
    (CARDS, "Cards", "decks"),
    ("print.html", "Print and play", "sizes"),
    (TERMS, "Terms", "terms"),
    ("changes.html", "What is new", "changes"),
)
"""Pages with their titles, and the value that must not be empty for them."""


class GamePages:
    """Makes the pages of a game; raises LayoutError for a game with errors.

    ``downloads`` are files by their paths on the site, ``changes`` is the difference from the
    printed copy in HTML, and ``up`` the address of a page of all games; they may be empty.
    ``cached_files`` are files of pictures by their keys, which need not be drawn again; ``keys``
    has the keys of all pictures by path.
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
        self._laid, self._downloads = opened.lay_out(), downloads
        if not self._laid.is_whole:
            raise LayoutError(*self._laid.diagnostics)
        self._game = game = self._laid.game
        components = list(game.components.values())
        self._boards = [(board.id, board.title) for board in components if isinstance(board, Board)]
        self._pieces = titled([piece for part in components for piece in part.pieces(game)])
        booklets = {text.id for text in components if isinstance(text, Booklet)}
        self._flows = {id: flow for id, flow in game.flows().items() if id in booklets}
        self._titles: dict[str, str] = {}
        decks = []
        for deck in components:
            if cards := [card for card in deck.cards if card.copies]:
                decks.append((deck.id, deck.title, cards))
                self._titles[deck.id] = deck.title
                self._titles |= {f"{deck.id}/{card.id}": card_name(card) for card in cards}
        fronts = [
            SideId.of(box.id, "front", "face") for box in components if isinstance(box, GameBox)
        ]
        fronts += [SideId.of(id, "", "page-01") for id, flow in self._flows.items() if flow.cover]
        fronts += [SideId(f"{name}/face") for name in game.showcase]
        front = next((name for name in fronts if name in self._laid.frames), SideId())
        frames = self._frames(opened, front)
        self._pictures, self._drawings, self.keys = draw(self._laid, frames, cached_files)
        main = next(iter(self._flows.values()), None)
        self._styles = styles_of(game, main)
        tables = (table for table in components if isinstance(table, VirtualTable))
        self.values: dict[str, Any] = {
            "game": {name: getattr(game, name) for name in _NAMES},
            "up": up,
            "colors": colors_of(game, main),
            "head": self._styles.get("head"),
            "box": self._pictures.get(front) or next(iter(self._pictures.values()), None),
            "summary": next((table.summary for table in tables), EMPTY),
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

    def _frames(self, opened: GameBuild, front: SideId) -> dict[str, Frame]:
        """Return the Frames of the sides and figures to draw, by name."""
        pieces = [picture for piece in self._pieces for picture in piece.pictures]
        shapes = {picture.side: (str(picture.outline), CORNER) for picture in pieces}
        boards = (SideId.of(id, "", "face") for id, _ in self._boards)
        shapes |= dict.fromkeys([front, *boards], ("rect", 0.0))
        designs = (design for designs in self._laid.sides.values() for design in designs)
        specs = (spec for design in designs if design.card for spec in design.specs)
        shapes |= {spec.id: ("card", spec.radius) for spec in specs}
        frames = {
            str(name): cut(frame, outline(kind, frame.size, radius))
            for name, (kind, radius) in shapes.items()
            if (frame := self._laid.frames.get(name)) is not None
        }
        for flow in self._flows.values():
            frames |= draw_figures(opened, flow)
        return frames

    def files(self) -> dict[str, bytes]:
        """Return all files of the site by path."""
        pages = self._pages()
        links = [(path, title, template) for path, (title, template) in pages.items()]
        files = {}
        for path, (title, template) in pages.items():
            web = WebText(self._game, self._laid.library, self._pictures)
            values = {"title": title, "pages": links, "html": web.html, "word": web.word}
            values |= {"symbols": web.symbols, "words": partial(card_words, self._game, web)}
            if template == "rules":
                values |= self._rules(path.removesuffix(".html"), web)
            files[path] = self._filled(f"{template}.html", values)
        fonts, font_files = fonts_of(self._styles, files.values(), self._laid.library)
        files["page.css"] = self._filled("page.css", {"fonts": fonts})
        files["page.js"] = self._filled("page.js", {})
        return files | font_files | self._drawings | self._downloads

    def _pages(self) -> dict[str, tuple[str, str]]:
        """Return title and template of each page that has something to show, by its path."""
        rules = {f"{id}.html": (flow.title, "rules") for id, flow in self._flows.items()}
        pages = {"index.html": ("", "home")} | dict([*rules.items()][:1])
        for path, title, content in _PAGES:
            if self.values[content]:
                pages[path] = title, path.removesuffix(".html")
        return pages | rules

    def _rules(self, id: str, web: WebText) -> dict[str, Any]:
        """Return the values for the page of a booklet."""
        pages: dict[str, int] = {}
        for number, sides in enumerate(self._laid.sides[id], 1):
            for region, _ in self._laid.frames[sides.face.id].regions(RegionKind.ANCHOR):
                pages.setdefault(region.note.partition(" ")[0].removeprefix("id="), number)
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

    def _filled(self, template: str, values: Mapping[str, Any]) -> bytes:
        render = self._laid.product_request([]).render
        return render(f"site/{template}.j2", {**self.values, **values}, None).encode()
