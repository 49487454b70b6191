"""What is said of a release: all of it out of the game and of the files that it has.

Sheets are counted on the pages of each file, pieces on the components, and fonts are those of what
is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.api import LaidGame
from cardgen.core.geometry import Size
from cardgen.core.registry import plural
from cardgen.core.units import label_of
from cardgen.features.release.audiences import PRINTED, is_for_players
from cardgen.frame import Text
from cardgen.impose.marks import RULER_LENGTH
from cardgen.model.components.box import counted
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Component, Game
from cardgen.model.record import values_of
from cardgen.products.artifact import PdfDocument
from cardgen.products.options import component_of, variant_of
from cardgen.products.planning import plan
from cardgen.template.pages import filled

_ORDER = ("sheets", "tokens", "boards", "boxes", "booklets")
_TEMPLATES = Path(__file__).with_name("templates")
_ACTIVE = re.compile(r"([\\`*_{}\[\]<>|~&]|^[-+#=]|(?<=^\d)[.)](?=\s))")
"""What Markdown may take for markup (CommonMark 0.31.2, 2.4)."""


class PrintFile(Struct, frozen=True):
    """A file to print: on a paper, or, if that is empty, for a screen or a shop.

    ``subject`` is what it says of itself, ``todo`` names the way from paper to piece: the words for
    it are in the template. ``duplex`` is the edge to flip on, ``simplex`` for one side.
    """

    path: str
    kind: str
    component: str
    title: str
    subject: str
    paper: str
    sheets: int
    duplex: str
    todo: str

    @property
    def is_two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.duplex.endswith("edge")


class Facts(Struct, frozen=True):
    """Everything that texts about a release are made of.

    ``pieces`` are pairs of a number and what is counted. ``cuts`` are the sizes that cards are cut
    to, ``radii`` those of their corners, ``ruler`` is the length of the one on each sheet, in mm.
    ``fonts`` are families, with what they say of copyright and licence.
    """

    game: Game
    files: tuple[PrintFile, ...]
    pieces: tuple[tuple[int, str], ...]
    cuts: tuple[Size, ...]
    radii: tuple[float, ...]
    fonts: Mapping[str, tuple[str, ...]]
    ruler: int = RULER_LENGTH

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers that there are files for."""
        return tuple(dict.fromkeys(one.paper for one in self.files if one.paper))

    def once(self, paper: str) -> list[PrintFile]:
        """Return what has to be printed on a paper: of two ways to fold a booklet, the first."""
        files = [one for one in reversed(self.files) if one.paper == paper]
        return [*{(one.kind, one.component): one for one in files}.values()][::-1]


def facts_of(laid: LaidGame, papers: Sequence[str]) -> Facts:
    """Gather the facts about a game on some papers."""
    game, decks = laid.game, decks_of(laid.game)
    files = []
    for one in plan(laid.request([]).with_options(papers=tuple(papers)), PRINTED):
        made = laid.made(one) if is_for_players(game, one.path) else None
        if isinstance(made, PdfDocument):
            files.append(_file(game, one.path, one.kind, made))
    things = [one for one in game.components.values() if not isinstance(one, VirtualTable)]
    counts = map(values_of, counted(things, game))
    return Facts(
        game,
        tuple(sorted(files, key=lambda one: _ORDER.index(one.kind))),
        tuple((c["count"], ": ".join(filter(None, (c["noun"], c["title"])))) for c in counts),
        tuple(dict.fromkeys(deck.size for deck in decks)),
        tuple(dict.fromkeys(deck.radius for deck in decks if deck.radius)),
        _fonts(laid),
    )


def _file(game: Game, path: str, kind: str, made: PdfDocument) -> PrintFile:
    paper, id = variant_of(path).paper, component_of(path)
    subject = made.info.subject.removesuffix("; print at actual size")
    for word in (", on", " on", " of") if paper else ():  # that is said once for all files
        subject = subject.replace(f"{word} {label_of(paper)}", "")
    title = made.info.title.removeprefix(f"{game.title}: ")
    duplex, todo = made.info.duplex or "", _todo(path, game.components[id])
    return PrintFile(path, kind, id, title, subject, paper, made.sheets, duplex, todo)


def _todo(path: str, of: Component) -> str:
    if isinstance(of, Deck):
        return "gutterfold" if of.duplex == "gutterfold" and of.back is not None else "cards"
    if isinstance(of, GameBox):
        return "wrap" if of.wrap else "box"
    if of.kind == "booklet":
        return "mini" if ".mini." in path else "fold"
    return of.kind


def _fonts(laid: LaidGame) -> dict[str, tuple[str, ...]]:
    """Return the families of all type that is laid out, sorted by name."""
    shown = {frame.fingerprint: frame for frame in laid.frames.values()}
    for frame in tuple(shown.values()):
        shown |= {inner.fingerprint: inner for inner in frame.descendants()}
    keys = {item.font for frame in shown.values() for item in frame.items if isinstance(item, Text)}
    fonts = sorted(map(laid.library.font_by_key, keys), key=lambda font: (font.family, font.file))
    return {font.family: font.terms for font in fonts}


def written(template: str, facts: Facts, **values: Any) -> bytes:
    """Fill a template of ours with the facts."""
    filters = {
        # so that no Markdown is read in it, on one line
        "plain": lambda text: _ACTIVE.sub(r"\\\1", " ".join(str(text).split())),
        "plural": plural,
        "paper": label_of,
        "number": "{:g}".format,
    }
    return filled(_TEMPLATES / template, filters, facts=facts, game=facts.game, **values)
