"""Texts with inline markup as values, and the typographic marks of a language.

A `Rich` text is a tree: a tuple of words (``str``) and `Struct`s, some with such tuples inside.
`cardgen.model.markup` reads it from YAML, `cardgen.model.inline` from Markdown. Layout and other
users walk the tree. Only templates get XML, through ``__html__``, which autoescaping trusts;
templates cannot inject markup in any other way.

Authors type the plain marks of a keyboard. If a game has a ``language``, its texts get quotation
marks, apostrophes, dashes in ranges and multiplication signs of that language. The rules follow The
Chicago Manual of Style, 17th ed.: 6.115 (curly marks), 6.78 (en dash in ranges); the multiplication
sign follows ISO 80000-2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import PartlyCompared

NO_BREAK_SPACE = "\u00a0"


class Node(Struct, frozen=True, tag=True, tag_field="node"):
    """The base of all parts of a text except words; its fields are attributes in XML."""

    tag: ClassVar[str] = ""


class Break(Node, frozen=True):
    """The end of a line (``br``) or paragraph (``p``), or a place to break a word (``wbr``)."""

    tag: str = "br"  # type: ignore[misc]


class Icon(Node, frozen=True):
    """An icon, with a ``number`` on it; ``alt`` is its alternative text."""

    tag: ClassVar[str] = "icon"
    name: str
    color: str | None = None
    number: str | None = None
    alt: str | None = None


class Fact(Node, frozen=True, order=True):
    """A value that layout fills in, such as a page number.

    ``kind`` is the kind of a `Citation`, or ``places``, ``revision`` or ``word``.
    """

    tag: ClassVar[str] = "fact"
    kind: str
    name: str


class Branch(Node, frozen=True):
    """The base of nodes with text inside."""

    content: Content


class Emphasis(Branch, frozen=True):
    """Text that is bold (``b``), italic, underlined, struck through, raised or lowered."""

    tag: str  # type: ignore[misc]


class Span(Branch, frozen=True):
    """Text in another text style of the theme, or in another colour."""

    tag: ClassVar[str] = "span"
    style: str | None = None
    color: str | None = None


class Link(Branch, frozen=True):
    """A link ``to`` a `Target` or a heading of the text, or to a URL (``href``)."""

    tag: ClassVar[str] = "a"
    to: str | None = None
    href: str | None = None


class Target(Branch, frozen=True):
    """The target of links."""

    tag: ClassVar[str] = "a"
    id: str


class Item(Branch, frozen=True):
    """An item of a `List`."""

    tag: ClassVar[str] = "li"


class List(Branch, frozen=True):
    """A list of `Item`s with bullets (``ul``) or numbers (``ol``), which begin with ``start``.

    ``form`` is ``1)`` if the numbers have brackets.
    """

    tag: str = "ul"  # type: ignore[misc]
    start: int | None = None
    form: str | None = None

    def lines(self) -> Iterator[tuple[str, Content]]:
        """Yield the mark and the content of each item."""
        sign = (self.form or "1.")[1:]
        for number, item in enumerate(self.content, self.start or 1):
            if isinstance(item, Item):
                yield "•" if self.tag == "ul" else f"{number}{sign}", item.content


class Mention(Branch, frozen=True):
    """Words from a rule or a term; ``source`` is its name, such as ``rule:hand_limit``."""

    source: str


class Term(Mention, frozen=True):
    """A term in bold, behind its icon if it has one."""


class OnPaper(Branch, frozen=True):
    """Words that only readers on paper need, such as the page of a link."""


_Element = Break | Icon | Fact | Emphasis | Span | Link | Target | Item | List
Part = str | _Element | Mention | Term | OnPaper
Content = tuple[Part, ...]
_Kind = TypeVar("_Kind", bound=Node)


def join(parts: Iterable[Part]) -> Content:
    """Return parts as the content of a text; adjacent strings are joined."""
    joined: list[Part] = []
    for part in parts:
        if not isinstance(part, str):
            joined.append(part)
        elif joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)


def fill_facts(content: Content, fill: Callable[[Fact], Content]) -> Content:
    """Return content with each fact replaced by the result of ``fill``.

    Letters right after a fact or a term, such as the s of a plural, are bold if its last word is.
    """
    parts: list[Part] = []
    previous: Part = ""
    for part in content:
        if isinstance(part, str) and isinstance(previous, Fact | Term):
            ending = _LETTERS.match(part)
            if ending is not None and (longer := _with_ending(parts[-1:], ending[0])):
                parts[-1:] = longer
                part = part[ending.end() :]
        previous = part
        if isinstance(part, Fact):
            parts += fill(part)
        elif isinstance(part, Branch):
            parts.append(replace(part, content=fill_facts(part.content, fill)))
        else:
            parts.append(part)
    return join(parts)


_LETTERS = re.compile(r"[^\W\d_]+")


def _with_ending(content: Sequence[Part], letters: str) -> Content:
    """Return content whose last bold word continues with letters; empty if it is not bold."""
    match content:
        case [*before, Emphasis(tag="b") as bold]:
            return (*before, replace(bold, content=join((*bold.content, letters))))
        case [*before, Mention() as mention] if longer := _with_ending(mention.content, letters):
            return (*before, replace(mention, content=longer))
        case [*before, Link() as link] if longer := _with_ending(link.content, letters):
            return (*before, replace(link, content=longer))
    return ()


def nodes_in(value: object, kind: type[_Kind]) -> Iterator[_Kind]:
    """Yield the nodes of one kind in the texts of a value, for example of a block."""
    if isinstance(value, kind):
        yield value
    if isinstance(value, tuple):
        for inner in value:
            yield from nodes_in(inner, kind)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from nodes_in(getattr(value, name), kind)


def leaves(content: Content) -> Iterator[str | Icon | Fact]:
    """Yield words, icons and facts; breaks and items of lists begin new lines."""
    previous: Part = ""
    for part in content:
        if isinstance(previous, List) and not isinstance(part, List):
            yield "\n"
        match part:
            case Break():
                yield "" if part.tag == "wbr" else "\n"
            case Term():
                yield from leaves(part.content[-1:])
            case List():
                for mark, content_of_item in part.lines():
                    yield f"\n{mark} "
                    yield from leaves(content_of_item)
            case Branch():
                yield from leaves(part.content)
            case _:
                yield part
        previous = part


def plain_words(content: Content) -> str:
    """Return content as plain text with lines, with the names of icons and without facts."""
    words: list[str] = []
    for leaf in leaves(content):
        if isinstance(leaf, str):
            words.append(leaf)
        elif isinstance(leaf, Icon):
            name = f"{leaf.number or ''} {leaf.name}".lstrip()
            words.append(name if leaf.alt is None else leaf.alt)
    return "".join(words)


def escape(text: str) -> str:
    """Escape text for XML, attribute values included."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace('"', "&#34;") if '"' in text else text


