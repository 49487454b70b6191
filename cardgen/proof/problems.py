"""What a proof can find (CG8xx): warnings, all of them."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG801", Severity.WARNING)
def outside_safe_zone(text: str, distance: float, safe: float) -> Wording:
    """Text stands nearer to the trim than the safe zone allows.

    Cuts drift by a millimetre or two. What lies in the outer 3 mm (the deck's `safe:`) may be
    cut off or look off centre: only background belongs there.
    """
    where = f"{distance:.1f} mm from the trim" if distance >= 0 else "beyond the trim"
    return Wording(
        f"the text `{text}` is {where}, the safe zone begins at {safe:g} mm",
        hints=("move it inwards",),
    )


@problem("CG802", Severity.WARNING)
def type_too_small(text: str, size: float, least: float) -> Wording:
    """Text is set smaller than people read at arm's length.

    Below 6 pt a home printer no longer draws clean letters, and players bend over the table.
    """
    return Wording(f"the text `{text}` is set in {size:.2f} pt, less than {least:g} pt")


@problem("CG803", Severity.WARNING)
def bleed_not_filled(edges: Sequence[str]) -> Wording:
    """The artwork ends at the trim, or before it, on some edge.

    Where nothing is painted in the bleed, a late cut shows a white line. Give `<side>` a
    `background`, or the outermost shapes `bleed="true"`.
    """
    some = " and ".join(part for part in (", ".join(edges[:-1]), *edges[-1:]) if part)
    where = "on all four sides" if len(edges) == 4 else f"at the {some}"
    return Wording(
        f"nothing is painted in the bleed {where}",
        hints=('give <side> a `background`, or the shape `bleed="true"`',),
    )


@problem("CG804", Severity.WARNING)
def hairline(width: float, least: float) -> Wording:
    """A line is so thin that printers draw it broken or not at all.

    Give it a `stroke-width` of 0.1 mm or more; 0.25 mm is a fine line that every printer
    draws. An icon that is shown small has thin lines too: show it larger, or draw it bolder.
    """
    return Wording(
        f"a line is {width:.3f} mm wide, less than {least:g} mm",
        hints=("give it a larger `stroke-width`, or show the icon larger",),
    )
