"""Facts for texts about a game, such as the printing guide and the site.

The number of sheets comes from the pages of each file, the number of pieces from the components,
and the fonts from the laid-out sides.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.assets.library import KeyedAssets
from cardgen.core.geometry import Size
from cardgen.core.units import label_of
from cardgen.frame import Text
from cardgen.impose.marks import RULER_LENGTH
from cardgen.model.components.box import count_pieces
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Component, Game
from cardgen.model.record import values_of
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.booklets import MINI
from cardgen.products.options import Variant
from cardgen.products.planning import plan_artifacts
from cardgen.products.request import ProductRequest

PRINTED = ("boards", "booklets", "boxes", "series", "sheets", "tokens")
"""The products that are printed at home."""
_ORDER = ("sheets", "tokens", "boards", "boxes", "booklets")


class PrintFile(Struct, frozen=True):
    """A file to print; ``paper`` is empty for a file for a screen or a print shop.

    ``subject`` comes from the metadata of the PDF. ``todo`` names the work after printing, which
    the template puts into words. ``duplex`` is the edge to flip on, ``simplex`` for one side.
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
        """True if backs are printed on the other side of the paper."""
        return self.duplex.endswith("edge")


class Facts(Struct, frozen=True):
    """All facts for texts about a release.

    ``pieces`` are pairs of a number and the name of the pieces. ``cuts`` are the trimmed sizes of
    cards, ``radii`` the radii of their corners, ``ruler`` the length of the ruler on each sheet, in
    mm. ``fonts`` maps font families to their copyright and licence texts.
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
        """The papers of the files, each once."""
        return tuple(dict.fromkeys(file.paper for file in self.files if file.paper))

    def once(self, paper: str) -> list[PrintFile]:
        """Return the files to print on a paper, with only the first fold of each booklet."""
        files = [file for file in reversed(self.files) if file.paper == paper]
        return [*{(file.kind, file.component): file for file in files}.values()][::-1]


def is_for_players(game: Game, variant: Variant | None) -> bool:
    """True if a file is for players; leaflets are for publishers and testers."""
    component = game.components.get(variant.component) if variant else None
    return component is None or component.kind != "leaflet"


def facts_of(
    request: ProductRequest, make: Callable[[Artifact], PdfDocument | bytes], library: KeyedAssets
) -> Facts:
    """Gather the facts about a game on the papers of a request; ``make`` makes a file."""
    game, decks = request.game, decks_of(request.game)
    files = []
    for artifact in plan_artifacts(request, PRINTED):
        document = make(artifact) if is_for_players(game, artifact.variant) else None
        if isinstance(document, PdfDocument):
            files.append(_file(game, artifact, document))
    parts = [part for part in game.components.values() if not isinstance(part, VirtualTable)]
    counts = map(values_of, count_pieces(parts, game))
    return Facts(
        game,
        tuple(sorted(files, key=lambda file: _ORDER.index(file.kind))),
        tuple((c["count"], ": ".join(filter(None, (c["noun"], c["title"])))) for c in counts),
        tuple(dict.fromkeys(deck.size for deck in decks)),
        tuple(dict.fromkeys(deck.radius for deck in decks if deck.radius)),
        _font_families(request, library),
    )


def _file(game: Game, artifact: Artifact, document: PdfDocument) -> PrintFile:
    variant = artifact.variant
    paper, id = variant.paper, variant.component
    subject = document.info.subject.removesuffix("; print at actual size")
    for word in (", on", " on", " of") if paper else ():  # texts name the paper once for all files
        subject = subject.replace(f"{word} {label_of(paper)}", "")
    title = document.info.title.removeprefix(f"{game.title}: ")
    duplex, todo = document.info.duplex or "", _todo(variant, game.components[id])
    path, kind = artifact.path, artifact.kind
    return PrintFile(path, kind, id, title, subject, paper, document.sheets, duplex, todo)


def _todo(variant: Variant, part: Component) -> str:
    if isinstance(part, Deck):
        return "gutterfold" if part.duplex == "gutterfold" and part.back is not None else "cards"
    if isinstance(part, GameBox):
        return "wrap" if part.wrap else "box"
    if part.kind == "booklet":
        return "mini" if variant.fold == MINI else "fold"
    return part.kind


def _font_families(request: ProductRequest, library: KeyedAssets) -> dict[str, tuple[str, ...]]:
    frames = {frame.fingerprint: frame for frame in request.frames.values()}
    for frame in tuple(frames.values()):
        frames |= {inner.fingerprint: inner for inner in frame.descendants()}
    keys = {
        item.font for frame in frames.values() for item in frame.items if isinstance(item, Text)
    }
    fonts = sorted(map(library.font_by_key, keys), key=lambda font: (font.family, font.file))
    return {font.family: font.terms for font in fonts}
