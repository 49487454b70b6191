"""The product ``cut``: sheets for cutting machines, and the paths that they cut and crease.

Cards are arranged between the marks of the machine; decks of one size that share sheets are
arranged together. Tokens, dice and boxes come from the products ``tokens`` and ``boxes``, for a
paper as large as the room between the marks. Their lines to cut and to fold are removed from the
pages and become paths.

For a Silhouette there is a PDF to print, one page to try the cut on without ink, and paths as DXF
and SVG: one file for all sheets of a deck, one for each sheet of anything else. For a Cricut there
is a transparent picture for each sheet, with the paths as SVG.

`decks` and `pieces` describe the files of one component on one paper.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import cast

from cardgen.core.choices import Machine
from cardgen.model.components.deck import Deck
from cardgen.products.artifact import Artifact
from cardgen.products.cut.decks import KIND, cricut, silhouette
from cardgen.products.cut.pieces import SHEETS, plan_pieces
from cardgen.products.planning import paper_plans, product, run_plans
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import shared_sheets, sheet_cards


@product(KIND, Deck, *SHEETS)
def cut(request: ProductRequest) -> list[Artifact]:
    """Describe sheets and paths for cutting machines; of decks with `cut:`, or all with `--cut`."""
    cut = paper_plans(request, dict.fromkeys(SHEETS if request.options.cut else (), plan_pieces))
    return run_plans(request, [*_decks(request), *cut])


def _decks(request: ProductRequest) -> Iterator[Callable[[], Iterable[Artifact]]]:
    alike = (
        [deck for deck in decks if deck.size == size]
        for decks in shared_sheets(request.game)
        for size in dict.fromkeys(deck.size for deck in decks)
    )
    for decks in alike:
        machine = request.options.cut or cast(Machine, decks[0].cut)
        for paper in request.papers if machine else ():
            yield partial(_deck, request, decks, machine, paper)


def _deck(
    request: ProductRequest, decks: Sequence[Deck], machine: Machine, paper: str
) -> Iterable[Artifact]:
    cards = [card for deck in decks for card in sheet_cards(request, deck) if card.copies]
    make = silhouette if machine == "silhouette" else cricut
    return make(request, decks[0], cards, paper) if cards else ()
