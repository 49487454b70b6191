"""The warnings of proofs (CG8xx)."""

from collections.abc import Sequence

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.geometry import Point, Rect, Size
from cardgen.core.problems import HERE, Wording, problem


@problem("CG801", Severity.WARNING)
def outside_safe_zone(text: str, distance: float, safe: float) -> Wording:
    """Text is nearer to the trim than the safe zone allows.

    Cuts drift by a millimetre or two. Text in the outer 3 mm (the deck's `safe:`) may be cut off
    or look off centre; put only background there.
    """
    where = f"{distance:.1f} mm from the trim" if distance >= 0 else "beyond the trim"
    return Wording(
        f"the text `{text}` is {where}, the safe zone begins at {safe:g} mm",
        hints="move it inwards",
        rank=distance,
        subject=HERE,
    )


@problem("CG806", Severity.WARNING)
def drawing_outside_safe_zone(kind: str, distance: float, safe: float) -> Wording:
    """An icon or a picture is between the safe zone and the trim.

    Cuts drift by a millimetre or two, so the picture may look off centre or lose its edge. Extend
    background pictures beyond the trim, and keep all others inside the safe zone.
    """
    return Wording(
        f"the {kind} ends {distance:.1f} mm from the trim, the safe zone begins at {safe:g} mm",
        rank=distance,
        subject=HERE,
        hints="move it inwards, or extend it beyond the trim",
    )


@problem("CG802", Severity.WARNING)
def type_too_small(text: str, size: float, least: float) -> Wording:
    """Text is too small to read at arm's length.

    `print: {type: 7pt}` requires larger type; the default is 6 pt.
    Below 6 pt, home printers do not draw clean letters, and players bend over the table to read.
    """
    message = f"the text `{text}` is set in {size:.2f} pt, less than {least:g} pt"
    hint = "make it larger, or its text shorter"
    return Wording(message, hints=hint, rank=size, subject=HERE)


@problem("CG803", Severity.WARNING, hint='give <side> a `background`, or the shape `bleed="true"`')
def bleed_not_filled(edges: Sequence[str]) -> str:
    """The artwork does not extend into the bleed on every edge.

    If the bleed is empty and the cut drifts, a white line is visible at the edge. Give `<side>` a
    `background`, or give the outermost shapes `bleed="true"`.
    """
    edge_text = "on all four sides" if len(edges) == 4 else f"at the {_join(edges)}"
    return f"nothing is painted in the bleed {edge_text}"


@problem(
    "CG815",
    Severity.WARNING,
    hint='give it `bleed="true"`, or end it clearly inside the trim',
    subject=HERE,
)
def ends_at_trim(edge: str) -> str:
    """A shape or picture ends at the trim, on a ground of another colour.

    Cuts drift by a millimetre or two. If a bar, band or picture ends exactly at the trim, a stripe
    of the ground is visible at the edge of some cards. `bleed="true"` extends it into the bleed.
    """
    return f"a shape or picture ends at the trim, at the {edge}, and does not extend into the bleed"


@problem("CG817", Severity.WARNING)
def markup_printed(markup: str, text: str, hint: str) -> Wording:
    """Markup is printed as letters: the field or template does not read it.

    Texts of cards have braces and stars, as in `**Draw** {rule:hand} cards`, if their field is of
    the kind `rich`; templates have tags, as in `<b>Draw</b>`. HTML, BBCode and code of other
    programs are plain letters. If a text shows such signs deliberately, set `print: {markup: true}`
    in `game.yaml`.
    """
    return Wording(
        f"`{markup}` is printed as letters",
        notes=f"in `{text}`",
        hints=hint,
        subject=f"printed {markup}",
    )


@problem("CG804", Severity.WARNING)
def hairline(width: float, least: float) -> Wording:
    """A line is so thin that printers draw it broken or not at all.

    Give it a `stroke-width` of 0.1 mm or more; 0.25 mm is a fine line that every printer
    draws. The lines of small icons are thin, too: make the icon larger, or draw it bolder.
    """
    return Wording(
        f"a line is {width:.3f} mm wide, less than {least:g} mm",
        hints="give it a larger `stroke-width`, or make the icon larger",
        rank=width,
        subject=HERE,
    )


@problem("CG805", Severity.WARNING)
def low_contrast(text: str, color: str, ground: str, ratio: float, least: float) -> Wording:
    """The contrast between a text and its background is too low.

    The contrast ratio of two colours ranges from 1:1 to 21:1 (WCAG 2.2, success criterion 1.4.3).
    People with low vision, and everyone in dim light, need 4.5:1 to read a text; text of 18 points
    or more, or of 14 points in bold, needs 3:1. The background consists of the fills and gradients
    below the text; unprinted paper is white. Text on pictures is not checked.
    """
    return Wording(
        f"text is hard to read: its contrast is less than {least:g}:1",
        notes=f"`{text}` in {color} on {ground} has {ratio:.1f}:1",
        hints="choose a darker or lighter colour, or put a plain panel below the text",
        rank=ratio,
        subject=HERE,
    )


