"""The product ``text``: a game for players who see little or nothing.

That is the whole game as plain text and in Braille, and labels for the sleeves of its cards. It is
made of the game's words (`cardgen.model.words`); of sides, only boards and dice are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.fingerprint import as_tuples, digest
from cardgen.core.geometry import Path, Rect
from cardgen.core.units import label_of
from cardgen.frame import Frame, Page
from cardgen.impose.marks import ruler
from cardgen.impose.nup import Arrangement, arrange
from cardgen.impose.sheet import SheetCard, impose
from cardgen.impose.stock import in_place
from cardgen.model.components.board import Board
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.dice import Die
from cardgen.products import problems
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.cut_sheets import RULER_LABEL, SLUG_PT, slug_words, version_words
from cardgen.products.options import TEXT
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.stock import fitting_stocks, ways_to_hold
from cardgen.products.text.braille import Transcriber, transcriber
from cardgen.products.text.brf import brf
from cardgen.products.text.labels import SleeveLabel, fits, label_frame, labels, size_of
from cardgen.products.text.passages import Passage
from cardgen.products.text.plain import plain_text
from cardgen.products.text.script import card_texts, script


@product(TEXT, Board, Die, asked=True)
def texts(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the whole game as plain text and in Braille, and labels for sleeves."""
    game, passages = request.game, script(request)
    braille = transcriber(game.language)
    _report(request, passages, braille)
    yield _file(request, "txt", plain_text(passages).encode())
    yield _file(request, "brf", brf(passages, game.title, braille.cells))
    found = [one for deck in decks_of(game) for one in _labels_of(request, deck, braille)]
    if found:
        yield from _label_sheets(request, found)


def _file(request: ProductRequest, ending: str, data: bytes) -> Artifact:
    path = f"{TEXT}/{request.game.id}.{ending}"
    key = digest((path, data.hex(), request.versions))
    return Artifact(path, TEXT, key, lambda tools: data)


def _report(request: ProductRequest, passages: Sequence[Passage], braille: Transcriber) -> None:
    """Tell what the Braille is not, or not as it should be."""
    game = request.game
    at = game.places.get("language")
    if braille.is_foreign:
        request.report(problems.braille_in_english(at, game.language))
    signs = dict.fromkeys(c for one in passages for c in braille.unknown(one.text))
    if signs:
        request.report(problems.spelled_in_braille(at, game.title, "".join(signs)))


def _labels_of(request: ProductRequest, deck: Deck, braille: Transcriber) -> Iterator[SleeveLabel]:
    for card in card_texts(deck, request.game):
        cells = braille.cells(card.name)
        if not fits(cells):
            request.report(problems.label_too_short(deck.at, card.name, len(cells)))
        yield from labels(card, deck.title, cells)


def _label_sheets(request: ProductRequest, found: Sequence[SleeveLabel]) -> Iterator[Artifact]:
    """Describe the sheets of labels on each paper, or on the ready-cut stock that is asked for."""
    stock, margin, size = request.options.stock, request.printer.margin, size_of(found)
    if stock is None:
        for paper in request.papers:
            grid = arrange(size, 0.0, request.paper(paper), margin, "butt")
            yield _sheets(request, found, paper, label_of(paper), grid, lambda frame: frame)
        return
    at = Location(f"card_data/{request.game.id}/game.yaml")
    ways = ways_to_hold(stock, [(size, "rect")])
    if not ways:
        fitting = fitting_stocks([(size, "rect")])
        wrong = problems.larger_than_place(at, "Labels", size, stock.title, stock.place, fitting)
        raise ImpositionError(wrong)
    place, outline = ways[0].place, Path.rect(Rect(0.0, 0.0, size.width, size.height))
    grid = ways[0].arrangement(0.0)
    yield _sheets(
        request, found, stock.id, stock.title, grid, lambda frame: in_place(frame, place, outline)
    )


def _sheets(
    request: ProductRequest,
    found: Sequence[SleeveLabel],
    name: str,
    paper: str,
    grid: Arrangement,
    placed: Callable[[Frame], Frame],
) -> Artifact:
    on_stock, game = request.options.stock is not None, request.game
    path = f"{TEXT}/labels{'.stock' if on_stock else ''}.{name}.pdf"

    def make(tools: Tools) -> PdfDocument:
        size = size_of(found)
        faces = (placed(label_frame(one, size, tools.write)) for one in found)
        cards = [SheetCard(face, None, one.copies) for face, one in zip(faces, found, strict=True)]

        def slug(sheet: int, total: int, side: str) -> Frame:
            number = f"sheet {sheet} of {total}"
            words = slug_words(game.title, "Labels for sleeves", number, version_words(game))
            return tools.write(words, SLUG_PT)

        pages: list[Page]
        if on_stock:
            pages = impose(cards, grid, "none", marks=lambda filled: [])
        else:
            scale = ruler(tools.write(RULER_LABEL, SLUG_PT))
            pages = impose(cards, grid, "none", slug=slug, ruler=scale)
        subject = f"Braille, large print and codes on {paper}; print at actual size"
        return PdfDocument(path, pages, request.info("Labels for sleeves", subject, "none"))

    shown = (path, game.title, game.version, game.author, as_tuples(grid), as_tuples(tuple(found)))
    return Artifact(path, TEXT, digest((shown, request.versions)), make)
