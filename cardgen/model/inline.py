"""Reads inline Markdown as rich text: emphasis, links, and markup in braces.

The elements are those of CommonMark, chapter 6, except raw HTML (6.6). Some braces become a `Fact`;
layout fills in its value.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.model import problems
from cardgen.model.document import Block, Citation, Condition, read_conditions
from cardgen.model.emphasis import is_wide
from cardgen.model.markup import braces
from cardgen.model.odds import read_question
from cardgen.model.richtext import (
    EMPTY,
    Break,
    Content,
    Emphasis,
    Fact,
    Link,
    OnPaper,
    Part,
    Rich,
    fill_facts,
    join,
    plain_words,
)
from cardgen.model.scope import Scope

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

_ADDRESS = re.compile(r"https?://[^\s<>\"]*[^\s<>\"'.,:;!?*()\[\]{}]")
_JOINTS = re.compile(r"(?<=[^/]/)(?=[^/])|(?=\?)")
_IN_ADDRESS = "/:?#[]@!$&'()*+,;=%~-._"
_FACTS = ("card", "count", "odds", "page", "assumption")
_INDEX = re.compile(r"^[ >]*[`~]{3,} *index\b", re.MULTILINE)
_BRACES = re.compile(r"\{[^{}\n]*\}")
_MENTIONS = ("name", "names", "icon")
"""Forms of a term that the index does not list."""
_OBJECT = "\ufffc"
"""The character assumed for a fact, since quotation marks depend on the character before them."""
_WRAPPED = re.compile(r"(?<! {2})(?<!\\)\n[ \t]*")
"""Matches ends of lines that are no hard breaks (CommonMark 6.7)."""


class MarkdownFile:
    """One file while it is read: its lines, its references, and its headings by anchor.

    ``has_index`` is True if it has an index; ``assumption_counts`` has the number of references to
    each assumption so far.
    """

    def __init__(self, path: str, text: str, scope: Scope) -> None:
        self.path = path
        self.scope = scope
        self.lines = text.split("\n")
        self.references: list[Citation] = []
        self.anchors: dict[str, str] = {}
        self.has_index = _INDEX.search(text) is not None
        self.assumption_counts: Counter[str] = Counter()
        self.depth = 0

    def at(self, line: int) -> Location:
        """Return the location of the first character of a line, counted from 0."""
        text = self.lines[line] if line < len(self.lines) else ""
        return Location(self.path, line + 1, len(text) - len(text.lstrip()) + 1)

    def refuse(self, location: Location, message: str, hint: str) -> None:
        """Report a faulty block."""
        self.scope.fault(problems.bad_directive(location, message, hint))

    @property
    def is_boxed(self) -> bool:
        """True inside of a directive."""
        return self.depth > 1

    def blocks(self, text: str, first: int) -> tuple[Block, ...]:
        """Read Markdown whose first line is line ``first`` of the file."""
        raise NotImplementedError

    def inline(self, text: str, line: int) -> Rich:
        """Read one line of inline markup, such as a title or a caption."""
        return Inline(self, line, line + 1).rich(_parse(text)) if text.strip() else EMPTY


class Inline(Struct):
    """Converts inline tokens to rich text.

    Tokens have no columns, so braces and links are searched in order in the lines of their block,
    from ``line`` to ``end``.
    """

    file: MarkdownFile
    line: int
    end: int
    column: int = 0
    parts: list[Part] = []
    last: str = ""
    """The last character so far."""
    is_in_link: bool = False
    index_marks: list[Location] = []
    """The locations of braces for the index."""
    translated_at: Location | None = None
    """The location of the translation, if the words are not in these lines."""

    def rich(self, node: SyntaxTreeNode) -> Rich:
        """Read an inline node, or its translation."""
        source = _WRAPPED.sub(" ", node.content)
        rendition = self.file.scope.translate(source, self.file.at(self.line), "markdown")
        self.translated_at = rendition.location
        if rendition.text is not source:
            node = _parse(rendition.text)
        self.last, self.index_marks = "", []
        content = self._content(node)
        words = fill_facts(content, lambda fact: () if fact.kind == "index" else (fact,))
        if self.index_marks and not Rich(words).markup.strip():
            hint = "put it behind a word of the text: the index leads to this word"
            message = "the paragraph has nothing but `{index:…}`"
            self.file.scope.fault(problems.bad_markup(self.index_marks[0], message, hint))
        return Rich(content)

    def _content(self, node: SyntaxTreeNode) -> Content:
        outer_parts, self.parts = self.parts, []
        for child in node.children:
            match child.type:
                case "text":
                    self._text(child.content)
                case "code_inline":
                    self._put(child.content)
                case "softbreak":
                    self._put(" ")
                case "hardbreak":
                    self._put(Break())
                case "strong" | "em":
                    content = self._content(child)
                    self.parts.append(Emphasis(content, "b" if child.type == "strong" else "i"))
                case "link":
                    self._link(child)
                case "braces":
                    self._braces(child.content)
                case _:
                    message = "a picture must be a separate paragraph"
                    hint = "leave an empty line before and after it"
                    self.file.refuse(self._find("!["), message, hint)
        content, self.parts = join(self.parts), outer_parts
        return content

    def _put(self, *parts: Part) -> None:
        self.parts += parts
        self.last = plain_words(parts)[-1:] or self.last

    def _text(self, text: str) -> None:
        """Add text; URLs in it become links, as in GFM (6.9)."""
        last = 0
        for match in _ADDRESS.finditer(text) if not self.is_in_link else ():
            address = match[0]
            self._words(text[last : match.start()])
            self._put(Link(_breakable(address), href=quote(address, safe=_IN_ADDRESS)))
            last = match.end()
        self._words(text[last:])

    def _words(self, text: str) -> None:
        self._put(self.file.scope.add_marks(text, self.last))

    def _link(self, node: SyntaxTreeNode) -> None:
        """Add the words of a link, and behind them its page or URL, for readers on paper."""
        target = str(node.attrs.get("href", ""))
        is_inside = target.startswith("#")
        if is_inside:  # markdown-it has percent-encoded it
            target = unquote(target)
        self.is_in_link = True
        content = self._content(node)
        self.is_in_link = False
        if is_inside:
            name = target[1:]
            prefix, _, after = self.file.scope.translate("page {number}").text.partition("{number}")
            page = self._fact("page", name, self._find(f"({target}"))
            on_paper = OnPaper((f" ({prefix}", *page, f"{after})"))
            self._put(*(content and (Link(content, to=name),)), on_paper)
            return
        address: Content = (target,)
        is_address = plain_words(content).endswith(target)
        if _ADDRESS.match(target):
            address = (Link(_breakable(target), href=target),)
            content = content and (Link(content, href=target),)
        self._put(*content)
        if not is_address:
            self._put(" (", *address, ")")

    def _braces(self, text: str) -> None:
        location = self._find(text)
        kind, colon, name = text[1:-1].strip().partition(":")
        if kind in _FACTS and colon:
            if kind == "card" and name.endswith(":name"):
                kind, name = "name", name.removesuffix(":name")
            begin = text.index(":") + 1
            fact = self._fact(
                kind, name, location, replace(location, column=location.column + begin)
            )
            self.parts += fact
            if fact and kind != "assumption":  # a superscript number is no part of the words
                self.last = _OBJECT
            return
        if kind == "index" and colon:
            if not name.strip():
                hint = "write the words for the index, for example `{index:dice}`"
                self.file.scope.fault(problems.bad_markup(location, "no words for the index", hint))
            self._add_index_entry(self.file.scope.add_marks(name.strip()), location)
            self.index_marks.append(location)
            return
        piece = braces(text[1:-1].strip(), location, self.file.scope)
        if piece is not None:
            self._put(*piece)
            term = self.file.scope.terms.get(kind)
            if term is not None and name not in _MENTIONS:
                self._add_index_entry(term.text, location)

    def _add_index_entry(self, words: str, location: Location) -> None:
        if self.file.has_index and words:
            self.file.references.append(Citation("index", words, location))
            self.parts.append(Fact("index", words))

    def _fact(
        self, kind: str, name: str, location: Location, name_at: Location | None = None
    ) -> Content:
        """Note a fact and return it, with a link if it is a page; empty for a wrong question."""
        conditions: tuple[Condition, ...] = ()
        if kind == "count" and "?" in name:
            deck, _, text = name.partition("?")
            begin = name_at or location
            begin = replace(begin, column=begin.column + len(deck) + 1)
            conditions = read_conditions(text, begin, self.file.scope)
        if kind == "odds":
            question = read_question(name, name_at or location, self.file.scope)
            if question is None:
                return ()
            conditions = question.conditions
        self.file.references.append(Citation(kind, name, location, conditions))
        if kind == "assumption":
            self.file.assumption_counts[name] += 1
            name = f"{name}:{self.file.assumption_counts[name]}"
        fact = Fact(kind, name)
        return (Link((fact,), to=name),) if kind == "page" and not self.is_in_link else (fact,)

    def _find(self, text: str) -> Location:
        """Return the location of the next occurrence of a text in the lines of the block."""
        if self.translated_at is not None:
            return self.translated_at
        lines = self.file.lines
        for line in range(self.line, min(self.end, len(lines))):
            begin = self.column if line == self.line else 0
            start = lines[line].find(text, begin)
            if start < 0 and "|" in text:  # escaped inside of tables (GFM, 4.10)
                text = text.replace("|", "\\|")
                start = lines[line].find(text, begin)
            if start >= 0:
                self.line, self.column = line, start + len(text)
                return Location(self.file.path, line + 1, start + 1, len(text))
        return self.file.at(self.line)


def _parse(text: str) -> SyntaxTreeNode:
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(markdown_parser().parseInline(text)).children[0]


def _breakable(address: str) -> Content:
    """Allow line breaks in a URL after its slashes and before its question mark."""
    return join(part for piece in _JOINTS.split(address) for part in (Break("wbr"), piece))[1:]


@cache
def markdown_parser() -> MarkdownIt:
    """Return the parser: CommonMark with GFM tables and tokens for braces.

    HTML is plain text (CommonMark 0.31.2, sections 4.6 and 6.6). Link reference definitions (4.7)
    are disabled, since a line such as ``[1]: two dice`` in a rule text is not meant as one.
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.disable(["html_block", "html_inline", "reference"])
    parser.inline.ruler.before("escape", "braces", _braces_rule)
    parser.inline.ruler.at("emphasis", _emphasis_rule)
    return parser


def _emphasis_rule(state: StateInline, silent: bool) -> bool:
    """Tokenize a run of asterisks; wide characters beside it let it begin and end emphasis."""
    from markdown_it.rules_inline.emphasis import tokenize

    start, run_count = state.pos, len(state.delimiters)
    is_match = tokenize(state, silent)
    left, right = state.src[start - 1 : start], state.src[state.pos : state.pos + 1]
    for run in state.delimiters[run_count:]:
        run.open = run.open or (is_wide(left) and bool(right.strip()))
        run.close = run.close or (is_wide(right) and bool(left.strip()))
    return is_match


def _braces_rule(state: StateInline, silent: bool) -> bool:
    match = _BRACES.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("braces", "", 0)
        token.content = match[0]
    state.pos = match.end()
    return True
