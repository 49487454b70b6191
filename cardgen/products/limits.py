"""Holds a game against the limits that it states, as those of a contest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.registry import plural
from cardgen.core.units import label_of
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.products import problems
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import plan
from cardgen.products.request import ProductRequest

_NEAR = 1.0  # mm: cards of 63 mm and of 2.5 in are of one size
_COUNTED = ("sheets", "tokens", "boards")
"""The products whose sheets count: contests leave rules and boxes out."""

Make = Callable[[Artifact], PdfDocument | bytes]


def beyond_limits(request: ProductRequest, make: Make) -> Iterator[Diagnostic]:
    """Yield an error for each limit that a game goes beyond, at the limit.

    ``make`` makes the pages of a file: sheets are counted on them, where there is a limit for them.
    Raises ImpositionError where something does not fit.
    """
    limits = request.game.limits
    found = [
        (name, plural(count, "die" if name == "dice" else name[:-1], name), limits[name])
        for name, count in _limited_counts(request, make).items()
        if not limits[name].allows(count)
    ]
    if "card_size" in limits:
        size = limits["card_size"].size
        found += [
            ("card_size", f"cards of {deck.size.measures} in `{deck.id}`", size.measures)
            for deck in decks_of(request.game)
            if max(abs(deck.size.width - size.width), abs(deck.size.height - size.height)) > _NEAR
        ]
    if "papers" in limits:
        of, allowed = (request.game.print.papers, limits["papers"])
        if not set(of) <= set(allowed):
            printed, named = (", ".join(map(label_of, some)) for some in (of, allowed))
            found.append(("papers", f"sheets of {printed}", named))
    for name, is_there, allowed in found:
        at = request.game.key_locations.get(f"limits.{name}")
        yield problems.beyond_limit(at, is_there, str(allowed))


def _limited_counts(request: ProductRequest, make: Make) -> dict[str, int]:
    game, sides = request.game, request.sides
    parts = tuple(game.components.values())
    tokens = sum(one.count for one in parts if isinstance(one, TokenSet))
    dice = sum(one.copies for one in parts if isinstance(one, Die))
    counts = {
        "cards": sum(one.series.total() if one.series else one.count for one in decks_of(game)),
        "tokens": tokens,
        "dice": dice,
        "pieces": tokens + dice,
        "boards": sum(isinstance(one, Board) for one in parts),
        "pages": max((len(sides[one.id]) for one in parts if isinstance(one, Booklet)), default=0),
    }
    if "sheets" in game.limits:
        counts["sheets"] = max(_sheets(request, paper, make) for paper in game.print.papers)
    return {name: count for name, count in counts.items() if name in game.limits}


def _sheets(request: ProductRequest, paper: str, make: Make) -> int:
    planned = plan(request.with_options(papers=(paper,)), _COUNTED)
    made = (make(one) for one in planned if one.variant.paper == paper)
    return sum(one.sheets for one in made if isinstance(one, PdfDocument))
