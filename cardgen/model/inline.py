"""Inline Markdown to markup: emphasis, links, and our own marks between braces."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from cardgen.core.diagnostics import Location
from cardgen.model import problems
from cardgen.model.document import Citation, mark
from cardgen.model.markup import braces
from cardgen.model.richtext import Rich, escape
from cardgen.model.selection import Condition, read_conditions

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

    from cardgen.model.markdown import MarkdownReader

_ADDRESS = re.compile(r"https?://[^\s<>\"]*[^\s<>\"'.,:;!?*()\[\]{}]")
_JOINTS = re.compile(r"(?<=[^/]/)(?=[^/])|(?=\?)")
_IN_ADDRESS = "/:?#[]@!$&'()*+,;=%~-._"
_FACTS = ("card", "count", "page")
_TAGS = {"strong": "b", "em": "i"}


class Inline:
    """Turns inline tokens into markup; looks for braces in the lines they came from."""

    def __init__(self, reader: MarkdownReader, line: int, end: int) -> None:
        self.reader = reader
        self.line, self.end = line, end
        self.column = 0
        self.plain: list[str] = []
        self.markup: list[str] = []
        self.cites: list[str] = []
        self.linked = False

    def rich(self, node: SyntaxTreeNode) -> Rich:
        """Read an inline node."""
        self.plain, self.markup, self.cites = [], [], []
        self._content(node)
        return Rich("".join(self.plain), "".join(self.markup), frozenset(self.cites))

    def _content(self, node: SyntaxTreeNode) -> None:
        for child in node.children:
            match child.type:
                case "text":
                    self._text(child.content)
                case "code_inline":
                    self._put(child.content, escape(child.content))
                case "softbreak":
                    self._put(" ", " ")
                case "hardbreak":
                    self._put("\n", "<br/>")
                case "strong" | "em":
                    tag = _TAGS[child.type]
                    self.markup.append(f"<{tag}>")
                    self._content(child)
                    self.markup.append(f"</{tag}>")
                case "link":
                    self._link(child)
                case "braces":
                    self._braces(child.content)
                case _:
                    message = "a picture stands in a paragraph of its own"
                    hint = "leave an empty line before and after it"
                    self.reader.fault(problems.bad_directive(self._find("!["), message, hint))

    def _put(self, plain: str, markup: str) -> None:
        self.plain.append(plain)
        self.markup.append(markup)

    def _text(self, text: str) -> None:
        """Set words; an address among them is a link."""
        last = 0
        for match in _ADDRESS.finditer(text) if not self.linked else ():
            address = match[0]
            self._put(text[last : match.start()], escape(text[last : match.start()]))
            self._put(address, _link("href", quote(address, safe=_IN_ADDRESS), _breakable(address)))
            last = match.end()
        self._put(text[last:], escape(text[last:]))

    def _link(self, node: SyntaxTreeNode) -> None:
        """Set the words; name the page of a heading, the address of anything else."""
        target = str(node.attrs.get("href", ""))
        kind = "to" if target.startswith("#") else "href" if _ADDRESS.match(target) else ""
        begin = len(self.markup)
        self.linked = True
        self._content(node)
        self.linked = False
        if kind:
            words = "".join(self.markup[begin:])
            self.markup[begin:] = [_link(kind, target.removeprefix("#"), words)]
        if kind == "to":
            self._fact("page", target[1:], self._find(f"({target}"), "(page {})")
        elif not "".join(self.plain).endswith(target):
            self._put(" (", " (")
            self._put(target, _link(kind, target, _breakable(target)) if kind else escape(target))
            self._put(")", ")")

    def _braces(self, text: str) -> None:
        at = self._find(text)
        kind, colon, name = text[1:-1].strip().partition(":")
        if kind in _FACTS and colon:
            begin = text.index(":") + 1
            self._fact(kind, name, at, "{}", replace(at, column=at.column + begin))
            return
        piece = braces(text[1:-1].strip(), at, self.reader.scope)
        if piece is not None:
            self._put(piece.plain, piece.markup)
            self.cites.extend(piece.cites)

    def _fact(
        self, kind: str, name: str, at: Location, form: str, name_at: Location | None = None
    ) -> None:
        """Leave a mark for a fact; ``at`` is all that stands for it, ``name_at`` its name."""
        conditions: tuple[Condition, ...] = ()
        if kind == "count" and "?" in name:
            which, _, text = name.partition("?")
            begin = name_at or at
            begin = replace(begin, column=begin.column + len(which) + 1)
            conditions = read_conditions(text, begin, self.reader.scope)
        self.reader.references.append(Citation(kind, name, at, conditions))
        text = mark(kind, escape(name))
        markup = _link("to", name, text) if kind == "page" and not self.linked else text
        space = "" if form == "{}" else " "
        self._put(space + form.format(text), space + form.format(markup))

    def _find(self, text: str) -> Location:
        """Return where a text stands next in the lines of the block."""
        lines = self.reader.lines
        for line in range(self.line, min(self.end, len(lines))):
            begin = self.column if line == self.line else 0
            start = lines[line].find(text, begin)
            if start < 0 and "|" in text:  # as tables want it
                text = text.replace("|", "\\|")
                start = lines[line].find(text, begin)
            if start >= 0:
                self.line, self.column = line, start + len(text)
                return Location(self.reader.path, line + 1, start + 1, len(text))
        return self.reader.at(self.line)


def _link(kind: str, target: str, words: str) -> str:
    """Write a link, to a heading or by ``href``, as layout reads it."""
    return f'<a {kind}="{escape(target)}">{words}</a>'


def _breakable(address: str) -> str:
    """Allow line breaks inside an address, after the slashes and before what is asked for."""
    return _JOINTS.sub("\u200b", escape(address))
