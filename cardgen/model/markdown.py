"""Reads rule texts, Markdown with markup in braces, into blocks with locations.

The language is CommonMark 0.31.2 with comments, but without other HTML, and with the tables of
GitHub Flavored Markdown (4.10). markdown-it parses it. Fenced code blocks (CommonMark 4.5) are
directives, see `cardgen.model.directives`; indented code (4.4) is an error.

``{term}``, ``{rule:…}`` and ``{icon:…}`` have the same meaning as on cards. Rule texts also have
``{card:deck/id}``, the title of a card in bold (``{card:deck/id:name}`` in plain type),
``{count:deck}``, the number of cards in a deck (with conditions: ``{count:deck?field=value}``), and
``{page:heading}``, the page of a heading. Assumptions have ``{card:…}``, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, Location
from cardgen.model import problems
from cardgen.model.directives import DIRECTIVES, read_directive
from cardgen.model.document import (
    Align,
    Block,
    Divider,
    Document,
    Heading,
    Listing,
    Paragraph,
    PictureBlock,
    Quote,
    TableBlock,
)
from cardgen.model.inline import Inline, MarkdownFile, markdown_parser
from cardgen.model.richtext import EMPTY, Content, Fact, Rich, fill_facts, plain_words
from cardgen.model.scope import Scope
from cardgen.source.node import SourceFile

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

MAX_DEPTH = 20
_COMMENT = re.compile(r"(\\.|`[^`\n]*`)|<!--.*?-->", re.DOTALL)
"""An HTML comment (CommonMark 6.6); escaped characters and code, the first group, have none."""
_NO_BREAK = re.compile(r"[^\n]")
_ALIGNS: tuple[Align, ...] = ("center", "right", "left")


def read_markdown(file: SourceFile, scope: Scope) -> Document:
    """Read a rule text, and report its faults to the scope."""
    # Without comments, but with all lines. In the lines for locations, columns stay the same, too.
    text = _COMMENT.sub(lambda match: match[1] or "\n" * match[0].count("\n"), file.text)
    blanked = _COMMENT.sub(lambda match: match[1] or _NO_BREAK.sub(" ", match[0]), file.text)
    reader = MarkdownReader(file.path, blanked, scope)
    blocks = reader.blocks(text, 0)
    for reference in reader.references:
        if reference.kind == "page" and reference.name not in reader.anchors:
            scope.fault(
                problems.unknown_heading(reference.location, reference.name, reader.anchors)
            )
    return Document(blocks, tuple(reader.references), reader.anchors)


class MarkdownReader(MarkdownFile):
    """Reads the blocks of one file; directives call it for blocks inside."""

    def blocks(self, text: str, first: int) -> tuple[Block, ...]:
        """Read Markdown whose first line is line ``first`` of the file."""
        from markdown_it.tree import SyntaxTreeNode

        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                self.refuse(self.at(first), "boxes nest too deeply", "")
                return ()
            root = SyntaxTreeNode(markdown_parser().parse(text))
            return self._children(root, first)
        except RecursionError:
            hint = "close every `*` and `[`"
            self.refuse(self.at(first), "markup nests too deeply", hint)
            return ()
        finally:
            self.depth -= 1

    def _children(self, node: SyntaxTreeNode, first: int) -> tuple[Block, ...]:
        blocks: list[Block] = []
        for child in node.children:
            blocks += self._block(child, first)
        return tuple(blocks)

    def _block(self, node: SyntaxTreeNode, first: int) -> Sequence[Block]:
        start, end = node.map or (0, 0)
        line, end = start + first, end + first
        location = self.at(line)
        match node.type:
            case "heading":
                text = self._rich(node, line, end)
                anchor = self._anchor(self._as_written(node, line, end) or text, text.plain)
                return (Heading(int(node.tag[1]), text, anchor, location),)
            case "paragraph":
                picture = self._picture(node, line, location)
                return (picture or Paragraph(self._rich(node, line, end), location),)
            case "bullet_list" | "ordered_list":
                begin = None
                if node.type == "ordered_list":
                    begin = int(str(node.attrs.get("start", 1)))
                items = tuple(self._children(item, first) for item in node.children)
                return (Listing(items, begin, location),)
            case "blockquote":
                return (Quote(self._children(node, first), location),)
            case "table":
                return (self._table(node, first, location),)
            case "hr":
                return (Divider(location),)
            case "fence":
                if node.info.strip():
                    self._check_closed(node, location, end)
                return read_directive(self, node.info, node.content, line)
        description = "an indented block" if node.type == "code_block" else f"`{node.type}`"
        hint = "remove the four spaces before it, or use a fence: " + ", ".join(DIRECTIVES)
        self.refuse(location, f"{description} is not allowed in rule texts", hint)
        return ()

    def _check_closed(self, node: SyntaxTreeNode, location: Location, end: int) -> None:
        """Report a fence without an end: it would extend to the end of its block (4.5)."""
        last = self.lines[end - 1].strip().lstrip("> ") if location.line < end else ""
        if not last.startswith(node.markup) or last.strip(node.markup[0]):
            message = f"the directive `{node.info.split()[0]}` does not end"
            hint = f"close it with {node.markup}; use more back-ticks for a directive around others"
            self.refuse(location, message, hint)

    def _rich(self, node: SyntaxTreeNode, line: int, end: int) -> Rich:
        if not node.children:
            return EMPTY
        return Inline(self, line, end).rich(node.children[0])

    def _picture(self, node: SyntaxTreeNode, line: int, location: Location) -> PictureBlock | None:
        """Return the picture if a paragraph consists of nothing else."""
        inner = node.children[0].children if node.children else []
        if len(inner) != 1 or inner[0].type != "image":
            return None
        source = str(inner[0].attrs.get("src", ""))
        alt = self.inline(str(inner[0].attrs.get("title", "")), line)
        return PictureBlock(source, self.inline(inner[0].content, line), location, alt)

    def _table(self, node: SyntaxTreeNode, first: int, location: Location) -> TableBlock:
        rows: list[tuple[Rich, ...]] = []
        aligns: list[Align] = []
        for part in node.children:
            for row in part.children:
                start, end = row.map or part.map or (0, 0)
                inline = Inline(self, start + first, max(end, start + 1) + first)
                cells = [c.children[0] if c.children else None for c in row.children]
                rows.append(tuple(inline.rich(cell) if cell else EMPTY for cell in cells))
                if len(rows) == 1:
                    styles = [str(cell.attrs.get("style", "left")) for cell in row.children]
                    aligns = [next(a for a in _ALIGNS if a in style) for style in styles]
        return TableBlock(rows[0], tuple(rows[1:]), tuple(aligns), location)

    def _as_written(self, node: SyntaxTreeNode, line: int, end: int) -> Rich:
        """Return an untranslated heading if the game is being translated; else an empty text.

        Links use the original words in all languages.
        """
        scope, languages = self.scope, self.scope.languages
        if scope.translation is None or not node.children:
            return EMPTY
        terms, plain = languages.source_terms, replace(languages, translation=None)
        silent_scope = replace(
            scope, languages=plain, terms=terms, pieces={}, diagnostics=Diagnostics()
        )
        silent_scope.speak(languages.source)
        silent = MarkdownFile(self.path, "\n".join(self.lines), silent_scope)
        return Inline(silent, line, end).rich(node.children[0])

    def _anchor(self, original: Rich, title: str) -> str:
        """Return the name of a heading for links; equal headings get numbers.

        Titles of cards are not known yet, so the name has their ids.
        """
        words = plain_words(fill_facts(original.content, _card_id)).replace("\u00ad", "").lower()
        stem = re.sub(r"[^\w]+", "-", words).strip("-") or "part"
        anchor, count = stem, 1
        while anchor in self.anchors:
            count += 1
            anchor = f"{stem}-{count}"
        self.anchors[anchor] = title
        return anchor


def _card_id(fact: Fact) -> Content:
    return (fact.name.rpartition("/")[2],) if fact.kind in ("card", "name") else ()
