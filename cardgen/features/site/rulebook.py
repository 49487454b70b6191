"""A rule text as HTML: the blocks that booklets are laid out from, written as a page.

Headings keep their anchors. Pages are those of the printed booklet, and lead to the section. The
contents of the page stand beside it, so those of the booklet are left out, and so are page breaks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from cardgen.core.registry import plural
from cardgen.features.site.figures import figures_of
from cardgen.features.site.markup import CARDS, WebText
from cardgen.features.site.pictures import WebPicture
from cardgen.model.document import (
    CLOSE,
    MARK,
    OPEN,
    Block,
    CardRow,
    Citation,
    Columns,
    Contents,
    Divider,
    Figure,
    Heading,
    Index,
    Inventory,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    PictureBlock,
    Quote,
    Spread,
    TableBlock,
    flat,
)
from cardgen.model.flowing import FlowSpec
from cardgen.model.richtext import Rich, link, words_of_markup

_BEHIND_A_LINK = re.compile(f'</a> \\(page <a to="[^"]*">{OPEN}page:[^{CLOSE}]*{CLOSE}</a>\\)')
"""What a booklet has behind the words of a link, for readers on paper."""


class Chapter(Struct, frozen=True):
    """A heading of the contents beside a page."""

    level: int
    title: str
    anchor: str


class Rulebook(Struct):
    """Writes one text; ``figures`` are the pictures of its figures, ``sides`` of sides by id.

    ``pages`` has the page of each anchor in the booklet, ``titles`` those of decks and cards
    that links may lead to.
    """

    spec: FlowSpec
    web: WebText
    figures: Mapping[int, WebPicture | None]
    sides: Mapping[str, WebPicture]
    pages: Mapping[str, int]
    titles: Mapping[str, str]
    image: Callable[[WebPicture, str], str]
    places: dict[str, int] = {}
    """How many places of the text each word of the index has."""

    def body(self) -> str:
        """Write the whole text."""
        written = self.blocks(_without_contents(self.spec.blocks))
        if not any(isinstance(block, Index) for block in flat(self.spec.blocks)):
            return written
        return written.replace(_INDEX, self._index())

    def contents(self) -> list[Chapter]:
        """Return the headings of the first two levels."""
        blocks = flat(_without_contents(self.spec.blocks))
        found = (block for block in blocks if isinstance(block, Heading))
        return [
            Chapter(one.level, self._plain(one.text), one.anchor) for one in found if one.level < 3
        ]

    def blocks(self, blocks: Sequence[Block]) -> str:
        """Write some blocks."""
        return "\n".join(filter(None, map(self._block, blocks)))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                level = min(block.level + 1, 6)
                anchor = html.escape(block.anchor)
                return f'<h{level} id="{anchor}">{self.text(block.text)}</h{level}>'
            case Paragraph():
                return f"<p>{self.text(block.text)}</p>"
            case Listing():
                return self._listing(block)
            case TableBlock():
                return self._table(block)
            case Quote():
                return f"<blockquote>{self.blocks(block.blocks)}</blockquote>"
            case Note():
                title = f"<p><strong>{self.text(block.title)}</strong></p>" if block.title else ""
                return f'<div class="note">{title}{self.blocks(block.blocks)}</div>'
            case Columns():
                return f'<div class="columns">{self.blocks(block.blocks)}</div>'
            case Spread():
                return self.blocks(block.blocks)
            case Figure() | PictureBlock():
                picture = self.figures.get(id(block))
                words = self._plain(block.alt)
                shown = self.image(picture, words or picture.words) if picture else ""
                return self._figure(shown, block.caption) if shown else ""
            case CardRow():
                # Links need words of their own, so that several cards keep theirs.
                words = self._plain(block.alt) if len(block.cards) == 1 else ""
                cards = (self._card(one, words) for one in block.cards)
                return self._figure("".join(cards), block.caption, "row")
            case Inventory():
                return self._inventory(block)
            case Divider():
                return "<hr>"
            case Index():
                return _INDEX
            case Contents() | PageBreak():
                return ""
        return ""

    def text(self, text: Rich) -> str:
        """Write a text, its facts filled in."""
        markup = _BEHIND_A_LINK.sub("</a>", text.markup)
        filled = MARK.sub(lambda match: self._fact(match[1]), markup)
        return self.web.html(Rich(text.plain, filled, text.cites))

    def _plain(self, text: Rich) -> str:
        def fact(match: re.Match[str]) -> str:
            mark = html.unescape(match[1])
            kind, _, name = mark.partition(":")
            if kind == "page":
                return str(self.pages.get(name, ""))
            silent = kind in ("index", "assumption")
            return "" if silent else words_of_markup(self.spec.facts.get(mark, ""))

        return MARK.sub(fact, text.plain)

    def _fact(self, mark: str) -> str:
        kind, _, name = mark.partition(":")
        name = html.unescape(name)
        match kind:
            case "page":
                return str(self.pages.get(name, "")) or "…"
            case "places":
                return " ".join(link("to", place, "↩") for place in name.split())
            case "index":
                number = self.places[name] = self.places.get(name, 0) + 1
                return f'<a id="{html.escape(_place(name, number))}"/>'
            case "revision":
                return ""
        fact = self.spec.facts.get(html.unescape(mark), "")
        is_linked = kind in ("card", "name") and name in self.titles
        return link("to", f"{CARDS}#{name}", fact) if is_linked else fact

    def _listing(self, block: Listing) -> str:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        items = "".join(f"<li>{self._item(item)}</li>" for item in block.items)
        return f"<{tag}{start}>{items}</{tag}>"

    def _item(self, blocks: Sequence[Block]) -> str:
        match blocks:
            case (Paragraph() as first, *more):  # a tight list has no paragraphs
                return self.text(first.text) + self.blocks(more)
        return self.blocks(blocks)

    def _table(self, block: TableBlock) -> str:
        def row(tag: str, cells: Sequence[Rich]) -> str:
            pairs = zip(cells, block.aligns, strict=True)
            written = (f'<{tag} class="{align}">{self.text(c)}</{tag}>' for c, align in pairs)
            return f"<tr>{''.join(written)}</tr>"

        head = f"<thead>{row('th', block.head)}</thead>" if any(block.head) else ""
        body = "".join(row("td", cells) for cells in block.rows)
        return (
            '<div class="wide" role="group" tabindex="0" aria-label="Table">'
            f"<table>{head}<tbody>{body}</tbody></table></div>"
        )

    def _figure(self, shown: str, caption: Rich, kind: str = "") -> str:
        words = f"<figcaption>{self.text(caption)}</figcaption>" if caption else ""
        return f'<figure class="{kind}">{shown}{words}</figure>'

    def _card(self, reference: Citation, words: str) -> str:
        name = reference.name
        picture = self.sides.get(f"{name}/{'face' if '/' in name else 'back'}")
        picture = picture or self.sides.get(f"{name}/face")
        if picture is None or name not in self.titles:
            return self.image(picture, words or picture.words) if picture else ""
        shown = self.image(picture, words or f"{self.titles[name]}: {picture.words}".rstrip(": "))
        target = name if "/" in name else f"deck-{name}"
        return f'<a href="{CARDS}#{target}">{shown}</a>'

    def _inventory(self, block: Inventory) -> str:
        tiles = []
        for piece in block.pieces:
            shown = [self.sides[one.side] for one in piece.pictures if one.side in self.sides]
            pictures = "".join(self.image(one, "") for one in shown)
            title = f"<br>{html.escape(piece.title)}" if piece.title else ""
            words = f"<b>{piece.count}</b> {html.escape(piece.noun)}{title}"
            tiles.append(f"<li><span>{pictures}</span>{words}</li>")
        return f'<ul class="pieces">{"".join(tiles)}</ul>'

    def _index(self) -> str:
        lines = []
        for word, _ in next(b for b in flat(self.spec.blocks) if isinstance(b, Index)).entries:
            count = self.places.get(word, 0)
            places = (
                f'<a href="#{html.escape(_place(word, n))}">{n}</a>' for n in range(1, count + 1)
            )
            if count:
                said = f'<span class="unseen">{plural(count, "place")}: </span>'
                lines.append(f"<li>{html.escape(word)} {said}{' '.join(places)}</li>")
        return f'<ul class="index">{"".join(lines)}</ul>'


def _without_contents(blocks: Sequence[Block]) -> list[Block]:
    """Leave out contents, which stand beside the page; the anchor of their heading stays."""
    found: list[Block] = []
    for block in blocks:
        inside = block.blocks if isinstance(block, Columns) else (block,)
        if not any(isinstance(one, Contents) for one in inside):
            found.append(block)
        elif found and isinstance(head := found[-1], Heading):
            found[-1] = Paragraph(Rich("", f'<a id="{html.escape(head.anchor)}"/>'), head.at)
    return found


_INDEX = "<!--index-->"
_WORD = r"[\w-]+"


def _place(word: str, number: int) -> str:
    return f"index:{'-'.join(re.findall(_WORD, word))}:{number}"


def matched(
    blocks: Sequence[Block], pictures: Sequence[WebPicture | None]
) -> dict[int, WebPicture | None]:
    """Return the picture of each figure of a text, by the identity of its block."""
    return {id(block): picture for block, picture in zip(figures_of(blocks), pictures, strict=True)}
