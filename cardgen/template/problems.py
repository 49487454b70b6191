"""The diagnostics for errors in templates (CG3xx)."""

from difflib import get_close_matches

from cardgen.core.paths import printable
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean

_ENDING = ".xml.j2"
_OF_HTML = {"div": "stack", "strong": "b", "em": "i", "img": "image", "circle": "ellipse"}
Names = tuple[str, ...]


def _stem(name: str) -> str:
    return name.removesuffix(_ENDING)


@problem("CG301")
def template_not_found(name: str, known_names: Names, folders: Names) -> Wording:
    """A card type, a deck or another template names a template that does not exist.

    cardgen searches `templates/<game>/` and then `templates/shared/`, first in the project and then
    among its own files. For a deck with white backs, write `back: none`.
    """
    stems = {_stem(path): path for path in known_names}  # the common ending hides differences
    near = get_close_matches(_stem(name), stems, n=1)
    hints: tuple[str, ...] = ("create the file, or correct the name",)
    if near:
        hints = (f"did you mean `{stems[near[0]]}`?",)
    if name.endswith(".back.xml.j2"):
        hints = (*hints, "for white backs, write `back: none`")
    notes = f"looked in {', '.join(folders)}"
    return Wording(f"there is no template `{name}`", notes=notes, hints=hints)


@problem("CG302", hint="write a plain name such as `base.xml.j2`")
def template_name_refused(name: str, why: str) -> str:
    """A template name must not lead out of the template folders.

    A game folder may come from a stranger. So names are plain relative paths such as `base.xml.j2`
    or `shared/frame.xml.j2`, without `..`, backslashes, drive letters and links to other folders.
    """
    return f"the template name `{printable(name)}` is not allowed: {why}"


@problem("CG303")
def jinja_syntax(message: str, hint: str) -> Wording:
    """The template is not valid Jinja2, so it cannot be compiled.

    Typical causes are a block without its `endif`, `endfor` or `endblock`, a missing quote, `=` in
    place of `==` in a condition, or a filter that cardgen does not allow.
    """
    return Wording(f"template syntax: {message.rstrip('.')}", hints=hint)


@problem("CG304")
def undefined_name(message: str, known_names: Names, name: str) -> Wording:
    """The template uses a name or a field that does not exist.

    If a field is optional, test it first (`{% if card.flavor %}`) or give a default (`{{
    card.flavor | default("") }}`).
    """
    hints = did_you_mean(name, known_names) or (
        (f"there is {choices(known_names)}",) if known_names else ("optional fields: `{% if … %}`",)
    )
    return Wording(message, hints=hints)


@problem("CG305")
def template_failed(message: str, hint: str) -> Wording:
    """An expression in the template failed, for example because it divided by zero.

    A comparison of a number with a text such as ``card.cost == "3"`` fails, too: they are never
    equal, so it would silently be false.
    """
    return Wording(f"the template failed: {message}", hints=hint)


@problem("CG306", hint="use only the data of the game and the filters of `cardgen docs templates`")
def forbidden_in_template(message: str) -> str:
    """The template tried to do something that the sandbox does not allow.

    Templates have no access to Python internals (names that begin with an underscore), to files or
    to the network.
    """
    return f"not allowed in a template: {message}"


@problem(
    "CG307", hint="look for an endless loop, or for a huge number in a loop or a multiplication"
)
def template_too_much(excess: str) -> str:
    """The template prints or computes far more than a card can need.

    One side may print about four million characters and loop about a hundred thousand times. If a
    template does more, it nearly always has an endless loop or a wrong number.
    """
    return f"the template {excess}"


@problem("CG308")
def not_printable(name: str, kind: str, hint: str) -> Wording:
    """The template prints something that is neither text nor a number.

    Templates can print text, finite numbers, rich text, terms and the output of macros. They cannot
    print a whole card, a list, a missing value, `true` or `false`. Print a field, join a list, or
    write words for a flag:

        {{ card.title }}
        {{ card.tags | join(", ") }}
        {{ "ready" if card.ready else "asleep" }}
    """
    subject = f"`{name}`" if name else "this"
    return Wording(f"{subject} cannot be printed: it is {kind}", hints=hint)


