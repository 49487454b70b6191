"""What is said of a release: all of it out of the game and of the files that it has.

Nothing here is known of a game by name, and no number is written down twice: sheets are counted
on the pages of each file, pieces on the components, fonts on what is laid out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.api import LaidGame
from cardgen.core.geometry import Size
from cardgen.core.units import label_of
from cardgen.features.release.audiences import PRINTED
from cardgen.frame import Text
from cardgen.impose.marks import RULER_LENGTH
from cardgen.model.components.box import counted
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Component, Game
from cardgen.model.record import values_of
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.cut_sheets import version_words
from cardgen.products.options import variant_of
from cardgen.products.planning import plan

_ORDER = ("sheets", "series", "tokens", "boards", "boxes", "booklets")
_WAYS = {
    "long-edge": "both sides, flip on the long edge",
    "short-edge": "both sides, flip on the short edge",
}


class PrintFile(Struct, frozen=True):
    """A file to print: for a paper, or, if that is empty, for a screen or a shop.

    ``todo`` is the way in which the pieces come out of it; ``subject`` is what the file says of
    itself.
    """

    path: str
    kind: str
    title: str
    subject: str
    paper: str
    pages: int
    sheets: int
    way: str
    todo: str

    @property
    def is_thick(self) -> bool:
        """Whether it wants thick paper: what is glued onto something else, or folded, does not."""
        return self.todo in ("cards", "dice", "box", "game-box")

    @property
    def component(self) -> str:
        """The id of what it shows."""
        return _component(self.path)

    @property
    def is_two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.way != "one side"


class FontTerms(Struct, frozen=True):
    """A family, and what its files say of copyright and licence."""

    family: str
    terms: tuple[str, ...]


class Facts(Struct, frozen=True):
    """Everything that texts about a release are made of.

    ``pieces`` are pairs of a number and what is counted. ``cuts`` are the sizes that cards are cut
    to, ``radii`` those of their corners, ``ruler`` is the length of that on each sheet; in mm.
    """

    game: Game
    files: tuple[PrintFile, ...]
    pieces: tuple[tuple[int, str], ...]
    cuts: tuple[Size, ...]
    radii: tuple[float, ...]
    fonts: tuple[FontTerms, ...]
    ruler: int = RULER_LENGTH

    @property
    def credits(self) -> tuple[str, ...]:
        """The credits as plain text."""
        return tuple(str(one) for one in self.game.credits)

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers that there are files for."""
        return tuple(dict.fromkeys(one.paper for one in self.files if one.paper))

    def on(self, paper: str) -> tuple[PrintFile, ...]:
        """Return the files for a paper."""
        return tuple(one for one in self.files if one.paper == paper)

    def once(self, paper: str) -> tuple[PrintFile, ...]:
        """Return what has to be printed on a paper: of two ways to fold a booklet, the first."""
        once = {(one.kind, one.component): one for one in reversed(self.on(paper))}
        return tuple(reversed(once.values()))

    @property
    def name(self) -> str:
        """The game with its version and date."""
        return ", ".join(filter(None, (self.game.title, version_words(self.game), self.game.date)))


def facts_of(laid: LaidGame, papers: Sequence[str]) -> Facts:
    """Gather the facts about a game on some papers."""
    game, asked = laid.game, laid.request([]).with_options(papers=tuple(papers))
    planned = plan(asked, PRINTED)
    files = [made for one in planned if (made := _file(game, one, laid.made(one))) is not None]
    files.sort(key=lambda one: (_ORDER.index(one.kind), one.path))
    things = [one for one in game.components.values() if not isinstance(one, VirtualTable)]
    pieces = tuple(
        (facts["count"], f"{facts['noun']}: {facts['title']}" if facts["title"] else facts["noun"])
        for facts in map(values_of, counted(things, game))
    )
    decks = decks_of(game)
    return Facts(
        game,
        tuple(files),
        pieces,
        tuple(dict.fromkeys(deck.size for deck in decks)),
        tuple(dict.fromkeys(deck.radius for deck in decks if deck.radius)),
        tuple(_fonts(laid)),
    )


def _component(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _file(game: Game, artifact: Artifact, made: PdfDocument | bytes) -> PrintFile | None:
    if not isinstance(made, PdfDocument):
        return None
    paper, info = variant_of(artifact.path).paper, made.info
    of = game.components[_component(artifact.path)]
    return PrintFile(
        path=artifact.path,
        kind=artifact.kind,
        title=info.title.removeprefix(f"{game.title}: "),
        subject=_subject(info.subject, paper),
        paper=paper,
        pages=len(made.pages),
        sheets=made.sheets,
        way=_WAYS.get(info.duplex or "", "one side"),
        todo=_todo(artifact.path, of),
    )


def _subject(text: str, paper: str) -> str:
    """Leave out of a subject what is said of all files together: the paper, and its true size."""
    for words in (f", on {label_of(paper)}", f" on {label_of(paper)}", f" of {label_of(paper)}"):
        text = text.replace(words, "")
    return text.removesuffix("; print at actual size")


def _todo(path: str, of: Component) -> str:
    """Name the way from paper to piece; the words for it are in the template."""
    if isinstance(of, Deck):
        return "gutterfold" if of.duplex == "gutterfold" and of.back is not None else "cards"
    if isinstance(of, GameBox) and of.wrap:
        return "wrap"
    if of.kind != "booklet":
        return of.kind
    return "mini" if ".mini." in path else "fold"


def _fonts(laid: LaidGame) -> Iterator[FontTerms]:
    """Yield the families of all type that is laid out, in the order of their names."""
    shown = {frame.fingerprint: frame for frame in laid.frames.values()}
    for frame in tuple(shown.values()):
        shown |= {inner.fingerprint: inner for inner in frame.descendants()}
    keys = {item.font for frame in shown.values() for item in frame.items if isinstance(item, Text)}
    fonts = [laid.library.font_by_key(key) for key in keys]
    found = {font.family: font.terms for font in sorted(fonts, key=lambda font: font.file)}
    for family in sorted(found):
        yield FontTerms(family, found[family])
