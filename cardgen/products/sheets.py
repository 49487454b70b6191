"""The product ``sheets``: a deck on paper, one PDF for each paper size.

Planning is cheap: it chooses the arrangement, which may fail, and makes the key out of the
fingerprints of the sides, the options and the versions. Frames are asked for only when a
file is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, cast

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.fingerprint import digest
from cardgen.frame import Frame
from cardgen.impose import problems
from cardgen.impose.duplex import Duplex
from cardgen.impose.gutterfold import arrange_fold
from cardgen.impose.marks import ruler
from cardgen.impose.nup import Arrangement, Mode, arrange
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.sheet import PageSide, SheetCard, count_sheets, impose
from cardgen.model.printer import PRINTER_FILE
from cardgen.products.artifact import Artifact
from cardgen.products.order import Order, product
from cardgen.products.printing import Press

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Game

KIND = "sheets"
SLUG_PT = 5.5
RULER_LABEL = "100 mm: print at 100 %"


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card of the deck: its sides, by fingerprint of their Frames."""

    id: str
    face: str
    back: str | None
    copies: int = 1


@product(KIND)
def sheets(order: Order) -> list[Artifact]:
    """Describe the sheets of every deck."""
    prints = order.fingerprints
    artifacts: list[Artifact] = []
    for deck in order.game.decks:
        cards = [
            PrintedCard(
                one.card.id,
                prints[one.face.id],
                prints[one.back.id] if one.back is not None else None,
                one.copies,
            )
            for one in order.sides[deck.id]
            if one.card is not None
        ]
        duplex = cast("Duplex | None", order.duplex)
        artifacts += plan(order.game, deck, cards, order.papers, order.press, duplex, order.report)
    return artifacts


def plan(
    game: Game,
    deck: Deck,
    cards: Sequence[PrintedCard],
    papers: Iterable[str],
    press: Press,
    duplex: Duplex | None = None,
    report: Callable[[Diagnostic], None] = lambda found: None,
) -> tuple[Artifact, ...]:
    """Describe the sheets of a deck on each paper; none if there is nothing to print.

    ``duplex`` overrules the deck's own. Raises ImpositionError where a card does not fit.
    """
    printed = tuple(card for card in cards if card.copies > 0)
    if not printed:
        return ()
    chosen: Duplex = "none"
    if any(card.back for card in printed):
        chosen = duplex or cast(Duplex, deck.duplex)
    sheets = [
        _Sheets(game, deck, printed, paper, chosen, _arrange(deck, paper, chosen, press), press)
        for paper in papers
    ]
    if chosen in ("long-edge", "short-edge") and any(map(_guesses, sheets)):
        report(problems.offset_of_other_pages(Location(PRINTER_FILE)))
    return tuple(one.artifact() for one in sheets)


def _guesses(sheets: _Sheets) -> bool:
    return sheets.press.printer.guesses(sheets.arrangement.landscape)


def _arrange(deck: Deck, paper: str, duplex: Duplex, press: Press) -> Arrangement:
    """Choose how a deck lies on a paper."""
    chosen = arrange_fold if duplex == "gutterfold" else arrange
    size, mode = paper_size(paper, deck.at), cast(Mode, deck.arrangement)
    return chosen(deck.size, deck.bleed, size, press.printer.margin, mode, deck.at)


@dataclass(frozen=True, slots=True)
class _Sheets:
    """One file to be."""

    game: Game
    deck: Deck
    cards: tuple[PrintedCard, ...]
    paper: str
    duplex: Duplex
    arrangement: Arrangement
    press: Press

    def artifact(self) -> Artifact:
        """Describe the file."""
        return Artifact(self._path, KIND, self._key(), self._make)

    @property
    def _path(self) -> str:
        return f"{KIND}/{self.deck.id}.{self.paper}.pdf"

    @property
    def _offset(self) -> tuple[float, float]:
        return self.press.printer.offset(self.arrangement.landscape)

    def _key(self) -> str:
        return digest(
            (
                KIND,
                (self.game.title, self.game.version, self.deck.title, self.paper),
                tuple(str(credit) for credit in self.game.credits),
                (self.duplex, self._offset, astuple(self.arrangement)),
                [(card.face, card.back, card.copies) for card in self.cards],
                (RULER_LABEL, SLUG_PT, self.press.versions),
            )
        )

    def _make(self) -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        press = self.press
        pieces = [
            SheetCard(press.frame(c.face), press.frame(c.back) if c.back else None, c.copies, c.id)
            for c in self.cards
        ]
        scale = ruler(press.write(RULER_LABEL, SLUG_PT))
        pages = impose(pieces, self.arrangement, self.duplex, self._offset, self._slug, scale)
        info = DocumentInfo(
            title=f"{self.game.title}: {self.deck.title}",
            author=self.game.author,
            subject=self._subject(),
            duplex=self.duplex if self.duplex in ("long-edge", "short-edge") else "simplex",
        )
        return press.pdf(self._path, pages, info)

    def _slug(self, sheet: int, total: int, side: PageSide) -> Frame:
        """Say what a page is, for whoever finds it on the table."""
        version = f"version {self.game.version}" if self.game.version else ""
        shown = "" if self.arrangement.fold else side  # a page that is folded has both
        parts = (self.game.title, self.deck.title, f"sheet {sheet} of {total}", shown, version)
        return self.press.write(" · ".join(part for part in parts if part), SLUG_PT)

    def _subject(self) -> str:
        grid = self.arrangement
        cards = sum(card.copies for card in self.cards)
        sheets = count_sheets(cards, grid)
        how = "full bleed" if grid.mode == "bleed" else "butt-cut"
        return (
            f"{cards} card{'s' * (cards != 1)} on {sheets} sheet{'s' * (sheets != 1)} "
            f"of {LABELS[self.paper]}, "
            f"{grid.slots}-up, {how}{', gutterfold' if grid.fold else ''}; print at actual size"
        )
