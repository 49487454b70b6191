"""Runs the proof rules over a side; each rule is one file in ``proof/rules``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property

from msgspec import Struct

from cardgen.assets.library import KeyedAssets
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Size
from cardgen.core.registry import Registry, load_modules
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Item, Text
from cardgen.model.formats import Limits
from cardgen.proof.background import Letters, Painted, Run, letters

Placed = Sequence[tuple[Item, Matrix]]


class Evidence(Struct, frozen=True, dict=True):
    """What a rule may look at: a side, its items with their transforms, and its limits.

    ``library`` has the fonts and pictures of the side, for rules that need its pixels.
    """

    frame: Frame
    items: Placed
    limits: Limits
    library: KeyedAssets

    @cached_property
    def painted(self) -> Painted:
        """All that the side shows, layer by layer."""
        return Painted(self.frame)

    @cached_property
    def letters(self) -> list[tuple[Run, Letters | None]]:
        """The texts of the side, each with its letters."""
        font = self.library.font_by_key
        return [(run, letters(run, font(run.text.font))) for run in self.painted.runs]


Rule = Callable[[Evidence], Iterator[Diagnostic]]
RULES: Registry[Rule] = Registry("proof rule")


def rule(name: str, *, worst: bool = False) -> Callable[[Rule], Rule]:
    """Register a rule; of the ``worst``, the finding of the lowest rank is kept for each place."""

    def register(check: Rule) -> Rule:
        return RULES.add(name, (lambda evidence: _worst(check(evidence))) if worst else check)

    return register


def _worst(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    kept: dict[tuple[str, Location | None], Diagnostic] = {}
    for one in found:
        about = one.code, one.at
        if about not in kept or one.rank < kept[about].rank:
            kept[about] = one
    yield from kept.values()


def proof(frame: Frame, limits: Limits, library: KeyedAssets) -> list[Diagnostic]:
    """Run every rule over a side."""
    evidence = Evidence(frame, tuple(_own(frame, IDENTITY)), limits, library)
    return [found for check in _rules() for found in check(evidence)]


def proof_placed(
    name: str,
    frame: Frame,
    matrix: Matrix,
    trim: Size,
    limits: Limits,
    library: KeyedAssets,
) -> list[Diagnostic]:
    """Run one rule over a side as it lies on a piece that is cut at another trim."""
    _rules()
    evidence = Evidence(Frame(trim, ()), tuple(_own(frame, matrix)), limits, library)
    return list(RULES[name](evidence))


@cache
def _rules() -> tuple[Rule, ...]:
    """Load the rules at the first proof: they import this module."""
    load_modules("cardgen.proof.rules")
    return tuple(check for _, check in RULES.items())


def _own(frame: Frame, here: Matrix) -> Iterator[tuple[Item, Matrix]]:
    """Yield the items of a side, without those of the cards pictured on it.

    A Frame with a bleed is a side of its own, with its own proof; in a picture its small type
    need not be legible.
    """
    for item in frame.items:
        yield item, here
        if isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            inner = item.matrix if here is IDENTITY else item.matrix.then(here)
            yield from _own(item.frame, inner)


def spoken(evidence: Evidence, text: Text) -> str | None:
    """Return the words of which a text is a letter, as on a curve; None if it is none."""
    for item, _ in evidence.items:
        if not isinstance(item, Group) or item.reads is None or item.stamp != text.stamp:
            continue
        # By identity: a letter may stand in several words that one tag has drawn.
        if item.frame.has_texts and any(inner is text for inner, _ in item.frame.walk()):
            return item.alt or ""
    return None


def short(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 30 else text[:29] + "…"