@problem("CG822", Severity.WARNING)
def low_contrast_with_ink(text: str, ink: str, ratio: float, least: float) -> Wording:
    """A text is readable in full ink, but not with `--ink light`, `grey` or `outline`.

    Less ink turns grounds into pale tints and type dark. A text loses its contrast where its ground
    stays dark: on a picture, or on a shape that is drawn as a detail.
    """
    return Wording(
        f"text is hard to read with `--ink {ink}`: its contrast is less than {least:g}:1",
        notes=f"`{text}` has {ratio:.1f}:1",
        hints="put a plain panel below the text, or make the shape below it larger",
        rank=ratio,
        subject=HERE,
    )


@problem("CG809", Severity.WARNING)
def too_near(
    text: str, distance: float, least: float, point: Point, neighbour: Location | None
) -> Wording:
    """Text nearly touches an item beside it.

    The game sets the smallest distance with `print: {clearance: …}`. cardgen measures from the
    letters to visible edges: lines, icons, shapes, other texts, and the edge of the plate below the
    text. It ignores edges between similar colours, and shapes that the text crosses.
    """
    distance_text = f"is {distance:.2f} mm from" if distance >= 0.005 else "touches"
    notes = [f"at {_position(point)}"]
    if neighbour is not None:
        notes.append(f"drawn by {neighbour}")
    return Wording(
        f"the text `{text}` {distance_text} the item beside it; the game requires {least:g} mm",
        notes=tuple(notes),
        hints="move it, shorten it, or give it a smaller box",
        rank=distance,
        subject=HERE,
    )


@problem("CG816", Severity.WARNING)
def texts_collide(
    text: str, other_text: str, gap: float, other_location: Location | None
) -> Wording:
    """Two texts on a line are so close that they read as one.

    Each text fits its own box, but the space between their letters is smaller than a word space:
    `more than 5more than 7`. Long words and translations cause this.
    """
    distance = f"only {gap:.2f} mm apart" if gap else "on top of each other"
    return Wording(
        f"the texts `{text}` and `{other_text}` are {distance}",
        notes=f"the other text is drawn by {other_location}" if other_location else (),
        hints="move them apart, shorten them, or make their boxes narrower",
        rank=gap,
        subject=HERE,
    )


@problem("CG810", Severity.WARNING)
def off_centre(
    subject: str, before: float, after: float, across: bool, plate: Location | None
) -> Wording:
    """A text or icon is slightly off the middle of its plate, strip or bar.

    The game sets the largest deviation with `print: {optical: …}`. cardgen measures the ink of
    letters and icons, not the boxes of their tags, and the part of the plate inside the trim. A
    text is in the middle if all its ink is, or its ink above the baseline, its capitals, or its
    small letters. Deviations above 1.6 mm count as intended, and are not reported.
    """
    edges = ("at the left", "at the right") if across else ("at the top", "at the bottom")
    offset = abs(before - after) / 2
    notes = [f"the margins are {before:.1f} mm {edges[0]} and {after:.1f} mm {edges[1]}"]
    if plate is not None:
        notes.append(f"the plate is drawn by {plate}")
    return Wording(
        f"{subject} is {offset:.1f} mm off the middle of its plate",
        notes=tuple(notes),
        hints="move it to the middle, or clearly away from the middle",
        rank=-offset,
        subject=HERE,
    )


@problem("CG818", Severity.WARNING)
def divided_word(word: str) -> Wording:
    """A bold word is divided by a hyphen at the end of a line.

    cardgen divides bold words only at soft hyphens, or where the word is wider than its line.
    `print: {optical: …}` turns this check on.
    """
    return Wording(
        f"the bold word `{word}` is divided at the end of a line",
        hints="make the box wider or the type smaller, or remove the soft hyphen",
        subject=HERE,
    )


@problem("CG819", Severity.WARNING)
def separator_at_edge(text: str, at_end: bool) -> Wording:
    """A line ends or begins with a separator such as `·`.

    The separator between two items belongs inside a line. Break the line there without it, or join
    the items and the separator with no-break spaces. `print: {optical: …}` turns this check on.
    """
    return Wording(
        f"the line `{text}` {'ends' if at_end else 'begins'} with a separator",
        hints="replace the separator with a line break, or give each item its own line",
        subject=HERE,
    )


@problem("CG821", Severity.WARNING)
def dark_face(share: float, most: float) -> Wording:
    """A side needs a lot of ink: a large share of it is dark.

    `print: {dark: 60}` reports a side if more than 60 % of it is less than half as bright as paper.
    Home printers need much ink for such sides, and the paper may warp.
    """
    return Wording(
        f"the side needs a lot of ink: {share:.0%} of it is dark, more than {most:.0%}",
        hints="use a lighter ground, or build with `--ink light`",
        rank=-share,
        subject=HERE,
    )


