"""The product ``sheets``: a deck on paper, one PDF for each paper size.

Planning is cheap. It chooses the arrangement, which may fail, and makes the key from the
fingerprints of the sides, the options and the versions. It does not look at the items of a Frame;
that is left to the making of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import Struct

from cardgen.backend.document import DocumentInfo
from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.value import as_tuples
from cardgen.frame import Frame
from cardgen.impose import problems
from cardgen.impose.duplex import Duplex
from cardgen.impose.gutterfold import arrange_fold
from cardgen.impose.marks import ruler
from cardgen.impose.nup import Arrangement, Mode, arrange
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.sheet import PageSide, SheetCard, count_sheets, impose
from cardgen.model.components.deck import Deck
from cardgen.model.printer import PRINTER_FILE
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.slug import RULER_LABEL, SLUG_PT, slug_words, version_words
from cardgen.products.tools import Tools

KIND = "sheets"


@product(KIND, Deck)
def sheets(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the sheets of every deck."""
    for deck in request.game.decks:
        yield from deck_sheets(request, deck, sheet_cards(request, deck))


def sheet_cards(request: ProductRequest, deck: Deck) -> list[SheetCard]:
    """Return the cards of a deck, ready to be put on sheets."""
    return [
        SheetCard(request.frames[one.face.id], request.back(one), one.copies, one.card.id)
        for one in request.sides[deck.id]
        if one.card is not None
    ]


def deck_sheets(
    request: ProductRequest, deck: Deck, cards: Sequence[SheetCard]
) -> tuple[Artifact, ...]:
    """Describe the sheets of some cards of a deck on each paper; none if there are no cards.

    Raises ImpositionError if a card does not fit.
    """
    printed = tuple(card for card in cards if card.copies > 0)
    if not printed:
        return ()
    duplex: Duplex = "none"
    if any(card.back for card in printed):
        duplex = request.duplex or cast(Duplex, deck.duplex)
    margin, printer = request.printer.margin, request.printer
    arrangements = {paper: _arrange(deck, paper, duplex, margin) for paper in request.papers}
    guessed = any(printer.guesses(chosen.landscape) for chosen in arrangements.values())
    if guessed and duplex in ("long-edge", "short-edge"):
        request.report(problems.offset_of_other_pages(Location(PRINTER_FILE)))
    return tuple(
        _Sheets(request, deck, printed, paper, duplex, chosen).artifact()
        for paper, chosen in arrangements.items()
    )


def _arrange(deck: Deck, paper: str, duplex: Duplex, margin: float) -> Arrangement:
    """Choose how a deck lies on a paper."""
    chosen = arrange_fold if duplex == "gutterfold" else arrange
    size, mode = paper_size(paper, deck.at), cast(Mode, deck.arrangement)
    return chosen(deck.size, deck.bleed, size, margin, mode, deck.at)


class _Sheets(Struct, frozen=True):
    """The sheets of one deck on one paper: one file."""

    request: ProductRequest
    deck: Deck
    cards: tuple[SheetCard, ...]
    paper: str
    duplex: Duplex
    arrangement: Arrangement

    def artifact(self) -> Artifact:
        """Describe the file."""
        return Artifact(self._path, KIND, self._key(), self._make)

    @property
    def _path(self) -> str:
        return f"{KIND}/{self.deck.id}.{self.paper}.pdf"

    @property
    def _offset(self) -> tuple[float, float]:
        return self.request.printer.offset(self.arrangement.landscape)

    def _key(self) -> str:
        game = self.request.game
        return digest(
            (
                KIND,
                (game.title, game.version, self.deck.title, self.paper),
                tuple(str(credit) for credit in game.credits),
                (self.duplex, self._offset, as_tuples(self.arrangement)),
                [
                    (card.face.fingerprint, card.back and card.back.fingerprint, card.copies)
                    for card in self.cards
                ],
                (RULER_LABEL, SLUG_PT, self.request.versions),
            )
        )

    def _make(self, tools: Tools) -> PdfDocument:
        game, title = self.request.game, self.deck.title

        def slug(sheet: int, total: int, side: PageSide) -> Frame:
            number = f"sheet {sheet} of {total}"
            shown = "" if self.arrangement.fold else side  # with gutterfold, both
            words = slug_words(game.title, title, number, shown, version_words(game))
            return tools.write(words, SLUG_PT)

        scale = ruler(tools.write(RULER_LABEL, SLUG_PT))
        pages = impose(self.cards, self.arrangement, self.duplex, self._offset, slug, scale)
        info = DocumentInfo(
            title=f"{game.title}: {title}",
            author=game.author,
            language=game.language,
            subject=self._subject(),
            duplex=self.duplex if self.duplex in ("long-edge", "short-edge") else "simplex",
        )
        return PdfDocument(self._path, pages, info)

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
