"""What a proof can find (CG8xx); all of it is a warning."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.geometry import Rect, Size
from cardgen.core.problems import HERE, Wording, problem


@problem("CG801", Severity.WARNING)
def outside_safe_zone(text: str, distance: float, safe: float) -> Wording:
    """Text stands nearer to the trim than the safe zone allows.

    Cuts drift by a millimetre or two. What lies in the outer 3 mm (the deck's `safe:`) may be
    cut off or look off centre; only background belongs there.
    """
    where = f"{distance:.1f} mm from the trim" if distance >= 0 else "beyond the trim"
    return Wording(
        f"the text `{text}` is {where}, the safe zone begins at {safe:g} mm",
        hints="move it inwards",
        rank=distance,
        subject=HERE,
    )


@problem("CG806", Severity.WARNING)
def drawing_outside_safe_zone(what: str, distance: float, safe: float) -> Wording:
    """An icon or a picture stands between the safe zone and the trim.

    Cuts drift by a millimetre or two, so it would look off centre or lose its edge. Let what is
    meant as background extend beyond the trim, and keep everything else as far away as text.
    """
    return Wording(
        f"the {what} ends {distance:.1f} mm from the trim, the safe zone begins at {safe:g} mm",
        rank=distance,
        subject=HERE,
        hints="move it inwards, or let it go on over the trim",
    )


@problem("CG802", Severity.WARNING)
def type_too_small(text: str, size: float, least: float) -> Wording:
    """Text is too small to be read at arm's length.

    Below 6 pt a home printer no longer draws clean letters, and players have to bend over the
    table.
    """
    message = f"the text `{text}` is set in {size:.2f} pt, less than {least:g} pt"
    return Wording(message, rank=size, subject=HERE)


@problem("CG803", Severity.WARNING, hint='give <side> a `background`, or the shape `bleed="true"`')
def bleed_not_filled(edges: Sequence[str]) -> str:
    """The artwork ends at the trim, or short of it, on some edge.

    Where nothing is painted in the bleed, a cut that drifts shows a white line. Give `<side>` a
    `background`, or the outermost shapes `bleed="true"`.
    """
    some = " and ".join(part for part in (", ".join(edges[:-1]), *edges[-1:]) if part)
    where = "on all four sides" if len(edges) == 4 else f"at the {some}"
    return f"nothing is painted in the bleed {where}"


@problem("CG804", Severity.WARNING)
def hairline(width: float, least: float) -> Wording:
    """A line is so thin that printers draw it broken or not at all.

    Give it a `stroke-width` of 0.1 mm or more; 0.25 mm is a fine line that every printer
    draws. A small icon has thin lines too: show it larger, or draw it bolder.
    """
    return Wording(
        f"a line is {width:.3f} mm wide, less than {least:g} mm",
        hints="give it a larger `stroke-width`, or show the icon larger",
        rank=width,
        subject=HERE,
    )


@problem("CG805", Severity.WARNING)
def low_contrast(text: str, color: str, ground: str, ratio: float, least: float) -> Wording:
    """Text does not stand out enough from what is painted beneath it.

    The contrast ratio of two colours goes from 1:1 to 21:1 (WCAG 2.2, success criterion 1.4.3).
    Type needs 4.5:1 to be legible for people with low vision, and for everyone else in dim light;
    type of 18 points or more, or of 14 in bold, needs 3:1. The ground is whatever was painted
    before the text: fills and gradients count, unprinted paper is white, and text on pictures
    is not checked.
    """
    return Wording(
        f"text is hard to read: its contrast is less than {least:g}:1",
        notes=f"`{text}` in {color} on {ground} has {ratio:.1f}:1",
        hints="take a darker or a lighter colour, or put a plain panel beneath it",
        rank=ratio,
        subject=HERE,
    )


@problem("CG809", Severity.WARNING)
def too_near(
    text: str, distance: float, least: float, where: tuple[float, float], other: Location | None
) -> Wording:
    """Text all but touches what is drawn beside it.

    The game asks for a distance with `print: {clearance: …}`. What counts are edges that are seen:
    lines, icons, shapes, and the rim of the plate that the text stands on. Shades of a ground are
    no edges, nor is a ground that the text lies across.
    """
    said = f"{distance:.2f} mm from" if distance >= 0.005 else "against"
    notes = [f"at {where[0]:.1f} mm from the left, {where[1]:.1f} mm from the top"]
    if other is not None:
        notes.append(f"drawn by {other}")
    return Wording(
        f"the text `{text}` stands {said} what is drawn beside it, less than {least:g} mm",
        notes=tuple(notes),
        hints="move it, shorten it, or give it a smaller box",
        rank=distance,
        subject=HERE,
    )


@problem("CG810", Severity.WARNING)
def off_centre(
    what: str, before: float, after: float, across: bool, plate: Location | None
) -> Wording:
    """Something stands beside the middle of the plate, strip or bar that it stands on.

    The game asks for it with `print: {optical: …}`, how far something may be astray. What counts is
    what an eye sees: the ink of letters and icons, not the boxes of their tags, and as much of the
    plate as the cut leaves. Of a text, all its ink may be in the middle, or what stands above
    its line, or its small letters, or capitals. What is more than 1.6 mm off was not meant to be
    there, and is not reported.
    """
    edges = ("left", "right") if across else ("top", "bottom")
    off = abs(before - after) / 2
    notes = [f"{before:.1f} mm are free at the {edges[0]}, {after:.1f} mm at the {edges[1]}"]
    if plate is not None:
        notes.append(f"the plate is drawn by {plate}")
    return Wording(
        f"{what} stands {off:.1f} mm beside the middle of its plate",
        notes=tuple(notes),
        hints="move it into the middle, or clearly away from it",
        rank=-off,
        subject=HERE,
    )


@problem("CG814", Severity.WARNING)
def seam(color: str, where: tuple[float, float], long: float, other: Location | None) -> Wording:
    """Two shapes of one colour meet edge to edge, on another colour.

    Screens and printers smooth each edge by itself, so that a hairline of what lies beneath may
    show between them. The game asks for it with `print: {optical: …}`.
    """
    place = f"{where[0]:.1f} mm from the left, {where[1]:.1f} mm from the top"
    notes = [f"{long:.1f} mm long, at {place}"]
    if other is not None:
        notes.append(f"the other is drawn by {other}")
    return Wording(
        f"two shapes of {color} touch without overlapping",
        notes=tuple(notes),
        hints="let one reach 0.2 mm below the other, or draw both as one path",
        rank=-long,
        subject=HERE,
    )


@problem("CG807", Severity.WARNING)
def back_tells(share: float, where: Rect) -> Wording:
    """The back of cards that may be turned round does not look the same upside down.

    Where rules let players turn a card round, or decks are read from both ends, `turns: true` says
    so. The back must then equal itself turned by 180 degrees, or a turned card is known from
    behind. Draw one half and set it twice, the second time with `rotate="180"`; colours in a row
    have to be a palindrome.
    """
    x, y = f"{where.x:.0f} to {where.right:.0f}", f"{where.y:.0f} to {where.bottom:.0f}"
    return Wording(
        f"turned round, the back looks different: {share * 100:.2g} % of its pixels differ",
        notes=f"from {x} mm from the left, {y} mm from the top",
        hints='draw one half and set it again with `rotate="180"`',
        subject=HERE,
    )


@problem("CG808", Severity.WARNING)
def equal_corners(deck: str, titles: Sequence[str], corner: Size) -> Wording:
    """Cards of different titles look the same in a fan.

    The deck's `index:` is the corner that a hand of cards shows. Whoever holds these cards has to
    pull them apart to tell which is which. Cards of one title may look alike there.
    """
    names = " and ".join((", ".join(f"`{one}`" for one in titles[:-1]), f"`{titles[-1]}`"))
    return Wording(
        f"in a fan, {names} of deck `{deck}` look the same",
        notes=f"what is seen are {corner.width:g} × {corner.height:g} mm from the top left",
        hints="put an icon or a figure into the corner that tells them apart",
    )


@problem("CG811", Severity.WARNING)
def qr_too_small(module: float, least: float, size: float) -> Wording:
    """The modules of a QR code are so small that phones may not read it.

    A module is one of the squares that a code consists of. Printers draw 0.33 mm, four dots at
    300 dpi, well enough for any camera. A code gets larger modules in a larger box, by shorter
    `data` (which needs fewer of them), or by a lower `level`.
    """
    return Wording(
        f"the modules of the QR code are {module:.2f} mm wide, less than {least:g} mm",
        notes=f"with so many modules it needs {size:.1f} mm",
        hints=f"make it {size:.1f} mm large, or shorten its `data`",
        rank=module,
        subject=HERE,
    )


@problem("CG812", Severity.WARNING)
def qr_contrast(dark: str, light: str, inverted: bool) -> Wording:
    """A QR code is too faint, or light on dark.

    A camera tells its modules apart by how much light they give back: the difference must be 40 %
    of white at least (grade C of ISO/IEC 15415). Many readers take no code whose modules are
    lighter than their ground.
    """
    if inverted:
        return Wording(
            "the QR code is light on dark, which many phones do not read",
            notes=f"{dark} on {light}",
            hints="draw dark modules on a light `background`",
            subject=HERE,
        )
    return Wording(
        "the QR code is too faint to be read well",
        notes=f"{dark} on {light}",
        hints="take a darker `color` and a lighter `background`",
        subject=HERE,
    )


@problem(
    "CG813",
    Severity.WARNING,
    hint="move the code or what lies near it, or leave `quiet` and `background` as they are",
    subject=HERE,
)
def qr_crowded(what: str, quiet: int) -> str:
    """Something lies on a QR code or in the quiet zone around it.

    A reader finds a code by the light frame around it, 4 modules wide. It is part of the box,
    unless `quiet` says less; then what lies around must be as light.
    """
    return f"{what} within {quiet} modules of the QR code, where nothing may be"


@problem("CG820", Severity.WARNING)
def out_of_reach(text: str, word: str) -> Wording:
    """A word stays as it is in the pseudo-language ``qps``, so no translator reaches it.

    Words in the code of a template are reached where they stand in ``_("…")``; all others in a
    template, and texts of the data, are reached without that. Names and codes that are the same in
    all languages may stay.
    """
    return Wording(
        f"no translator reaches `{word}`",
        notes=f"in `{text}`",
        hints='in the code of a template, write `_("words")`',
        subject="out of reach",
    )
