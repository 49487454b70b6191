"""What texts about a game say of it: all out of the game and of its files to print.

Sheets are counted on the pages of each file, pieces on the components, and fonts are those of what
is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.assets.library import KeyedAssets
from cardgen.core.geometry import Size
from cardgen.core.units import label_of
from cardgen.frame import Text
from cardgen.impose.marks import RULER_LENGTH
from cardgen.model.components.box import counted
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Component, Game
from cardgen.model.record import values_of
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.booklets import MINI
from cardgen.products.options import Variant
from cardgen.products.planning import plan
from cardgen.products.request import ProductRequest

PRINTED = ("boards", "booklets", "boxes", "series", "sheets", "tokens")
"""The products that are printed at home."""
_ORDER = ("sheets", "tokens", "boards", "boxes", "booklets")


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


def is_for_players(game: Game, variant: Variant | None) -> bool:
    """Return whether a file is for players: leaflets are for publishers and testers."""
    component = game.components.get(variant.component) if variant else None
    return component is None or component.kind != "leaflet"


def facts_of(
    request: ProductRequest, made: Callable[[Artifact], PdfDocument | bytes], library: KeyedAssets
) -> Facts:
    """Gather the facts about a game on the papers of a request; ``made`` makes a file."""
    game, decks = request.game, decks_of(request.game)
    files = []
    for one in plan(request, PRINTED):
        document = made(one) if is_for_players(game, one.variant) else None
        if isinstance(document, PdfDocument):
            files.append(_file(game, one, document))
    things = [one for one in game.components.values() if not isinstance(one, VirtualTable)]
    counts = map(values_of, counted(things, game))
    return Facts(
        game,
        tuple(sorted(files, key=lambda one: _ORDER.index(one.kind))),
        tuple((c["count"], ": ".join(filter(None, (c["noun"], c["title"])))) for c in counts),
        tuple(dict.fromkeys(deck.size for deck in decks)),
        tuple(dict.fromkeys(deck.radius for deck in decks if deck.radius)),
        _font_families(request, library),
    )


def _file(game: Game, artifact: Artifact, made: PdfDocument) -> PrintFile:
    variant = artifact.variant
    paper, id = variant.paper, variant.component
    subject = made.info.subject.removesuffix("; print at actual size")
    for word in (", on", " on", " of") if paper else ():  # that is said once for all files
        subject = subject.replace(f"{word} {label_of(paper)}", "")
    title = made.info.title.removeprefix(f"{game.title}: ")
    duplex, todo = made.info.duplex or "", _todo(variant, game.components[id])
    path, kind = artifact.path, artifact.kind
    return PrintFile(path, kind, id, title, subject, paper, made.sheets, duplex, todo)


def _todo(variant: Variant, of: Component) -> str:
    if isinstance(of, Deck):
        return "gutterfold" if of.duplex == "gutterfold" and of.back is not None else "cards"
    if isinstance(of, GameBox):
        return "wrap" if of.wrap else "box"
    if of.kind == "booklet":
        return "mini" if variant.fold == MINI else "fold"
    return of.kind


def _font_families(request: ProductRequest, library: KeyedAssets) -> dict[str, tuple[str, ...]]:
    shown = {frame.fingerprint: frame for frame in request.frames.values()}
    for frame in tuple(shown.values()):
        shown |= {inner.fingerprint: inner for inner in frame.descendants()}
    keys = {item.font for frame in shown.values() for item in frame.items if isinstance(item, Text)}
    fonts = sorted(map(library.font_by_key, keys), key=lambda font: (font.family, font.file))
    return {font.family: font.terms for font in fonts}
