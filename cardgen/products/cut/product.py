"""The product ``cut``: for which components there are files, and on which papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import TokenSet
from cardgen.products.artifact import Artifact
from cardgen.products.cut.decks import KIND, cricut, silhouette
from cardgen.products.cut.pieces import is_wanted, pieces
from cardgen.products.options import Machine
from cardgen.products.planning import all_or_errors, product
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import shared_sheets, sheet_cards


@product(KIND, Deck, TokenSet, Die, TuckBox, GameBox)
def cut(request: ProductRequest) -> list[Artifact]:
    """Describe sheets and paths for cutting machines; of decks with `cut:`, or all with `--cut`."""
    return all_or_errors(_plans(request))


def _plans(request: ProductRequest) -> Iterator[Callable[[], Iterator[Artifact]]]:
    for host, *guests in shared_sheets(request.game):
        machine = request.options.cut or cast(Machine, host.cut)
        cards = [card for deck in (host, *guests) for card in sheet_cards(request, deck)]
        cards = [card for card in cards if card.copies]
        for paper in request.papers if machine and cards else ():
            make = silhouette if machine == "silhouette" else cricut
            yield partial(make, request, host, cards, paper)
    for component in filter(is_wanted, request.game.components.values()):
        for paper in request.papers if request.options.cut else ():
            yield partial(pieces, request, component, paper)
