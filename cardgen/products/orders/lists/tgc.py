"""A JSON file with decks, cards and other parts under the names of The Game Crafter's API.

cardgen sends nothing. The user's own program, with the user's API key, uploads the files and makes
the parts. ``identity`` is the API's name of a product, ``create`` the call that makes it. Cards are
in lists of at most 100, the limit of one call of ``/api/deck/<id>/bulk-cards``.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cardgen.products.orders.fitting import Choice
from cardgen.products.orders.listing import commonest, order_list
from cardgen.products.orders.planning import OrderPlan, paths

NAME = "order.json"
BULK = 100
FORMAT = 1


@order_list("tgc")
def order_file(plan: OrderPlan) -> Iterator[tuple[str, bytes]]:
    """Yield ``order.json``."""
    parts = [_part(plan, choice) for choice in plan.choices]
    content = {
        "format": FORMAT,
        "game": {"name": plan.game.title, "version": plan.game.version},
        "decks": [part for part in parts if part["kind"] == "deck"],
        "parts": [part for part in parts if part["kind"] != "deck"],
    }
    yield NAME, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def _part(plan: OrderPlan, choice: Choice) -> dict[str, Any]:
    ware, product = choice.ware, choice.product
    facts: dict[str, Any] = {
        "kind": ware.kind,
        "name": ware.title,
        "component": ware.component,
        "identity": product.id,
        "create": product.api,
        "canvas_px": product.canvas,
    }
    pieces = [(piece, *paths(plan.service, choice, piece)) for piece in ware.pieces]
    if ware.kind == "booklet":
        return facts | {"pages": [front for _, front, _ in pieces]}
    if ware.kind == "box":  # to be put on the service's own template: see the report
        return facts | {"panels": {piece.id: front for piece, front, _ in pieces}}
    backs: Counter[str] = Counter()
    for piece, _, back in pieces:
        backs[back] += piece.copies
    common = commonest(backs)
    cards = [
        {"name": piece.title, "quantity": piece.copies, "face": front}
        | ({"back": back} if back != common else {})
        for piece, front, back in pieces
    ]
    if common:
        facts["back"] = common
    if ware.kind == "deck":
        return facts | {"bulk_cards": list(_bulks(cards))}
    return facts | {"members": cards}


def _bulks(cards: Sequence[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    for first in range(0, len(cards), BULK):
        yield cards[first : first + BULK]
