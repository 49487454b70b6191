"""Checks a game against its ``limits:``, such as the limits of a contest."""

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
from cardgen.products.planning import plan_artifacts
from cardgen.products.request import ProductRequest

_NEAR = 1.0  # mm: cards of 63 mm and of 2.5 in are of one size
_COUNTED = ("sheets", "tokens", "boards")
"""The products whose sheets count: contests leave rules and boxes out."""

Make = Callable[[Artifact], PdfDocument | bytes]


def beyond_limits(request: ProductRequest, make: Make) -> Iterator[Diagnostic]:
    """Yield an error for each limit that a game exceeds, at the location of the limit.

    ``make`` makes the pages of a file, which are counted only if there is a limit for sheets.
    Raises ImpositionError if a component does not fit on a paper.
    """
    limits = request.game.limits
    violations = [
        (name, plural(count, "die" if name == "dice" else name[:-1], name), limits[name])
        for name, count in _limited_counts(request, make).items()
        if not limits[name].allows(count)
    ]
    if "card_size" in limits:
        size = limits["card_size"].size
        violations += [
            ("card_size", f"cards of {deck.size.measures} in `{deck.id}`", size.measures)
            for deck in decks_of(request.game)
            if max(abs(deck.size.width - size.width), abs(deck.size.height - size.height)) > _NEAR
        ]
    if "papers" in limits:
        used, allowed = (request.game.print.papers, limits["papers"])
        if not set(used) <= set(allowed):
            printed, named = (", ".join(map(label_of, papers)) for papers in (used, allowed))
            violations.append(("papers", f"sheets of {printed}", named))
    for name, is_there, allowed in violations:
        location = request.game.key_locations.get(f"limits.{name}")
        yield problems.beyond_limit(location, is_there, str(allowed))


def _limited_counts(request: ProductRequest, make: Make) -> dict[str, int]:
    game, sides = request.game, request.sides
    parts = tuple(game.components.values())
    tokens = sum(component.count for component in parts if isinstance(component, TokenSet))
    dice = sum(component.copies for component in parts if isinstance(component, Die))
    pages = (len(sides[part.id]) for part in parts if isinstance(part, Booklet))
    counts = {
        "cards": sum(deck.series.total() if deck.series else deck.count for deck in decks_of(game)),
        "tokens": tokens,
        "dice": dice,
        "pieces": tokens + dice,
        "boards": sum(isinstance(component, Board) for component in parts),
        "pages": max(pages, default=0),
    }
    if "sheets" in game.limits:
        counts["sheets"] = max(_sheets(request, paper, make) for paper in game.print.papers)
    return {name: count for name, count in counts.items() if name in game.limits}


def _sheets(request: ProductRequest, paper: str, make: Make) -> int:
    planned = plan_artifacts(request.with_options(papers=(paper,)), _COUNTED)
    contents = (make(artifact) for artifact in planned if artifact.variant.paper == paper)
    return sum(content.sheets for content in contents if isinstance(content, PdfDocument))
