"""Runs every rule over a Frame; a rule is one file in ``proof/rules``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix
from cardgen.core.registry import Registry, load_modules
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Item

Placed = Sequence[tuple[Item, Matrix]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a rule may look at: every item with its transform, and the safe zone in mm."""

    frame: Frame
    items: Placed
    safe: float


Rule = Callable[[Evidence], Iterator[Diagnostic]]
RULES: Registry[Rule] = Registry("proof rule")


def rule(name: str) -> Callable[[Rule], Rule]:
    """Register a rule."""
    return lambda check: RULES.add(name, check)


def proof(frame: Frame, safe: float) -> list[Diagnostic]:
    """Return what every rule finds on a side."""
    if not _loaded:
        load_modules("cardgen.proof.rules")
        _loaded.append(True)
    evidence = Evidence(frame, tuple(_own(frame, IDENTITY)), safe)
    return [found for _, check in RULES.items() for found in check(evidence)]


def _own(frame: Frame, here: Matrix) -> Iterator[tuple[Item, Matrix]]:
    """Yield the items of a side, without those of cards that are pictured on it.

    A Frame with a bleed is a side, which is proofed by itself; its small type need not be legible
    in a picture.
    """
    for item in frame.items:
        yield item, here
        if isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            inner = item.matrix if here is IDENTITY else item.matrix.then(here)
            yield from _own(item.frame, inner)


_loaded: list[bool] = []


def place(stamp: str) -> Location | None:
    """Return the location of an item."""
    return Location.parse(stamp) if stamp else None


def short(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 30 else text[:29] + "…"
