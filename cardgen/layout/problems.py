"""The diagnostics of layout (CG4xx)."""

from collections.abc import Iterator, Mapping, Sequence

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean, plural


@problem("CG401")
def text_does_not_fit(
    text: str, reason: str, limits: str, means: tuple[str, ...], over: float = 0.0
) -> Wording:
    """A text is too long for its box, even with everything that its `fit` allows.

    `fit` lists ways to fit a text, which cardgen tries in a fixed order: `shrink` (smaller type,
    down to `min-size`, by default 6 pt), `leading` (closer lines, down to `min-leading`, by default
    1.05 times the size), `continue` (on another side) and `ellipsis` (cut the text, and warn).
    `error` allows none of them. cardgen never cuts a text without a message.

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
    """Texts with `ellipsis` in their `fit` were cut; they end with an ellipsis.

    This happens only if the text is too long even at its smallest size. The rest of the text is
    nowhere on the card, so use `ellipsis` for flavour text, never for rules. Each deck has one
    warning, which names the cards that lose most. Shorten these texts, enlarge their box, lower
    `min-size`, or allow closer lines with `fit="shrink leading ellipsis"`.
    """
    named = ", ".join(f"{card} loses {plural(lost, 'character')}" for card, lost in worst)
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


@problem("CG418", Severity.WARNING)
def texts_shrunk(
    style: str, number: int, worst: Sequence[tuple[str, float, float, float, int]]
) -> Wording:
    """Texts are so long that `fit` made them much smaller than their style says.

    A text is reported below 75 % of its size, or if it is more than 2 pt smaller than most texts of
    the same tag. `print: {shrink: 60, uneven: 4}` in `game.yaml` sets other limits, 0 turns a check
    off. Each style has one warning, which names the cards with the smallest texts. Shorten these
    texts or enlarge their box; if the size is right for all of them, write it into the style.
    """
    notes = []
    for name, size, full_size, usual, surplus in worst:
        length = f", {plural(surplus, 'character')} too many" if surplus else ""
        most = f", most others in {usual:g} pt" if size < usual < full_size else ""
        notes.append(f"{name} in {size:g} pt instead of {full_size:g} pt{length}{most}")
    if number > len(worst):
        notes.append(f"and {number - len(worst)} more")
    return Wording(
        f"style `{style}`: {plural(number, 'text')} in much smaller type",
        notes=tuple(notes),
        hints="shorten the texts, enlarge their box, or give the style a smaller `size`",
        rank=min(size / full_size for _, size, full_size, *_ in worst),
        subject=f"style {style}",
    )


def _more(means: tuple[str, ...]) -> str:
    """Return further remedies for a text that is too long, as the end of a hint."""
    if "shrink" not in means:
        return ' or allow smaller type with `fit="shrink"`'
    if "leading" in means:
        return ", or lower `min-size` or `min-leading`"
    suggested_means = " ".join(["shrink", "leading", *means[1:]])
    return f', lower `min-size`, or allow closer lines with `fit="{suggested_means}"`'


@problem("CG403")
def missing_glyph(character: str, name: str, fonts: tuple[str, ...], family: str) -> Wording:
    """Neither the fonts of the style nor the fonts under `theme: fallback:` have this character.

    Other programs print an empty box here, or no character. Put a font with the character into
    `fonts/` and add it to `theme: fallback:` in `game.yaml`, or write the text differently. The
    message names a font family under an open licence. You find all Noto fonts at
    https://fonts.google.com/noto; download static TrueType files.
    """
    add = "add a font with this character under `theme: fallback:`"
    return Wording(
        f"no font has the character {character!r} (U+{ord(character):04X} {name})",
        notes=f"looked in {', '.join(f'`{font}`' for font in fonts)}",
        hints=f"{add}, such as {family}, which is free" if family else add,
    )


@problem("CG404", Severity.WARNING)
def picture_too_coarse(source: str, dpi: float, min_dpi: float) -> Wording:
    """A picture is enlarged so much that it will look blurred in print.

    The resolution is the number of pixels divided by the printed size. 300 dpi looks sharp. Below
    the `min-dpi` of the element (by default 200), players see the pixels.
    """
    return Wording(
        f"the picture `{source}` is enlarged to less than {min_dpi:.0f} dpi",
        notes=f"it is printed at {dpi:.0f} dpi",
        rank=dpi,
        hints="use a larger picture or a smaller box, or lower `min-dpi` if you want it so",
    )


@problem("CG405")
def unknown_style(name: str, style_names: tuple[str, ...]) -> Wording:
    """A `<text>` or `<span>` names a text style that the theme does not have.

    Declare styles under `theme: styles:` in `game.yaml`.
    """
    hints = did_you_mean(name, style_names) or (f"the theme has {choices(style_names)}",)
    if not style_names:
        hints = (f"declare it under `theme: styles:`, `{name}: {{font: family/face, size: 9pt}}`",)
    return Wording(f"the theme has no text style `{name}`", hints=hints)


@problem("CG406")
def style_lacks_font(style: str, variant: str) -> Wording:
    """A text uses `<b>` or `<i>`, but its style has no bold or italic font.

    cardgen does not imitate bold or italic. Add the font to the style under `theme: styles:`, for
    example `bold: atkinson/bold`.
    """
    return Wording(
        f"the text style `{style}` has no {variant.replace('_', ' ')} font",
        hints=f"add `{variant}: family/face` to the style",
    )


@problem("CG407", hint="enlarge the box or its parent, or reduce the padding", subject=HERE)
def box_impossible(tag: str, reason: str) -> str:
    """A box would have a negative or absurd size.

    Usually the padding, the margins or the neighbours in a row leave no space for it, or a
    coordinate has a typing error.
    """
    return f"<{tag}> cannot be placed: {reason}"


@problem("CG408")
def row_overfull(tag: str, excess: float, direction: str) -> Wording:
    """The children of a row, column or grid need more space than it has.

    Only children with `shrink` become smaller; texts have it by default. cardgen reports children
    that would extend beyond the box.
    """
    return Wording(
        f"the content of <{tag}> is {excess:.2f} mm too {direction}",
        hints='make it smaller, give a child `shrink="1"`, or enlarge the box',
        rank=-excess,
        subject=HERE,
    )


@problem("CG409")
def no_such_card(reference: str, references: tuple[str, ...]) -> Wording:
    """A `<card>` element refers to a card that does not exist.

    Write `deck/card-id` for a card, for example `soldiers/tank-driver`, the id of a deck for its
    back, and the id of a board for the board.
    """
    hints = did_you_mean(reference, references) or ("write `deck/card-id`",)
    if any(name.startswith(f"{reference}/") for name in references):
        return Wording(
            f"`{reference}` has no back to show",
            hints="show one of its cards, `deck/card-id`, or give the deck a `back:`",
        )
    return Wording(f"there is no card `{reference}`", hints=hints)


@problem("CG410", hint="show another card")
def card_shows_itself(reference: str) -> str:
    """A card contains a picture of itself, directly or through another card.

    A `<card>` element draws the whole side of a card, including the `<card>` elements on it. Show
    another card, or leave the element out on the card in the picture.
    """
    return f"`{reference}` contains a picture of itself"


@problem("CG411", hint="write `{{ game.version }}` instead")
def mark_on_page() -> str:
    """A `<revision>` is on a page of a booklet or in a figure.

    The code of a `<revision>` distinguishes a printed card from an older one. Pages of a booklet
    need no code: you find the sheets to reprint by their page numbers.
    """
    return "<revision> works on cards, tokens and boards, but not on the pages of a text"


@problem("CG412", hint="use a picture or an icon of the words")
def unset_script(character: str, name: str, why: str) -> str:
    """A text contains a character of a script that cardgen cannot typeset.

    Mongolian and Phags-pa are written in columns, from left to right. Use a picture of such words,
    or an icon with their outlines. Names that are not printed, such as the name of a deck on a
    virtual table, may be in any script.
    """
    return f"cannot typeset {character!r} (U+{ord(character):04X} {name}): {why}"


@problem("CG417")
def no_dictionary(text: str, script: str) -> Wording:
    """A text is in a script without spaces between words, and its dictionary is not installed.

    Lines of Thai, Lao, Khmer and Burmese break between words, and cardgen finds the ends of words
    in a dictionary. The extra `intl` contains it: ``pip install "./cardgen[intl]"``, beside a
    clone. Without it, put zero-width spaces (U+200B) between words.
    """
    return Wording(
        f"cardgen needs a dictionary to break lines in `{text[:20]}`",
        notes=f"the script is {script}",
        hints="install cardgen with its extra `intl`, or put zero-width spaces (U+200B) into it",
    )


@problem("CG413")
def font_lacks_feature(font: str, word: str, has: tuple[str, ...]) -> Wording:
    """A style turns a feature on or off that its font does not have.

    OpenType features are alternative letters and figures in a font. Each has a tag of four letters:
    `lnum` lining figures, `onum` old-style figures, `tnum` figures of equal width, `zero` a slashed
    zero, `smcp` small capitals. A style or a `<text>` lists features to turn on, or with a minus to
    turn off: `features: [tnum, -liga]`. Fonts have different features.
    """
    available = f"the font has {', '.join(has)}" if has else "the font has no features"
    return Wording(
        f"the font `{font}` has no feature `{word.lstrip('+-').partition('=')[0]}`",
        hints=f"delete `{word}`: {available}",
    )


@problem("CG414", hint="correct `language:` in game.yaml, or delete `hyphenate` from the style")
def no_hyphenation(language: str) -> str:
    """A style hyphenates words, but cardgen has no dictionary for the language of the game.

    cardgen hyphenates with the dictionaries of LibreOffice. Set `language:` in `game.yaml` to a
    BCP 47 tag: `en-US`, `en-GB`, `de`, `fr`. Soft hyphens (U+00AD) in a text need no dictionary.
    """
    return f"cannot hyphenate words of the language `{language}`"


@problem("CG415", hint="add a width to `columns`, or delete a cell")
def row_too_long(count: int, most: int) -> str:
    """A row of a table has more cells than the table has columns.

    `columns` of a `<table>` lists the width of each column. Add a width, or delete `columns`: then
    the table has as many columns as its longest row has cells, as wide as their content.
    """
    return f"the row has {count} cells, but `columns` of its table has {plural(most, 'width')}"


@problem("CG416")
def loose_words(text: str, tag: str, inner: str) -> Wording:
    """A list contains words outside its items, or a table contains words outside its cells.

    `<ul>` and `<ol>` contain `<li>`. A `<table>` contains `<tr>`, which contain `<td>` or `<th>`.
    """
    return Wording(
        f"the text `{text}` is directly inside <{tag}>", hints=f"put it into <{inner}>…</{inner}>"
    )


@problem("CG421", hint="put the picture and its markers into one <callouts>")
def stray_callout(tag: str) -> str:
    """A `<callout>` or `<on>` is outside `<callouts>`.

    A `<callouts>` contains a picture and its markers, and decides how the markers look. Put the
    `<callout>` or `<on>` directly inside it, beside the boxes of the picture.
    """
    return f"<{tag}> is not directly inside <callouts>"


@problem("CG422")
def no_such_place(name: str, place_names: tuple[str, ...]) -> Wording:
    """The `of` of a `<callout>` or `<on>` names a place that the picture does not have.

    Write the `id` of an element of the picture, or of an element on a board or card in the picture.
    Or name a card or board as in `<card ref="…">`.
    """
    hints = did_you_mean(name, place_names)
    if not hints and place_names:
        hints = (f"the picture has {choices(place_names)}, and its cards",)
    return Wording(
        f"the picture has no place `{name}`",
        hints=hints or ('give an element an id, or use only `x="…" y="…"`',),
    )


@problem("CG423", hint="add a step with this number, or delete the marker")
def marker_without_step(number: int) -> str:
    """A numbered marker in a picture has no step with the same number.

    Each `<callout>` belongs to an item of a numbered list: the first list after the figure under
    the same heading, or else the last list before it. The list may continue after other text. Give
    the markers the numbers of the list, or write `steps="…"` on `<callouts>` if the picture itself
    explains its numbers.
    """
    return f"marker {number} has no step {number}"


@problem("CG424")
def step_without_marker(number: int) -> Wording:
    """A numbered step has no marker in the picture of its list.

    Add a `<callout>` to the picture. If the picture does not show the step, write its number into
    `unmarked` of the `<callouts>`.
    """
    return Wording(
        f"step {number} has no marker in the picture",
        hints=f'add `<callout n="{number}" …/>`, or write `unmarked="{number}"` on <callouts>',
    )


def check_markers(
    markers: Sequence[tuple[int, str]], steps: Mapping[int, str], unmarked: Sequence[int] = ()
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each marker without a step, and for each step without a marker.

    ``markers`` and ``steps`` have the stamp of each number.
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
    """A text should continue on another side of its card, but no side shows the rest.

    A text with `continue` in its `fit` needs an `id`, and the back of the card shows the remaining
    text: write `<text id="rules" fit="shrink continue">` on the face and
    `<text continues="rules"/>` on the back. Set `back:` in `card_types` for this, because the back
    of a deck is the same for all cards. Or set `more:` in `card_types`, a template for a
    continuation card, which is printed after each card that needs it.
    """
    if not name:
        return Wording("a text that continues needs an `id`", hints='write `<text id="rules" …>`')
    return Wording(
        f"no side continues the text `{name}`, which does not fit",
        hints=f'put `<text continues="{name}"/>` into the `back` or `more` of its card type',
        subject=HERE,
    )


@problem("CG426")
def nothing_to_continue(name: str) -> Wording:
    """A `<text>` continues a text that does not exist.

    `continues` is the `id` of a text on the face of the same card; some cards may lack that text
    (`{% if card.rules %}`). Only the `back:` of a card type can continue a text, because the back
    of a deck is the same for all cards.
    """
    return Wording(
        f"there is no text `{name}` to continue",
        hints=f'give the text on the face `id="{name}"`, or correct the name',
        subject=HERE,
    )


@problem("CG431", hint="make it smaller, or split it in two")
def taller_than_page(subject: str, height: float, room: float) -> str:
    """A picture, a box or a row of a table is taller than the text area of a page.

    cardgen never splits these over pages. Make pictures smaller (`width=` of cards, `height=` of a
    figure), or split a box in two.
    """
    return f"{subject} is {height:.1f} mm tall, but a page has room for {room:.1f} mm"


@problem("CG432", hint="delete a column, shorten its words, or use a smaller style for `table`")
def table_too_wide(needed: float, room: float) -> str:
    """The words of a table need more width than the page has.

    cardgen does not break words in tables. Use fewer columns, shorter headings, or a smaller style
    for the role `table`.
    """
    return f"the table needs {needed:.1f} mm, but the page has {room:.1f} mm"


@problem("CG433", hint="split the word, or use a smaller style")
def word_too_wide(word: str, needed: float, room: float) -> str:
    """A word of a booklet is wider than its line, and cannot be hyphenated."""
    return f"`{word}` is {needed:.1f} mm wide, but its line is {room:.1f} mm wide"


@problem("CG434", hint="set smaller margins: `top`, `outer`, `bottom`, `inner`")
def page_without_room(width: float, height: float) -> str:
    """The margins of a booklet leave no room for text."""
    return f"the margins leave {width:.1f} x {height:.1f} mm for the text"


@problem("CG445", hint="shorten it, make pictures smaller, or lower `top` and `bottom`")
def runs_over(paper: str, over: float, subject: str) -> str:
    """The text of a leaflet is too long for its page.

    The message names the first line or picture that does not fit on the page. cardgen lays a
    leaflet out for A4 and for Letter, which is 17.6 mm shorter. If there is a `hero`, the picture
    is at least `top` high.
    """
    return f"the text is {over:.1f} mm too long for a page of {paper}, from {subject} on"


@problem("CG435")
def curve_too_short(text: str, reason: str, floor: str) -> Wording:
    """Words along a curve are longer than the curve, or extend beyond the box of an arc.

    cardgen makes them smaller, down to `min-size`, except with `fit="error"`. Letters at the ends
    of an arc lean outwards, so they need a little more width than on a straight line.

    Shorten the text, enlarge the box or the path, or lower `min-size`.
    """
    return Wording(
        f"the text `{text}` does not fit its curve: {reason}",
        notes=f"its smallest size is {floor}",
        hints="shorten the text, make the curve longer or flatter, or lower `min-size`",
        subject=HERE,
    )


@problem("CG436", hint="write one of `arc`, `circle` and `d`", subject=HERE)
def no_single_curve(elements: Sequence[str]) -> str:
    """A `<curved-text>` needs exactly one curve: an `arc`, a `circle`, or a path in `d`.

    `arc="60"` raises the middle of a line as wide as the box, `arc="-60"` lowers it;
    `circle="top"` follows the ellipse in the box, over its top; `d="M0 9Q20 0 40 9"` is an SVG
    path, which must not have length 0.
    """
    names = " and ".join(f"`{name}`" for name in elements)
    reason = f"{names} has length 0" if elements else "it has none"
    if elements[1:]:
        reason = f"it has {names}"
    return f"<curved-text> needs one curve: {reason}"


@problem("CG437", hint="delete it, or write one element for each line", subject=HERE)
def not_letter_by_letter(tag: str, feature: str) -> str:
    """A text along a curve or in columns contains markup that works only in straight lines.

    A text along a curve is one line, and cardgen draws only straight lines under or through words.
    """
    return f"<{tag}> cannot have {feature}"


@problem(
    "CG441",
    Severity.WARNING,
    hint="shorten the spread, or make the text before it a page longer or shorter",
    subject=HERE,
)
def spread_torn(begins: int, ends: int) -> str:
    """The text in a `spread` directive is not on two facing pages.

    Left-hand pages have even numbers. cardgen moves the text to the next page if it fits on one
    spread there, but never further, because that would leave a page empty. So the text may have at
    most two pages, or one page if it would begin on a right-hand page.
    """
    return f"the spread is on pages {begins} to {ends}, which are not facing pages"


@problem(
    "CG442",
    Severity.WARNING,
    hint="write a caption inside the directive, or `decorative=yes` after its name",
    subject=HERE,
)
def no_caption(subject: str) -> str:
    """A figure or a row of cards in a booklet has no caption.

    Many readers look at the pictures first, and a caption explains them. Write it inside the
    directive. Add `decorative=yes` to a picture that is only an ornament, or that contains enough
    words itself. A picture in Markdown without words, `![](file)`, is decorative, too.
    """
    return f"{subject} has no caption"


@problem(
    "CG446",
    Severity.WARNING,
    hint='write `alt="…"` after its name: describe its meaning in one or two sentences',
    subject=HERE,
)
def no_alt() -> str:
    """A figure in a booklet has no alternative text for readers who cannot see it.

    Screen readers and the rules as text use the alternative text instead of the figure, or else the
    caption. Describe the meaning of the figure, not its look:
    `alt="Rex plays a Nine on the Ten and draws a card."`. Rows of cards, and figures with
    `decorative=yes`, need no alternative text: the words in them are used.
    """
    return "the figure has no alternative text"


@problem("CG443", hint="convert its strokes to paths, or use another icon")
def no_silhouette(icon: str) -> str:
    """A `mask` uses an icon that consists only of lines, or has parts cut by a clip path.

    `mask="icon:…"` uses the areas that an icon fills. Convert its strokes and clip paths to paths
    in your drawing program, or use another shape.
    """
    return f"the icon `{icon}` has no filled and unclipped area to use as a mask"


@problem("CG444")
def no_qr_code(length: int, level: str) -> Wording:
    """A `<qr>` is empty, or its text is too long for any QR code.

    A code of level L has at most 2953 bytes, M 2331, Q 1663 and H 1273; letters beyond ASCII need
    two bytes or more. A card has space for about 100 bytes: more bytes make the modules smaller.
    Use a short web address. If some cards have no address, leave the `<qr>` out there:
    `{% if card.link %}<qr data="{{ card.link }}"/>{% endif %}`.
    """
    if not length:
        return Wording(
            "the `data` of the QR code is empty",
            hints="write `data`, or leave the element out: `{% if card.link %}…{% endif %}`",
        )
    return Wording(
        f"{length} bytes are too many for a QR code of level {level}",
        hints='use a short address, or `level="L"`, which has the most bytes',
    )


@problem("CG447", Severity.WARNING)
def figure_in_gutter(overhang: float) -> Wording:
    """A figure of a booklet is wider than the column, and part of it is in the gutter.

    cardgen moves such a figure towards the outer edge of the page, up to the safe zone. If it is
    still too wide, it extends into the inner margin, where pages are bound. `print: {optical: …}`
    turns this check on.
    """
    return Wording(
        f"the figure extends {overhang:.1f} mm beyond the inner edge of the text",
        hints="make it narrower",
    )
