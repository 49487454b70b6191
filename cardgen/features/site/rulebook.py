"""The texts of a rulebook as HTML, for a template that writes its blocks.

A page number is the number in the printed booklet, and links to the section. The page has no
columns and no page breaks.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from markupsafe import Markup

from cardgen.features.site.markup import CARDS, WebText
from cardgen.model.document import (
    CLOSE,
    MARK,
    OPEN,
    Contents,
    Heading,
    Index,
    block_texts,
    flat,
    in_one_column,
)
from cardgen.model.flowing import FlowSpec
from cardgen.model.richtext import Rich, link, words_of_markup

_PAGE_OF_A_LINK = re.compile(f'</a> \\(page <a to="[^"]*">{OPEN}page:[^{CLOSE}]*{CLOSE}</a>\\)')
"""What a booklet has behind the words of a link, for readers on paper."""
_WORD = re.compile(r"[\w-]+")


class Rulebook:
    """Writes the texts of one rulebook.

    ``pages`` has the page of each anchor in the booklet, and ``titles`` has the titles of all
    decks and cards on the site. ``headings`` has two levels, without the booklet's contents.
    """

    def __init__(
        self, flow: FlowSpec, web: WebText, pages: Mapping[str, int], titles: Mapping[str, str]
    ) -> None:
        self._facts, self._web, self._pages, self._titles = flow.facts, web, pages, titles
        self.blocks = [*in_one_column(flow.blocks)]
        self.headings = [
            block
            for block, after in pairwise([*flat(self.blocks), None])
            if isinstance(block, Heading) and block.level < 3 and not isinstance(after, Contents)
        ]
        self._places = Counter[str]()
        """How many places of each word of the index have been written."""

    def text(self, text: Rich) -> Markup:
        """Write a text, its facts filled in."""
        markup = _PAGE_OF_A_LINK.sub("</a>", text.markup)
        filled = MARK.sub(lambda match: self._fact(match[1]), markup)
        return self._web.html(Rich(text.plain, filled, text.cites))

    def plain(self, text: Rich) -> str:
        """Return a text without markup and without references to notes."""

        def fact(match: re.Match[str]) -> str:
            return "" if match[1].startswith(("assumption:", "index:")) else self._fact(match[1])

        return words_of_markup(MARK.sub(fact, text.markup))

    def index(self, index: Index) -> list[tuple[str, list[str]]]:
        """Return the words of an index that the text names, each with the ids of its places."""
        texts = (text for block in flat(self.blocks, lists=True) for text in block_texts(block))
        marks = (html.unescape(mark) for text in texts for mark in MARK.findall(text.markup))
        counts = Counter(marks)
        return [
            (word, [_place(word, number) for number in range(1, count + 1)])
            for word, _ in index.entries
            if (count := counts[f"index:{word}"])
        ]

    def _fact(self, mark: str) -> str:
        """Return the markup of a fact."""
        mark = html.unescape(mark)
        kind, _, name = mark.partition(":")
        match kind:
            case "page":
                return str(self._pages.get(name, "…"))
            case "places":
                return " ".join(link("to", place, "↩") for place in name.split())
            case "index":
                self._places[name] += 1
                return f'<a id="{html.escape(_place(name, self._places[name]))}"/>'
            case "revision":
                return ""
        fact = self._facts.get(mark, "")
        has_link = kind in ("card", "name") and name in self._titles
        return link("to", f"{CARDS}#{name}", fact) if has_link else fact


def _place(word: str, number: int) -> str:
    return f"index:{'-'.join(_WORD.findall(word))}:{number}"
