"""The pages of one game, from templates that the game may have files of its own for."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import LaidGame, OpenGame
from cardgen.core.side_id import SideId
from cardgen.core.units import label_of
from cardgen.features.site import palette
from cardgen.features.site.catalogue import Catalogue
from cardgen.features.site.figures import drawn_figures
from cardgen.features.site.markup import TERMS, WebText
from cardgen.features.site.pictures import DrawnPictures, WebPicture, cut, draw, words_of
from cardgen.features.site.rulebook import Rulebook, matched
from cardgen.features.site.setting_up import setup_rows
from cardgen.frame import Frame, RegionKind
from cardgen.layout.canvas import outline
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Game
from cardgen.model.pieces import Pieces, titled
from cardgen.model.richtext import EMPTY
from cardgen.model.words import nice
from cardgen.products.facts import Facts

CARDS, PRINT, CHANGES = "cards.html", "print.html", "changes.html"
_UNITS = ((1_000_000, "MB"), (1_000, "kB"))


class Download(Struct, frozen=True):
    """A file to be had from the page: its place there, what it is, and its content."""

    path: str
    title: str
    kind: str
    data: bytes
    about: str = ""

    @property
    def size(self) -> str:
        """How large it is."""
        number = len(self.data)
        for unit, name in _UNITS:
            if number >= unit:
                return f"{number / unit:.{1 if number < 10 * unit else 0}f} {name}"
        return f"{number} bytes"


class PageLink(Struct, frozen=True):
    """A page as the others name it; ``way`` is what a button to it says, if there is one."""

    path: str
    title: str
    way: str = ""


class SidePicture(Struct, frozen=True):
    """A picture with a title, and where it leads."""

    picture: WebPicture
    title: str
    href: str = ""


class PieceTile(Struct, frozen=True):
    """What is in the box of one kind."""

    count: int
    noun: str
    title: str
    pictures: tuple[WebPicture, ...]


class GamePages:
    """Makes the pages of a game that is laid out.

    ``facts`` are those of its files to print, ``downloads`` what the page offers, ``changes`` says
    in HTML what differs from the printed copy, and ``up`` is where all games are, each empty if
    there is none.
    """

    def __init__(
        self,
        opened: OpenGame,
        laid: LaidGame,
        facts: Facts,
        downloads: Sequence[Download],
        changes: str,
        up: str,
    ) -> None:
        self.laid, self.game, self.facts = laid, laid.game, facts
        self.downloads, self.changes, self.up = downloads, changes, up
        self._request = laid.request([])
        self._texts = [one for one in self.game.components.values() if isinstance(one, Booklet)]
        self._flows = self.game.flows()
        self._figures = {one.id: drawn_figures(opened, one) for one in self._texts}
        self._drawn = DrawnPictures({}, {}, {})

    def draw(self, known: Mapping[str, str]) -> DrawnPictures:
        """Draw all pictures that are not among those of ``known`` keys."""
        self._drawn = draw(self.laid, self._wanted(), known, self._request.versions)
        return self._drawn

    @cached_property
    def box(self) -> WebPicture | None:
        """The picture of the game: the front of its box, or of its rules, or a card."""
        pictures = self._drawn.pictures
        covers = (pictures[one] for one in self._covers() if one in pictures)
        shown = (one.picture for one in self._showcase())
        return next(chain(covers, shown, pictures.values()), None)

    @cached_property
    def schemes(self) -> tuple[palette.Palette, palette.Palette]:
        """The light and the dark colours."""
        return palette.of_game(self.game, self._main)

    @property
    def _main(self) -> Any:
        return self._flows[self._texts[0].id] if self._texts else None

    def _covers(self) -> list[SideId]:
        boxes = [one.id for one in self.game.components.values() if isinstance(one, GameBox)]
        covers = [SideId.of(one.id, "", "page-01") for one in self._texts if one.cover]
        return [*(SideId.of(id, "front", "face") for id in boxes), *covers]

    def _pieces(self) -> list[Pieces]:
        things = self.game.components.values()
        return titled([piece for one in things for piece in one.pieces(self.game)])

    def _wanted(self) -> dict[str, Frame]:
        """Return what is to be pictured, by name: that of a side, or of a figure."""
        frames, wanted = self.laid.frames, dict[str, Frame]()
        for piece in self._pieces():
            for one in piece.pictures:
                if one.side in frames:
                    shape = outline(one.outline, frames[one.side].size)
                    wanted[str(one.side)] = cut(frames[one.side], shape)
        for some in self.laid.sides.values():
            for spec in (spec for sides in some if sides.card for spec in sides.specs):
                if spec.id in frames:
                    shape = outline("card", frames[spec.id].size, spec.radius)
                    wanted[str(spec.id)] = cut(frames[spec.id], shape)
        boards = [
            SideId.of(b.id, "", "face")
            for b in self.game.components.values()
            if isinstance(b, Board)
        ]
        covers = [one for one in self._covers() if one in frames][:1]
        for name in (*boards, *covers):
            if name in frames:
                wanted[str(name)] = cut(frames[name])
        for id, figures in self._figures.items():
            for number, frame in enumerate(figures, 1):
                if frame is not None:
                    wanted[f"{id}/figure-{number:02}"] = frame
        return wanted

    def made(self) -> dict[str, bytes]:
        """Return all pages and what they need, by their paths; pictures are apart."""
        pages = {"index.html": self._home(), PRINT: self._print(), CHANGES: self._changes()}
        pages |= {_path(one): self._rules(one) for one in self._texts}
        pages |= {CARDS: self._cards(), TERMS: self._terms()}
        shown = {path: page for path, page in pages.items() if page}
        letters = palette.letters_of(shown.values())
        styles = palette.typefaces(self.game, self._main)
        fonts = palette.web_fonts(styles, letters, self.laid.library)
        head = styles.get("head")
        looks = {
            "uppercase": head is not None and head.uppercase,
            "tracking": round(head.tracking / 1000, 3) if head is not None else 0,
        }
        names = {font.name for font in fonts}
        css = {"schemes": self.schemes, "fonts": fonts, "names": names, "looks": looks}
        shown["page.css"] = self._filled("page.css.j2", css)
        if CARDS in shown:
            shown["page.js"] = self._filled("page.js.j2", {})
        shown |= {font.path: font.data for font in fonts}
        return shown | {one.path: one.data for one in self.downloads}

    @cached_property
    def links(self) -> list[PageLink]:
        """All pages but the first."""
        texts = [PageLink(_path(one), one.title) for one in self._texts]
        found = [replace(one, way="Read the rules") for one in texts[:1]]
        if any(one.cards for one in self.game.components.values()):
            found.append(PageLink(CARDS, "Cards", "See the cards"))
        if self.downloads:
            found.append(PageLink(PRINT, "Print and play", "Print and play"))
        if any(term.explain for term in self.game.terms.values()):
            found.append(PageLink(TERMS, "Terms"))
        if self.changes:
            found.append(PageLink(CHANGES, "What is new"))
        return [*found, *texts[1:]]

    def _page(self, path: str, template: str, web: WebText, **values: Any) -> bytes:
        """Fill the template of a page, nothing for one that no other names."""
        title = next((one.title for one in self.links if one.path == path), "")
        game = {name: getattr(self.game, name) for name in _NAMED}
        said = {"players": game["players"], "time": self.game.duration}
        about = ", ".join(f"{value} {name}".strip() for name, value in said.items() if value)
        common = {
            "title": title,
            "game": game,
            "language": self.game.language,
            "pages": self.links,
            "up": self.up,
            "description": ". ".join(filter(None, (game["subtitle"] or game["title"], about))),
            "symbols": Markup(web.symbols()),
        }
        return self._filled(template, {**common, **values})

    def _filled(self, template: str, values: Mapping[str, Any]) -> bytes:
        return self._request.render(f"site/{template}", values, None).encode()

    def _web(self, links: bool = True) -> WebText:
        return WebText(self.game, self.laid.library, self._peek, links)

    def _peek(self, card: str) -> str:
        picture = self._drawn.pictures.get(f"{card}/face")
        return self._image(picture, "") if picture is not None else ""

    @staticmethod
    def _image(picture: WebPicture, alt: str) -> str:
        return (
            f'<img src="{html.escape(picture.path)}" width="{picture.width}" '
            f'height="{picture.height}" alt="{html.escape(alt)}" loading="lazy" decoding="async">'
        )

    def _home(self) -> bytes:
        game, pictures, web = self.game, self._drawn.pictures, self._web()
        facts = (("Players", game.players), ("Time", game.duration), ("Age", game.age))
        table = next((c for c in game.components.values() if isinstance(c, VirtualTable)), None)
        summary = table.summary if table else EMPTY
        boards = [
            SidePicture(pictures[f"{one.id}/face"], one.title)
            for one in game.components.values()
            if isinstance(one, Board) and f"{one.id}/face" in pictures
        ]
        values = {
            "facts": [pair for pair in facts if pair[1]],
            "box": self.box,
            "showcase": self._showcase(),
            "summary": Markup(web.html(summary)),
            "pieces": [
                PieceTile(
                    piece.count,
                    piece.noun,
                    piece.title,
                    tuple(pictures[p.side] for p in piece.pictures if p.side in pictures),
                )
                for piece in self._pieces()
            ],
            "boards": boards,
            "setup": setup_rows(game),
            "counts": [one.players for one in game.setup],
            "credits": [Markup(web.html(line)) for line in game.credits],
            "fonts": list(self.facts.fonts.items()),
        }
        return self._page("index.html", "home.html.j2", web, **values)

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The titles of decks and of their cards that have a place on the page, by name."""
        titles: dict[str, str] = {}
        for one in self.game.components.values():
            for card in (card for card in one.cards if card.copies):
                titles[one.id] = one.title
                titles[f"{one.id}/{card.id}"] = card.title.plain or nice(card.id)
        return titles

    def _showcase(self) -> list[SidePicture]:
        shown = []
        for name in self.game.showcase:
            is_card = "/" in name
            picture = self._drawn.pictures.get(f"{name}/{'face' if is_card else 'back'}")
            if picture is not None and name in self._titles:
                target = name if is_card else f"deck-{name}"
                shown.append(SidePicture(picture, self._titles[name], f"{CARDS}#{target}"))
        return shown

    def _rules(self, text: Booklet) -> bytes:
        web, pictures = self._web(), self._drawn.pictures
        spec = self._flows[text.id]
        names = (f"{text.id}/figure-{n:02}" for n in range(1, len(self._figures[text.id]) + 1))
        figures = matched(text.document.blocks, [pictures.get(name) for name in names])
        book = Rulebook(
            spec, web, figures, pictures, self._page_numbers(text), self._titles, self._image
        )
        body, path = Markup(book.body()), f"downloads/{text.id}.pdf"
        pdf = next((one for one in self.downloads if one.path == path), None)
        values = {"body": body, "contents": book.contents(), "pdf": pdf}
        return self._page(_path(text), "rules.html.j2", web, **values)

    def _page_numbers(self, text: Booklet) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, sides in enumerate(self.laid.sides[text.id], 1):
            for region, _ in self.laid.frames[sides.face.id].regions(RegionKind.ANCHOR):
                found.setdefault(region.note.partition(" ")[0].removeprefix("id="), number)
        return found

    def _cards(self) -> bytes:
        if not any(one.path == CARDS for one in self.links):
            return b""
        web = self._web()
        printed: dict[str, str] = {id: words_of(frame) for id, frame in self.laid.frames.items()}
        decks, facets = Catalogue(self.game, web, self._drawn.pictures, printed).decks()
        return self._page(CARDS, "cards.html.j2", web, decks=decks, facets=facets)

    def _terms(self) -> bytes:
        web = self._web()
        terms = [
            {
                "id": term.id,
                "word": Markup(web.markup(term.markup(term.text), {})),
                "told": Markup(web.html(term.explain)),
            }
            for term in self.game.terms.values()
            if term.explain
        ]
        return self._page(TERMS, "terms.html.j2", web, terms=terms) if terms else b""

    def _print(self) -> bytes:
        if not self.downloads:
            return b""
        facts = self.facts
        papers = facts.papers
        once = {paper: facts.once(paper) for paper in papers}
        first = once[papers[0]] if papers else []
        titles = dict.fromkeys(one.title for some in once.values() for one in some)
        sheets = {
            title: [str(sum(o.sheets for o in once[p] if o.title == title) or "–") for p in papers]
            for title in titles
        }
        values = {
            "downloads": self.downloads,
            "papers": list(map(label_of, papers)),
            "prints": list(sheets.items()),
            "sheets": sum(one.sheets for one in first),
            "two_sided": sum(one.sheets for one in first if one.is_two_sided),
            "ruler": facts.ruler,
            "cuts": " or ".join(size.measures for size in facts.cuts),
        }
        return self._page(PRINT, "print.html.j2", self._web(), **values)

    def _changes(self) -> bytes:
        if not self.changes:
            return b""
        changes = Markup(self.changes)
        return self._page(CHANGES, "changes.html.j2", self._web(), changes=changes)


_NAMED = ("id", "title", "subtitle", "version", "date", "players", "license")


def _path(text: Booklet) -> str:
    return f"{text.id}.html"


def as_tile(pages: GamePages, path: str) -> dict[str, Any]:
    """Return what the page of all games shows of one, whose pages are in a folder."""
    game: Game = pages.game
    dark = pages.schemes[1]
    box = pages.box and replace(pages.box, path=f"{path}/{pages.box.path}")
    about = (f"{game.players} players" if game.players else "", game.duration, game.age)
    return {
        "path": f"{path}/index.html",
        "title": game.title,
        "subtitle": game.subtitle,
        "facts": " · ".join(filter(None, about)),
        "box": box,
        "band": dark.of("band"),
        "band_ink": dark.of("band-ink"),
    }