def elements_of(content: Content) -> Iterator[Part]:
    """Yield words and the nodes that are elements in XML; other nodes yield their content."""
    for part in content:
        if isinstance(part, Mention | OnPaper):
            yield from elements_of(part.content)
        elif isinstance(part, Break) and part.tag == "wbr":
            yield "\u200b"
        else:
            yield part


def attributes_of(node: Node) -> tuple[str, ...]:
    """Return the attributes of an element: ``name, value, name, value …``."""
    names = (name for name in node.__struct_fields__ if name not in ("tag", "content"))
    pairs = ((name, getattr(node, name)) for name in names)
    return tuple(str(word) for pair in pairs if pair[1] is not None for word in pair)


def _xml(content: Content) -> str:
    parts = []
    for part in elements_of(content):
        if isinstance(part, str):
            parts.append(escape(part))
            continue
        words = attributes_of(part)
        pairs = zip(words[::2], words[1::2], strict=True)
        start = "".join((part.tag, *(f' {name}="{escape(value)}"' for name, value in pairs)))
        inner = _xml(part.content) if isinstance(part, Branch) else ""
        parts.append(f"<{start}>{inner}</{part.tag}>" if inner else f"<{start}/>")
    return "".join(parts)


class Rich(Struct, frozen=True, eq=False):
    """A text with inline markup; two texts are equal if they look the same."""

    content: Content

    @classmethod
    def of(cls, *parts: Rich | Part) -> Rich:
        """Return a text that joins several parts."""
        contents = (part.content if isinstance(part, Rich) else (part,) for part in parts)
        return cls(join(part for content in contents for part in content))

    @property
    def plain(self) -> str:
        """The text without markup."""
        return plain_words(self.content).lstrip("\n")

    @property
    def markup(self) -> str:
        """The text as XML, for templates."""
        return _xml(self.content)

    @property
    def bold(self) -> Rich:
        """The text in bold."""
        return Rich((Emphasis(self.content, "b"),))

    @property
    def sources(self) -> frozenset[str]:
        """The rules and terms in the text, such as ``rule:hand_limit``."""
        return frozenset(node.source for node in nodes_in(self.content, Mention))

    def __html__(self) -> str:
        return self.markup

    def __str__(self) -> str:
        return self.plain

    def __bool__(self) -> bool:
        return bool(self.markup)

    def __len__(self) -> int:
        return len(self.plain)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rich):
            return self.markup == other.markup
        return self.plain == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.plain)

    def __lt__(self, other: Rich | str) -> bool:
        return self.plain < str(other)