@problem("CG310")
def markup_not_well_formed(reason: str, inside: str, hint: str) -> Wording:
    """The output of the template is not well-formed XML.

    Every `<tag>` needs its `</tag>` or ends in `/>`. Attribute values need quotes. In literal text,
    write `&amp;` for `&` and `&lt;` for `<`. cardgen escapes the data of cards automatically.
    """
    return Wording(
        f"the markup is not well-formed: {reason}", notes=(inside,) if inside else (), hints=hint
    )


@problem("CG311")
def unknown_element(tag: str, known_names: Names) -> Wording:
    """The template uses a tag that is not a layout element.

    `cardgen docs elements` lists all elements with their attributes.
    """
    word = _OF_HTML.get(tag.lower(), "")
    hints = (f"write <{word}>",) if word in known_names else did_you_mean(tag, known_names)
    hints = hints or (f"the elements are {choices(known_names, 30)}",)
    return Wording(f"there is no element <{tag}>", hints=hints)


@problem("CG312")
def unknown_attribute(tag: str, name: str, known_names: Names) -> Wording:
    """The element has no attribute of this name; it may be misspelt."""
    hints = did_you_mean(name, known_names) or (f"<{tag}> takes {choices(known_names, 40)}",)
    return Wording(f"<{tag}> has no attribute `{name}`", hints=hints)


@problem("CG313")
def wrong_attribute_value(tag: str, name: str, reason: str, hint: str = "") -> Wording:
    """The value of an attribute is not valid.

    Lengths without a unit are millimetres (`3`, `3mm`, `0.125in`, `9pt`). Colours are names of the
    theme or `#rrggbb`. Switches are `true` or `false`.
    """
    hint = hint or f"look up the attributes of <{tag}> with `cardgen docs elements`"
    return Wording(f"`{name}` of <{tag}>: {reason}", hints=hint, subject=reason)


@problem("CG314")
def misplaced_element(tag: str, parent: str, hint: str = "") -> Wording:
    """The element is not allowed inside the element around it.

    `<side>` is always the root. `<b>`, `<i>`, `<br>` and `<span>` belong inside `<text>`; boxes are
    not allowed there.
    """
    hint = hint or f"look up the content of <{parent}> with `cardgen docs elements`"
    return Wording(f"<{tag}> is not allowed inside <{parent}>", hints=hint)


@problem("CG315", hint="wrap it in <text>…</text>")
def stray_text(text: str, parent: str) -> str:
    """Text is outside of a `<text>` element, so it would not be drawn.

    Wrap the words in a `<text>` element, or delete them:

        <text style="body">{{ card.text }}</text>
    """
    return f"the text `{text}` is directly inside <{parent}> and would not be drawn"


@problem("CG316", hint="wrap everything in <side>…</side>")
def wrong_root(tag: str) -> str:
    """A template must write exactly one `<side>` element around everything.

    If it writes no element, its block names are often wrong: a template that begins with
    `{% extends "base.xml.j2" %}` must fill blocks of `base.xml.j2`.

        <side background="paper">
          <text style="body">{{ card.text }}</text>
        </side>
    """
    return f"the outermost element is <{tag}>, not <side>" if tag else "the template wrote nothing"


@problem("CG317")
def missing_attribute(tag: str, name: str) -> Wording:
    """The element cannot be drawn without this attribute.

    `cardgen list --elements` lists the attributes of each element. If some cards have no value
    for it, leave out the whole element on them: `{% if card.art %}<image …/>{% endif %}`.
    """
    return Wording(f"<{tag}> needs the attribute `{name}`", hints=f'write {name}="…"')


@problem("CG318", hint="look for a loop that never ends")
def markup_too_large(excess: str) -> str:
    """The output of the template is nested too deeply or has too many elements."""
    return f"the markup has {excess}"
