"""The pages of one game, made by templates that the game can override."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from markupsafe import Markup

from cardgen.api import GameBuild
from cardgen.core.units import label_of
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.table import summary_of
from cardgen.model.pieces import titled
from cardgen.model.web import CARDS, TERMS, Rulebook, WebText, looks_of
from cardgen.model.words import card_name
from cardgen.pipeline.web_pictures import draw_game, symbols
from cardgen.products.booklets import anchor_pages
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
        self._laid, self._downloads = opened.lay_out().refuse_errors(), downloads
        self._request = self._laid.product_request([])
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
        self._drawn = draw_game(self._laid, cached_files)
        self._pictures, self.keys = self._drawn.pictures, self._drawn.keys
        main = next(iter(self._flows.values()), None)
        self._looks = looks_of(game, main)
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
                values |= self._rules(path.removesuffix(".html"), web)
            files[path] = self._filled(f"{template}.html", values)
        fonts, font_files = self._looks.fonts(files.values(), self._laid.library)
        files["page.css"] = self._filled("page.css", {"fonts": fonts})
        files["page.js"] = self._filled("page.js", {})
        return files | font_files | self._drawn.files | self._downloads

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

    def _filled(self, template: str, values: Mapping[str, Any]) -> bytes:
        return self._request.render(f"site/{template}.j2", {**self.values, **values}, None).encode()
