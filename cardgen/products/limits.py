"""Holds a game against the limits that it states, as those of a contest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Size
from cardgen.core.units import label_of
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.products import problems
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.options import SHEETS
from cardgen.products.planning import plan
from cardgen.products.request import ProductRequest

_NEAR = 1.0  # mm: cards of 63 mm and of 2.5 in are of one size
_ON_SHEETS = (SHEETS, "tokens", "boards")

Make = Callable[[Artifact], PdfDocument | bytes]


def beyond_limits(request: ProductRequest, make: Make) -> Iterator[Diagnostic]:
    """Yield an error for each limit that a game goes beyond, at the limit.

    ``make`` makes the pages of a file: sheets are counted on them, where there is a limit for them.
    Raises ImpositionError where something does not fit.
    """
    game, limits = request.game, request.game.limits
    for name, count in _counts(request, make).items():
        amount = limits.amounts[name]
        if not amount.allows(count):
            yield _found(request, name, f"{count} {name}", f"allow {amount}")
    if limits.card_size is not None:
        size = limits.card_size.size
        for deck in decks_of(game):
            off = max(abs(deck.size.width - size.width), abs(deck.size.height - size.height))
            if off > _NEAR:
                shown = f"cards of {_measured(deck.size)} in `{deck.id}`"
                yield _found(request, "card_size", shown, f"allow {_measured(size)}")
    others = [paper for paper in game.print.papers if paper not in limits.papers]
    if limits.papers and others:
        printed, allowed = (", ".join(map(label_of, some)) for some in (others, limits.papers))
        yield _found(request, "papers", f"sheets of {printed}", f"allow {allowed}")


def _found(request: ProductRequest, name: str, found: str, allowed: str) -> Diagnostic:
    return problems.beyond_limit(request.game.places.get(f"limits.{name}"), found, allowed)


def _measured(size: Size) -> str:
    return f"{size.width:g} × {size.height:g} mm"


def _counts(request: ProductRequest, make: Make) -> dict[str, int]:
    """Count what there are limits for."""
    game, asked = request.game, request.game.limits.amounts
    parts = tuple(game.components.values())
    tokens = sum(one.count for one in parts if isinstance(one, TokenSet))
    dice = sum(one.copies for one in parts if isinstance(one, Die))
    counts = {
        "cards": sum(one.series.total() if one.series else one.count for one in decks_of(game)),
        "tokens": tokens,
        "dice": dice,
        "boards": sum(isinstance(one, Board) for one in parts),
        "pieces": tokens + dice,
        "pages": max(
            (len(request.sides[one.id]) for one in parts if isinstance(one, Booklet)), default=0
        ),
    }
    if "sheets" in asked:
        counts["sheets"] = max(_sheets(request, paper, make) for paper in game.print.papers)
    return {name: count for name, count in counts.items() if name in asked}


def _sheets(request: ProductRequest, paper: str, make: Make) -> int:
    planned = plan(request.with_options(papers=(paper,)), _ON_SHEETS)
    made = (make(one) for one in planned if f".{paper}." in one.path)
    return sum(one.sheets for one in made if isinstance(one, PdfDocument))