EMPTY = Rich(())


class TermValue(PartlyCompared, frozen=True):
    """A term; a template prints its icon and its word in bold."""

    ignored_fields = frozenset({"location"})

    id: str
    text: str
    plural: str
    icon: str | None = None
    color: str | None = None
    explain: Rich = EMPTY
    location: Location | None = None

    def icon_with(self, alt: str, number: str = "") -> Icon | None:
        """Return the icon with its alternative text; None if the term has none."""
        return Icon(self.icon, self.color or None, number or None, alt) if self.icon else None

    def as_node(self, word: str, *, has_icon: bool = True) -> Term:
        """Return a word for the term behind its icon, with a no-break space between them."""
        icon = self.icon_with("") if has_icon else None
        icon_content = (icon, NO_BREAK_SPACE) if icon else ()
        return Term((*icon_content, Emphasis((word,), "b")), f"term:{self.id}")

    def __html__(self) -> str:
        return _xml((self.as_node(self.text),))

    def __str__(self) -> str:
        return self.text


_MARKS = re.compile(r"""["']|(?<![\w-])\d+-(?=\d+(?![\w-]))|(?<=\d) x (?=\d)""")
_BEFORE_QUOTE = " \t\n([{—–/" + "“‘„‚«‹" + "\xa0"
_QUOTES = {
    "da en es hi pt tr zh": "“ ” ‘ ’",
    "cs de": "„ “ ‚ ‘",
    "fi he sv": "” ” ’ ’",
    "el it": "« » “ ”",
    "nb no": "« » ‘ ’",
    "pl ro": "„ ” « »",
    "ru uk": "« » „ “",
    "ar": "” “ ’ ‘",
    "hu": "„ ” » «",
    "ja": "「 」 『 』",
    "nl": "‘ ’ ‘ ’",
}
QUOTES = {name: marks for names, marks in _QUOTES.items() for name in names.split()}
"""Outer and inner quotation marks from Unicode CLDR 45 (``delimiters``)."""


def _language(name: str) -> str:
    return name.split("-")[0].lower()


def quotes_of(language: str) -> tuple[str, ...]:
    """Return the quotation marks of a language; none if they are not known."""
    return tuple(QUOTES.get(_language(language), "").split())


def knows(language: str) -> bool:
    """Return whether the quotation marks of a language (BCP 47, such as ``en-US``) are known."""
    return _language(language) in QUOTES


def add_marks(text: str, before: str = "", language: str = "en") -> str:
    """Return a text with typographic marks; ``before`` is the character before the text."""
    if not _MARKS.search(text):
        return text

    marks = QUOTES.get(_language(language), QUOTES["en"]).split()

    def mark(match: re.Match[str]) -> str:
        sign = match[0]
        if sign == " x ":
            return " × "
        if sign[0] not in "\"'":
            return f"{sign[:-1]}–"
        position = match.start()
        last = text[position - 1] if position else before
        opening, closing = marks[:2] if sign == '"' else marks[2:]
        behind = text[position + 1 : position + 2]
        if sign == "'" and (behind.isdigit() or (last.isalpha() and behind.isalpha())):
            return "’"  # the ’90s, or an apostrophe
        return opening if not last or last in _BEFORE_QUOTE else closing

    return _MARKS.sub(mark, text)
