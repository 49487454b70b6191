"""The element tree, and the parser that builds it from a template's output.

The parser is expat, an XML 1.0 processor, with a few Python callbacks. It refuses a document type
declaration (XML 1.0, section 2.8), and with it every attack by entities, such as a billion
laughs. Depth and number of elements are limited.
"""

from sys import intern
from xml.parsers import expat

from msgspec import Struct

from cardgen.core.diagnostics import Location, TemplateError
from cardgen.template import problems
from cardgen.template.faults import FindTag, find_markup_fault, locate_in_template
from cardgen.template.stamps import STAMP_ATTRIBUTE

MAX_DEPTH = 64
MAX_ELEMENTS = 20_000
MAX_ATTRIBUTES = 200


class Element(Struct, eq=False):
    """A tag with its attributes (``name, value, name, value …``), its content and its stamp.

    ``stamp`` identifies the tag in the template. An element that comes from the text of a card has
    the stamp of the nearest literal tag around it.
    """

    tag: str
    attributes: tuple[str, ...]
    stamp: str
    children: "list[Element | str]" = []

    @property
    def location(self) -> Location | None:
        """The location of the tag; None if a template forged the stamp."""
        try:
            return Location.parse(self.stamp)
        except ValueError:
            return None

    def __repr__(self) -> str:
        return f"<Element {self.tag} at {self.stamp}>"


class _RefusedError(Exception):
    """Raised in a callback to stop expat."""


def read_markup(markup: str, template: str, find_tag: FindTag = lambda _: ("", 0)) -> Element:
    """Parse the output of a template.

    Raises TemplateError, located at the fault if ``find_tag`` finds the sources, else at the
    innermost open tag, or in ``template`` if no tag is open.
    """
    root: Element | None = None
    stack: list[Element] = []
    count = 0

    def start(tag: str, attributes: list[str]) -> None:
        nonlocal root, count
        count += 1
        if attributes and attributes[0] == STAMP_ATTRIBUTE:
            element = Element(tag, tuple(attributes[2:]), intern(attributes[1]))
        else:
            element = Element(tag, tuple(attributes), stack[-1].stamp if stack else "")
        if stack:
            stack[-1].children.append(element)
        else:
            root = element
        stack.append(element)
        if len(stack) > MAX_DEPTH:
            raise _RefusedError(f"more than {MAX_DEPTH} elements inside one another")
        if count > MAX_ELEMENTS:
            raise _RefusedError(f"more than {MAX_ELEMENTS} elements")
        if len(attributes) > 2 * MAX_ATTRIBUTES:
            raise _RefusedError(f"more than {MAX_ATTRIBUTES} attributes in one tag")

    def end(_tag: str) -> None:
        stack.pop()

    def text(data: str) -> None:
        stack[-1].children.append(data)

    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(markup, True)
    except expat.ExpatError as error:
        # expat counts bytes of UTF-8.
        offset = len(markup.encode()[: parser.ErrorByteIndex].decode(errors="replace"))
        reason = expat.ErrorString(error.code)
        raise _syntax_error(markup, offset, reason, stack, template, find_tag) from None
    except UnicodeEncodeError:  # "\\ud800": surrogates are not characters (XML 1.0, section 2.2)
        location, inside = _innermost_open_tag(stack, template)
        reason = "it contains half of a character"
        hint = "correct the expression that prints it"
        raise TemplateError(
            problems.markup_not_well_formed(location, reason, inside, hint)
        ) from None
    except _RefusedError as refused:
        location, _ = _innermost_open_tag(stack, template)
        raise TemplateError(problems.markup_too_large(location, str(refused))) from None
    assert root is not None
    return root


def _syntax_error(
    markup: str, offset: int, reason: str, stack: list[Element], template: str, find_tag: FindTag
) -> TemplateError:
    location, inside = _innermost_open_tag(stack, template)
    if not markup.strip():
        return TemplateError(problems.wrong_root(location, ""))
    fault = find_markup_fault(markup, offset, reason, [element.tag for element in stack])
    if fault is None:
        reason, hint = f"<{stack[-1].tag}> is not closed", f"write `</{stack[-1].tag}>`"
    else:
        reason, hint = fault.message, fault.hint
        stamps = [element.stamp for element in stack[-1:]]
        location = locate_in_template(markup, fault, stamps, find_tag) or location
        inside = ""  # the note is about the location of the tag
    return TemplateError(problems.markup_not_well_formed(location, reason, inside, hint))


def _refuse_doctype(*_: object) -> None:
    raise _RefusedError("a DOCTYPE, which is not allowed")


def _innermost_open_tag(stack: list[Element], template: str) -> tuple[Location, str]:
    if stack and stack[-1].location:
        return stack[-1].location, f"inside <{stack[-1].tag}>, which opens here"
    return Location(template, 1, 1), ""
