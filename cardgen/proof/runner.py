"""Runs the proof rules over a side; each rule is one file in ``proof/rules``."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Size
from cardgen.core.registry import Registry, load_modules
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Item, Text
from cardgen.model.formats import Limits
from cardgen.proof.background import Letters, PaintedSide, Run, letters

PlacedItems = Sequence[tuple[Item, Matrix]]


class Evidence(Struct, frozen=True, dict=True):
    """The input of a rule: a side, its items with their transforms, and the limits of the game.

    ``library`` has the fonts and pictures of the side, for rules that need its pixels.
    """

    frame: Frame
    items: PlacedItems
    limits: Limits
    library: Library

    @cached_property
    def painted_side(self) -> PaintedSide:
        """The layers and texts of the side, in painting order."""
        return PaintedSide(self.frame)

    @cached_property
    def runs_with_letters(self) -> list[tuple[Run, Letters | None]]:
        """The texts of the side, each with the boxes of its letters."""
        font = self.library.font_by_key
        return [(run, letters(run, font(run.text.font))) for run in self.painted_side.runs]


Rule = Callable[[Evidence], Iterator[Diagnostic]]
RULES: Registry[Rule] = Registry("proof rule")


def rule(name: str, *, worst_only: bool = False) -> Callable[[Rule], Rule]:
    """Register a rule; ``worst_only`` keeps only the diagnostic of lowest rank at each location."""

    def register(check: Rule) -> Rule:
        return RULES.add(name, partial(_keep_worst, check) if worst_only else check)

    return register


def _keep_worst(check: Rule, evidence: Evidence) -> Iterator[Diagnostic]:
    worst: dict[tuple[str, Location | None], Diagnostic] = {}
    for diagnostic in check(evidence):
        key = diagnostic.code, diagnostic.location
        if key not in worst or diagnostic.rank < worst[key].rank:
            worst[key] = diagnostic
    yield from worst.values()


def proof(frame: Frame, limits: Limits, library: Library) -> list[Diagnostic]:
    """Run all rules on a side."""
    evidence = Evidence(frame, tuple(_items_of_side(frame, IDENTITY)), limits, library)
    return [diagnostic for check in _rules() for diagnostic in check(evidence)]


def proof_on_piece(
    name: str, frame: Frame, matrix: Matrix, trim: Size, limits: Limits, library: Library
) -> list[Diagnostic]:
    """Run one rule on a side that is printed on a piece with another trim."""
    _rules()
    evidence = Evidence(Frame(trim, ()), tuple(_items_of_side(frame, matrix)), limits, library)
    return list(RULES[name](evidence))


@cache
def _rules() -> tuple[Rule, ...]:
    """Load the rules at the first proof, because they import this module."""
    load_modules("cardgen.proof.rules")
    return tuple(check for _, check in RULES.items())


def _items_of_side(frame: Frame, matrix: Matrix) -> Iterator[tuple[Item, Matrix]]:
    """Yield the items of a side, but not those of pictured sides, which have their own proof."""
    for item in frame.items:
        yield item, matrix
        if isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            inner_matrix = item.matrix if matrix is IDENTITY else item.matrix.then(matrix)
            yield from _items_of_side(item.frame, inner_matrix)


def quote(evidence: Evidence, text: Text) -> str:
    """Return the words of a text for a message; for a letter on a curve, all words of the curve."""
    return shorten((_words_on_curve(evidence, text) or text.string).strip())


def _words_on_curve(evidence: Evidence, text: Text) -> str | None:
    for item, _ in evidence.items:
        if not isinstance(item, Group) or item.reads is None or item.stamp != text.stamp:
            continue
        # Compare by identity: one tag may draw several words with the same letter.
        if item.frame.has_texts and any(inner is text for inner, _ in item.frame.walk()):
            return item.alt or ""
    return None


def shorten(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 30 else text[:29] + "…"
