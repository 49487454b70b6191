"""What can be wrong with a template (CG3xx)."""

from __future__ import annotations

from difflib import get_close_matches

from cardgen.core.paths import printable
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean

_ENDING = ".xml.j2"


def _stem(name: str) -> str:
    return name.removesuffix(_ENDING)


@problem("CG301")
def template_not_found(name: str, known: tuple[str, ...], folders: tuple[str, ...]) -> Wording:
    """A card type, a deck or another template names a template that does not exist.

    cardgen looks in `templates/<game>/`, then in `templates/shared/`, first in the project and then
    among its own. A deck with white backs says `back: none`.
    """
    stems = {_stem(one): one for one in known}  # the common ending would make all names similar
    near = get_close_matches(_stem(name), stems, n=1)
    hints: tuple[str, ...] = ("make the file, or mend its name",)
    if near:
        hints = (f"did you mean `{stems[near[0]]}`?",)
    if name.endswith(".back.xml.j2"):
        hints = (*hints, "if the backs stay white, write `back: none`")
    return Wording(
        f"there is no template `{name}`",
        notes=f"looked in {', '.join(folders)}",
        hints=hints,
    )


@problem("CG302", hint="write a plain name such as `base.xml.j2`")
def template_name_refused(name: str, why: str) -> str:
    """A template name may not leave the template folders.

    Names are plain relative paths such as `base.xml.j2` or `shared/frame.xml.j2`, without `..`,
    backslashes, drive letters and links that lead out: a game folder may come from a stranger.
    """
    return f"the template name `{printable(name)}` is refused: {why}"


@problem("CG303", hint="close what is open above, and see docs/templates.md for what there is")
def jinja_syntax(message: str) -> str:
    """The template is not valid Jinja2, so it cannot be compiled.

    Typical causes are a block without its `endif`, `endfor` or `endblock`, a missing quote, or a
    filter that cardgen does not allow.
    """
    return f"template syntax: {message.rstrip('.')}"


@problem("CG304")
def undefined_name(message: str, known: tuple[str, ...], name: str) -> Wording:
    """The template uses a name or a field that does not exist.

    If a field is optional, test it first (`{% if card.flavor %}`) or give a default (`{{
    card.flavor | default("") }}`).
    """
    hints = did_you_mean(name, known) or (
        (f"there is {choices(known)}",) if known else ("optional fields: `{% if … %}`",)
    )
    return Wording(message, hints=hints)


@problem("CG305", hint="print the values that the expression works with to find the wrong one")
def template_failed(message: str) -> str:
    """An expression in the template failed while it ran, for example a division by zero."""
    return f"the template failed: {message}"


@problem("CG306", hint="templates may read their data and use the filters of docs/templates.md")
def forbidden_in_template(message: str) -> str:
    """The template tried something the sandbox does not allow.

    Templates have no access to Python's insides (names that begin with an underscore), to files or
    to the network.
    """
    return f"not allowed in a template: {message}"


@problem("CG307", hint="look for an endless loop, or for a huge number in a loop or a product")
def template_too_much(what: str) -> str:
    """The template produces or computes far more than a card can need.

    One side may print about four million characters and loop about a hundred thousand times. More
    is nearly always an endless loop or a number in the wrong place.
    """
    return f"the template {what}"


@problem("CG308")
def not_printable(name: str, what: str, hint: str) -> Wording:
    """The template prints something that is neither text nor a number.

    Text, finite numbers, rich text, terms and what macros make can be printed; a whole card, a
    list, a value that is left out, `true` and `false` cannot. Print a field, join a list, or say in
    words what a flag means:

        {{ card.title }}
        {{ card.tags | join(", ") }}
        {{ "ready" if card.ready else "asleep" }}
    """
    subject = f"`{name}`" if name else "this"
    return Wording(f"{subject} cannot be printed: it is {what}", hints=hint)


@problem("CG310")
def markup_not_well_formed(reason: str, inside: str) -> Wording:
    """What the template wrote is not well-formed XML.

    Every `<tag>` needs its `</tag>` or ends in `/>`, attribute values need quotes, and a bare `&`
    or `<` in literal text is written `&amp;` or `&lt;`. Card data is escaped automatically.
    """
    return Wording(
        f"the markup is not well-formed: {reason}",
        notes=(inside,) if inside else (),
        hints="close every tag, and write `&amp;` and `&lt;` for a bare `&` and `<`",
    )


@problem("CG311")
def unknown_element(tag: str, known: tuple[str, ...]) -> Wording:
    """The template uses a tag that is not a layout element.

    docs/templates.md lists all elements with their attributes.
    """
    hints = did_you_mean(tag, known) or (f"the elements are {choices(known, 30)}",)
    return Wording(f"there is no element <{tag}>", hints=hints)


@problem("CG312")
def unknown_attribute(tag: str, name: str, known: tuple[str, ...]) -> Wording:
    """The element has no attribute of this name; it may be misspelt."""
    hints = did_you_mean(name, known) or (f"<{tag}> takes {choices(known, 40)}",)
    return Wording(f"<{tag}> has no attribute `{name}`", hints=hints)


@problem("CG313")
def wrong_attribute_value(tag: str, name: str, reason: str, hint: str = "") -> Wording:
    """The value of an attribute cannot be read.

    Lengths are millimetres unless they name a unit (`3`, `3mm`, `0.125in`, `9pt`), colours
    are names of the theme or `#rrggbb`, and switches are `true` or `false`.
    """
    hint = hint or f"docs/templates.md tells what <{tag}> takes"
    return Wording(f"`{name}` of <{tag}>: {reason}", hints=hint, subject=reason)


@problem("CG314")
def misplaced_element(tag: str, parent: str, hint: str = "") -> Wording:
    """The element has no meaning at this place.

    `<side>` is always the root; `<b>`, `<i>`, `<br>` and `<span>` belong inside `<text>`, and boxes
    do not.
    """
    hint = hint or "docs/templates.md tells what stands where"
    return Wording(f"<{tag}> cannot stand inside <{parent}>", hints=hint)


@problem("CG315", hint="wrap it in <text>…</text>")
def stray_text(text: str, parent: str) -> str:
    """Text is outside of a `<text>` element, where it would not be drawn.

    Wrap the words in one, or delete them if they are a leftover:

        <text style="body">{{ card.text }}</text>
    """
    return f"the text `{text}` stands directly inside <{parent}> and would not be drawn"


@problem("CG316", hint="wrap everything in <side>…</side>")
def wrong_root(tag: str) -> str:
    """A template must write exactly one `<side>` element around everything.

    If it writes nothing at all, its block names are often wrong: a template that `{% extends %}`
    another one must fill blocks of that one.

        <side background="paper">
          <text style="body">{{ card.text }}</text>
        </side>
    """
    return f"the outermost element is <{tag}>, not <side>" if tag else "the template wrote nothing"


@problem("CG317")
def missing_attribute(tag: str, name: str) -> Wording:
    """The element cannot be drawn without this attribute.

    docs/reference/elements.md lists what each element takes. If some cards have nothing to show,
    leave out the whole element on them: `{% if card.art %}<image …/>{% endif %}`.
    """
    return Wording(f"<{tag}> needs the attribute `{name}`", hints=f'write {name}="…"')


@problem("CG318", hint="look for a loop that never ends")
def markup_too_large(what: str) -> str:
    """What the template wrote is nested too deeply, or has too many elements, for a card."""
    return f"the markup has {what}"
