"""What can be wrong with a layout (CG4xx)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean, plural


@problem("CG401")
def text_does_not_fit(
    text: str, reason: str, limits: str, means: tuple[str, ...], over: float = 0.0
) -> Wording:
    """A text is too long for its box, whatever its `fit` allows to be done.

    `fit` names means that are tried in a fixed order: `shrink` (down to `min-size`, 6 pt unless
    it says otherwise), `leading` (closer lines, down to `min-leading`, 1.05 times the size),
    `continue` and `ellipsis` (cut it and say so); `error` allows none. Nothing is ever cut off
    or set smaller than the floor in silence.

    Shorten the text, enlarge the box, lower `min-size`, or allow more: `fit="shrink leading"`.
    """
    return Wording(
        f"the text `{text}` does not fit: {reason}",
        notes=f'fit="{" ".join(means) or "error"}", {limits}',
        hints=f"shorten the text, enlarge the box{_more(means)}",
        rank=-over,
        subject=HERE,
    )


@problem("CG402", Severity.WARNING)
def texts_cut(
    component: str,
    number: int,
    worst: Sequence[tuple[str, int]],
    limits: str,
    means: tuple[str, ...],
) -> Wording:
    """Texts with `ellipsis` in their `fit` were cut, and an ellipsis put at their ends.

    This happens only if the text is too long even at its smallest size. The cut part appears
    nowhere on the card, so this suits flavour text, never rules. The warning comes once a deck,
    with the cards that lose most. Shorten these texts, enlarge their box, lower `min-size`, or
    allow closer lines with `fit="shrink leading ellipsis"`.
    """
    named = ", ".join(f"`{card}` loses {plural(lost, 'character')}" for card, lost in worst)
    remaining_count = number - len(worst)
    return Wording(
        f"`{component}`: {plural(number, 'text')} cut",
        notes=(
            named + (f", and {remaining_count} more" if remaining_count else ""),
            f'fit="{" ".join(means)}", {limits}',
        ),
        hints=f"shorten the text, enlarge the box{_more(means)}",
        rank=-max(lost for _, lost in worst),
        subject=component,
    )


def _more(means: tuple[str, ...]) -> str:
    """List further remedies for a text that is too long, as the end of a list."""
    if "shrink" not in means:
        return ' or allow it to be set smaller with `fit="shrink"`'
    if "leading" in means:
        return ", or lower `min-size` or `min-leading`"
    suggested_means = " ".join(["shrink", "leading", *means[1:]])
    return f', lower `min-size`, or allow closer lines with `fit="{suggested_means}"`'


@problem("CG403")
def missing_glyph(character: str, name: str, fonts: tuple[str, ...], family: str) -> Wording:
    """No font of the style, nor of the theme's `fallback:` list, has this character.

    Other tools print an empty box or nothing. Add a font that has it to `fonts/` and name
    it under `theme: fallback:` in `game.yaml`, or write the text differently. The message names a
    family under an open licence, as static TrueType files; all of Noto is at
    https://fonts.google.com/noto.
    """
    add = "add a font that has it under `theme: fallback:`"
    return Wording(
        f"no font has the character {character!r} (U+{ord(character):04X} {name})",
        notes=f"looked in {', '.join(f'`{font}`' for font in fonts)}",
        hints=f"{add}, such as {family}, which is free" if family else add,
    )


@problem("CG404", Severity.WARNING)
def picture_too_coarse(source: str, dpi: float, min_dpi: float) -> Wording:
    """A raster picture is enlarged so much that it will look blurred.

    Resolution is the number of pixels divided by the printed size. 300 dpi is crisp; below the
    element's `min-dpi` (200 unless it says otherwise) readers see the pixels.
    """
    return Wording(
        f"the picture `{source}` is enlarged to less than {min_dpi:.0f} dpi",
        notes=f"it is printed at {dpi:.0f} dpi",
        rank=dpi,
        hints="use a larger picture or a smaller box, or lower `min-dpi` if it is meant",
    )


@problem("CG405")
def unknown_style(name: str, style_names: tuple[str, ...]) -> Wording:
    """A `<text>` or `<span>` names a text style that the theme does not have.

    Styles are declared under `theme: styles:` in `game.yaml`.
    """
    hints = did_you_mean(name, style_names) or (f"the theme has {choices(style_names)}",)
    if not style_names:
        hints = (f"declare it under `theme: styles:`, `{name}: {{font: family/face, size: 9pt}}`",)
    return Wording(f"the theme has no text style `{name}`", hints=hints)


@problem("CG406")
def style_lacks_font(style: str, variant: str) -> Wording:
    """The text uses `<b>` or `<i>`, but its style names no font for it.

    cardgen does not fake bold or italic. Name the font under `theme: styles:`, for example
    `bold: atkinson/bold`.
    """
    return Wording(
        f"the text style `{style}` has no {variant.replace('_', ' ')} font",
        hints=f"add `{variant}: family/face` to the style",
    )


@problem("CG407", hint="enlarge it or what is around it, or take less padding", subject=HERE)
def box_impossible(tag: str, reason: str) -> str:
    """A box would get a negative or absurd size.

    Usually the padding, the margins or the neighbours in a row leave it no room, or a
    coordinate is mistyped.
    """
    return f"<{tag}> cannot be placed: {reason}"


@problem("CG408")
def row_overfull(tag: str, excess: float, direction: str) -> Wording:
    """The children of a row, column or grid need more room than there is.

    Only children with `shrink` give way (texts have it by default). Nothing is allowed to stick
    out unnoticed.
    """
    return Wording(
        f"the content of <{tag}> is {excess:.2f} mm too {direction}",
        hints='make it smaller, give a child `shrink="1"`, or enlarge the box',
        rank=-excess,
        subject=HERE,
    )


@problem("CG409")
def no_such_card(reference: str, references: tuple[str, ...]) -> Wording:
    """A `<card>` element shows a card that does not exist.

    Cards are named `deck/card-id`, for example `soldiers/tank-driver`. A deck alone means its
    back, and a board is named by its id.
    """
    hints = did_you_mean(reference, references) or ("name it `deck/card-id`",)
    if any(name.startswith(f"{reference}/") for name in references):
        return Wording(
            f"`{reference}` has no back to show",
            hints="show one of its cards, `deck/card-id`, or give the deck a `back:`",
        )
    return Wording(f"there is no card `{reference}`", hints=hints)


@problem("CG410", hint="show another card")
def card_shows_itself(reference: str) -> str:
    """A card shows itself, directly or by way of another card, without end.

    A `<card>` element draws the whole side of the card it names, including the `<card>` elements
    on it. Name another card, or leave the element out on the card that is shown.
    """
    return f"`{reference}` would have to show itself"


@problem("CG411", hint="put `{{ game.version }}` there")
def mark_on_page() -> str:
    """A revision mark is on a page of a booklet or in a figure.

    The mark tells a printed card from an older one. Pages of a booklet need none: their text
    moves as it grows, and the sheets to reprint are named by their page numbers.
    """
    return "<revision> stands on sides alone, not on the pages of a text"


@problem("CG412", hint="place it as a picture or an icon")
def unset_script(character: str, name: str, why: str) -> str:
    """A text holds a character of a script that cannot be set.

    Mongolian and Phags-pa are written in columns, from left to right. Place such words as a
    picture, or as an icon that holds them as outlines. Names that are not printed, such as the
    name of a deck at the virtual table, may be in any script.
    """
    return f"text with {character!r} (U+{ord(character):04X} {name}) cannot be set: {why}"


@problem("CG417")
def no_dictionary(text: str, script: str) -> Wording:
    """A text is in a script without spaces between words, and there is no dictionary for it.

    Lines of Thai, Lao, Khmer and Burmese may break between words, and only a dictionary knows where
    these end. It comes with the extra `intl`: ``pip install "./cardgen[intl]"``, beside a clone.
    Without it, mark the places with zero-width spaces (U+200B).
    """
    return Wording(
        f"where lines may break in `{text[:20]}` takes a dictionary",
        notes=f"it is {script}",
        hints="install cardgen with its extra `intl`, or put zero-width spaces (U+200B)",
    )


@problem("CG413")
def font_lacks_feature(font: str, word: str, has: tuple[str, ...]) -> Wording:
    """A style turns a feature on or off that its font does not have.

    OpenType features are alternative letters and figures that a font brings along, each under a
    tag of four letters: `lnum` lining figures, `onum` old-style figures, `tnum` figures of one
    width, `zero` a slashed zero, `smcp` small capitals. A style or a `<text>` names those to turn
    on, and with a minus those to turn off: `features: [tnum, -liga]`. Each font has its own.
    """
    available = f"it has {', '.join(has)}" if has else "it has none at all"
    return Wording(
        f"the font `{font}` has no feature `{word.lstrip('+-').partition('=')[0]}`",
        hints=f"leave `{word}` out: {available}",
    )


@problem("CG414", hint="correct `language:` in game.yaml, or leave `hyphenate` out of the style")
def no_hyphenation(language: str) -> str:
    """A style divides words, but there is no dictionary for the language of the game.

    Words are divided by the dictionaries of LibreOffice. The language is `language:` in
    `game.yaml`, named as in BCP 47: `en-US`, `en-GB`, `de`, `fr`. Soft hyphens (U+00AD) in a text
    need no dictionary.
    """
    return f"words of the language `{language}` cannot be divided"


@problem("CG415", hint="add a width to `columns`, or delete a cell")
def row_too_long(count: int, most: int) -> str:
    """A row of a table has more cells than the table has columns.

    `columns` of a `<table>` gives the width of each column. Add one, or leave `columns` out: then
    there are as many as the longest row has cells, as wide as their content needs.
    """
    return (
        f"the row has {count} cells, `columns` of its table gives {most} column{'s' * (most != 1)}"
    )


@problem("CG416")
def loose_words(text: str, tag: str, inner: str) -> Wording:
    """A list contains words outside its items, or a table contains words outside its cells.

    `<ul>` and `<ol>` hold `<li>`, a `<table>` holds `<tr>`, and that holds `<td>` or `<th>`.
    """
    return Wording(
        f"the text `{text}` stands directly inside <{tag}>",
        hints=f"put it into <{inner}>…</{inner}>",
    )


@problem("CG421", hint="put the picture and its markers into one <callouts>")
def stray_callout(tag: str) -> str:
    """A `<callout>` or `<on>` is outside of `<callouts>`.

    The `<callouts>` around them holds the picture as well: it knows where things are in it, and how
    markers look. Put them directly inside, beside the boxes of the picture.
    """
    return f"<{tag}> does not stand in <callouts>"


@problem("CG422")
def no_such_place(name: str, place_names: tuple[str, ...]) -> Wording:
    """A `<callout>` or `<on>` names something that the picture does not have.

    `of` is the `id` of an element of the picture, or of one on a board or card that is pictured in
    it; or it names a card or a board as `<card ref="…">` does.
    """
    hints = did_you_mean(name, place_names)
    if not hints and place_names:
        hints = (f"it has {choices(place_names)}, and the cards it shows",)
    return Wording(
        f"nothing in the picture is called `{name}`",
        hints=hints or ('give an element an id, or point with `x="…" y="…"` alone',),
    )


@problem("CG423", hint="number a step so, or take the marker away")
def marker_without_step(number: int) -> str:
    """A numbered marker in a picture has no step of that number.

    Each `<callout>` belongs to an item of the numbered list of the figure: the first
    one after it under the same heading, or else the last one before it. A list that continues after
    other text counts as well. Number the markers as the list is, or write `steps="…"` on
    `<callouts>` if the picture itself explains its numbers.
    """
    return f"marker {number} has no step {number}"


@problem("CG424")
def step_without_marker(number: int) -> Wording:
    """A numbered step has no marker in the picture that goes with its list.

    Add a `<callout>` to the picture. If the step has no place in it, write its number under
    `unmarked` of the `<callouts>`.
    """
    return Wording(
        f"step {number} has no marker in the picture",
        hints=f'add `<callout n="{number}" …/>`, or write `unmarked="{number}"` on <callouts>',
    )


def check_markers(
    markers: Sequence[tuple[int, str]], steps: Mapping[int, str], unmarked: Sequence[int] = ()
) -> Iterator[Diagnostic]:
    """Yield a finding for each marker without a step, and each step without a marker.

    Both come with the stamps of their places.
    """
    for number, stamp in markers:
        if number not in steps:
            yield marker_without_step(Location.parse(stamp), number)
    marked = {number for number, _ in markers}
    for number, stamp in steps.items():
        if number not in marked and number not in unmarked:
            yield step_without_marker(Location.parse(stamp), number)


@problem("CG425")
def goes_on_nowhere(name: str) -> Wording:
    """A text is to continue on another side of its card, and no side takes the rest.

    A text with `continue` in its `fit` has an `id`, and the back of the card shows the remaining
    text: `<text id="rules" fit="shrink continue">` on the face, `<text continues="rules"/>` on the
    back. Set `back:` in `card_types` for this: a back that all cards of a deck share cannot have
    the words of one card. Or the card type has a template for a further card, `more:`, which is
    printed after each card that needs it.
    """
    if not name:
        return Wording(
            "a text that continues needs an `id`", hints='name it: `<text id="rules" …>`'
        )
    return Wording(
        f"no side continues the text `{name}`, which does not fit",
        hints=f'put `<text continues="{name}"/>` into the `back` or `more` of its card type',
        subject=HERE,
    )


@problem("CG426")
def nothing_to_continue(name: str) -> Wording:
    """A `<text>` continues another one that is not there.

    `continues` names the `id` of a text on the face of the same card, which may be missing on some
    cards (`{% if card.rules %}`). Only a back of the card's own, `back:` of its card type, can
    continue a text: the back of a deck is the same for all.
    """
    return Wording(
        f"there is no text `{name}` to continue",
        hints=f'give the text on the face `id="{name}"`, or correct the name',
        subject=HERE,
    )


@problem("CG431", hint="make it smaller, or divide it into two")
def taller_than_page(subject: str, height: float, room: float) -> str:
    """Something that is never split is taller than the room on a page.

    Pictures of cards, figures, boxes and the rows of a table stay in one piece. Make it
    smaller (`width=` of cards, `height=` of a figure), or split a box in two.
    """
    return f"{subject} is {height:.1f} mm tall, a page has room for {room:.1f} mm"


@problem("CG432", hint="leave out a column, shorten its words, or set `table` in a smaller style")
def table_too_wide(needed: float, room: float) -> str:
    """The words of a table need more width than the page has.

    A table never breaks inside a word. Use fewer columns, shorter headings, or a smaller
    style for the role `table`.
    """
    return f"the table needs {needed:.1f} mm, there are {room:.1f} mm"


@problem("CG433", hint="write it in parts, or set it in a smaller style")
def word_too_wide(word: str, needed: float, room: float) -> str:
    """A word of a booklet is wider than its line, and words are not divided."""
    return f"`{word}` is {needed:.1f} mm wide, its line {room:.1f} mm"


@problem("CG434", hint="take smaller margins: `top`, `outer`, `bottom`, `inner`")
def page_without_room(width: float, height: float) -> str:
    """The margins of a booklet leave no room for text."""
    return f"the margins leave {width:.1f} x {height:.1f} mm for the text"


@problem("CG445", hint="shorten it, make pictures smaller, or lower `top` and `bottom`")
def runs_over(paper: str, over: float, subject: str) -> str:
    """The text of a leaflet takes more than its page.

    The message points at the first line or picture that does not fit on the page. A leaflet is laid
    out for A4 and for Letter, which is 17.6 mm shorter. Where there is a `hero`, its least height
    is `top`: the picture gets no lower than that.
    """
    return f"the text runs over its page of {paper} by {over:.1f} mm, from {subject} on"


@problem("CG435")
def curve_too_short(text: str, reason: str, floor: str) -> Wording:
    """Words along a curve are longer than the curve, or do not stay in the box of an arc.

    They are set smaller, down to `min-size`, unless `fit="error"` says otherwise. Letters at the
    ends of an arc lean outwards, so that they need some more width than on a straight line.

    Shorten the text, enlarge the box or the path, or lower `min-size`.
    """
    return Wording(
        f"the text `{text}` does not fit its curve: {reason}",
        notes=f"its smallest size is {floor}",
        hints="shorten the text, make the curve longer or flatter, or lower `min-size`",
        subject=HERE,
    )


@problem("CG436", hint="write `arc`, `circle` or `d`: one of them", subject=HERE)
def no_single_curve(elements: Sequence[str]) -> str:
    """A `<curved-text>` needs one curve: an `arc`, a `circle`, or a path in `d` that has a length.

    `arc="60"` raises the middle of a line as wide as the box, `arc="-60"` lowers it;
    `circle="top"` runs around the box, over its top; `d="M0 9Q20 0 40 9"` is a path as in SVG.
    """
    names = " and ".join(f"`{name}`" for name in elements)
    reason = f"{names} has no length" if elements else "there is none"
    if elements[1:]:
        reason = f"there are {names}"
    return f"words need one curve to run along: {reason}"


@problem("CG437", hint="take it out, or write one element for each line", subject=HERE)
def not_letter_by_letter(tag: str, feature: str) -> str:
    """A text set letter by letter contains something that would be lost there.

    A line along a curve is one line, and lines under and through words are straight.
    """
    return f"<{tag}> cannot have {feature}"


@problem(
    "CG441",
    Severity.WARNING,
    hint="shorten it, or move it: what stands before it may be longer or shorter by a page",
    subject=HERE,
)
def spread_torn(begins: int, ends: int) -> str:
    """Blocks marked with `spread` are not on two facing pages.

    A left-hand page has an even number. The text inside is moved to the next page if it fits on
    one spread there; it is never moved further, which would leave a page empty. So it must be short
    enough: two pages at most, or one page where it would begin on a right-hand one.
    """
    return f"the spread takes pages {begins} to {ends}, which do not face one another"


@problem(
    "CG442",
    Severity.WARNING,
    hint="write it between the lines of the directive, or `decorative=yes` behind its name",
    subject=HERE,
)
def no_caption(subject: str) -> str:
    """A figure or a row of cards in a booklet has no caption.

    A caption tells a reader who looks at the pictures first what there is to see. Write it inside
    of the directive. A picture that only adorns the page, or that its own words explain well
    enough, has `decorative=yes`; one in Markdown, `![](file)`, counts as such without
    words.
    """
    return f"{subject} has no caption"


@problem(
    "CG446",
    Severity.WARNING,
    hint='write `alt="…"` behind its name: one or two sentences that say what it tells',
    subject=HERE,
)
def no_alt() -> str:
    """A figure in a booklet has no words for readers who do not see it.

    Screen readers and the rules as text speak these words in place of the figure. Describe
    its meaning, and not its looks: `alt="Rex plays a Nine on the Ten and draws a card."`.
    Without them the caption is read. Rows of cards speak for themselves, and so do figures that
    are `decorative=yes`: by the words that are written in them.
    """
    return "the figure has no words for readers who do not see it"


@problem("CG443", hint="convert its strokes to paths, or take another icon")
def no_silhouette(icon: str) -> str:
    """A box is to be cut to the shape of an icon that has lines alone.

    What counts of an icon in `mask="icon:…"` are the areas that it fills. Convert its strokes to
    paths in the drawing program, or cut the box to another shape.
    """
    return f"the icon `{icon}` fills no area that something could be cut to"


@problem("CG444")
def no_qr_code(length: int, level: str) -> Wording:
    """A `<qr>` is empty, or its text is too long for any QR code.

    A code of level L holds 2953 bytes at most, M 2331, Q 1663 and H 1273; letters beyond ASCII take
    two bytes or more. Cards have room for some 100: the more, the smaller the modules. Hold a short
    address and put the rest where it leads to. Where a card has none, leave the `<qr>` out:
    `{% if card.link %}<qr data="{{ card.link }}"/>{% endif %}`.
    """
    if not length:
        return Wording(
            "the QR code has nothing to hold: its `data` is empty",
            hints="give it `data`, or leave the element out: `{% if card.link %}…{% endif %}`",
        )
    return Wording(
        f"{length} bytes are too long for a QR code of level {level}",
        hints='hold a short address, or take `level="L"`, which holds most',
    )