@problem("CG814", Severity.WARNING)
def seam(color: str, point: Point, length: float, other_shape: Location | None) -> Wording:
    """Two shapes of one colour meet edge to edge, on another colour.

    Screens and printers smooth each edge separately, so a hairline of the other colour may be
    visible between the shapes. `print: {optical: …}` turns this check on.
    """
    notes = [f"{length:.1f} mm long, at {_position(point)}"]
    if other_shape is not None:
        notes.append(f"the other shape is drawn by {other_shape}")
    return Wording(
        f"two shapes of {color} touch without overlapping",
        notes=tuple(notes),
        hints="extend one shape 0.2 mm below the other, or draw both as one path",
        rank=-length,
        subject=HERE,
    )


@problem("CG807", Severity.WARNING)
def asymmetric_back(share: float, area: Rect) -> Wording:
    """The back of a deck with `turns: true` does not look the same upside down.

    `turns: true` means that players may turn the cards of a deck by 180 degrees. If the back is not
    symmetric, players recognise turned cards from behind. Draw one half of the back, and draw it
    again with `rotate="180"`; a row of colours must be a palindrome.
    """
    x, y = f"{area.x:.0f} to {area.right:.0f}", f"{area.y:.0f} to {area.bottom:.0f}"
    return Wording(
        f"the back looks different upside down: {share * 100:.2g} % of its pixels differ",
        notes=f"from {x} mm from the left, {y} mm from the top",
        hints='draw one half, and draw it again with `rotate="180"`',
        subject=HERE,
    )


@problem("CG808", Severity.WARNING)
def equal_corners(deck: str, titles: Sequence[str], corner: Size) -> Wording:
    """Cards of different titles look the same in a fan.

    The deck's `index:` is the corner of each card that is visible in a hand. Players cannot tell
    these cards apart without pulling them out. Cards with the same title may have equal corners.
    """
    names = _join([f"`{title}`" for title in titles])
    return Wording(
        f"in a fan, {names} of deck `{deck}` look the same",
        notes=f"the visible corner is {corner.width:g} × {corner.height:g} mm, at the top left",
        hints="put an icon or a number in the corner that differs between these cards",
    )


@problem("CG811", Severity.WARNING)
def qr_too_small(module: float, least: float, size: float) -> Wording:
    """The modules of a QR code are so small that phones may not read it.

    A module is one of the squares of the code. Every camera can read modules of 0.33 mm, four dots
    at 300 dpi. To get larger modules, make the box larger, shorten the `data` (a shorter text
    needs fewer modules), or choose a lower `level`.
    """
    return Wording(
        f"the modules of the QR code are {module:.2f} mm wide, less than {least:g} mm",
        notes=f"with this number of modules, the code needs {size:.1f} mm",
        hints=f"make it {size:.1f} mm large, or shorten its `data`",
        rank=module,
        subject=HERE,
    )


@problem("CG812", Severity.WARNING)
def qr_contrast(dark: str, light: str, inverted: bool) -> Wording:
    """A QR code is too faint, or light on dark.

    A camera distinguishes the modules by the light that they reflect: the difference must be at
    least 40 % of white (grade C of ISO/IEC 15415). Many phones do not read codes with modules that
    are lighter than their background.
    """
    if inverted:
        return Wording(
            "the QR code is light on dark, which many phones do not read",
            notes=f"{dark} on {light}",
            hints="draw dark modules on a light `background`",
            subject=HERE,
        )
    return Wording(
        "phones may not read the QR code: its colours are too similar",
        notes=f"{dark} on {light}",
        hints="choose a darker `color` and a lighter `background`",
        subject=HERE,
    )


@problem(
    "CG813",
    Severity.WARNING,
    hint="move the code or the item near it, or remove `quiet` and `background`",
    subject=HERE,
)
def qr_crowded(obstacle: str, quiet: int) -> str:
    """An item is on a QR code or in the quiet zone around it.

    Phones find a code by the light margin around it, 4 modules wide. The margin is inside the box
    of the code, unless `quiet` is smaller; then the area around the box must be as light.
    """
    return f"{obstacle} is within {quiet} modules of the QR code; this margin must be empty"


@problem("CG820", Severity.WARNING)
def untranslatable_text(text: str, word: str) -> Wording:
    """A word is unchanged in the pseudo-language ``qps``, so translators cannot translate it.

    Translations contain all texts of the data and of templates; words in the code of a template
    need ``_("…")`` around them. Ignore the warning for names and codes that are equal in all
    languages.
    """
    return Wording(
        f"translators cannot translate `{word}`",
        notes=f"in `{text}`",
        hints='in the code of a template, write `_("words")`',
        subject="untranslatable text",
    )


def _position(point: Point) -> str:
    return f"{point[0]:.1f} mm from the left, {point[1]:.1f} mm from the top"


def _join(names: Sequence[str]) -> str:
    """Join names as in a sentence: `a, b and c`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
