"""The texts of a rulebook as HTML, for a template that writes its blocks.

A page number is the number in the printed booklet, and links to the section. The page has no
columns and no page breaks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from markupsafe import Markup

from cardgen.model.document import Contents, Heading, Index, block_texts, flat, in_one_column
from cardgen.model.flowing import FlowSpec
from cardgen.model.richtext import Content, Fact, Link, Rich, Target, fill_facts, join, nodes_in
from cardgen.model.web.text import CARDS, WebText
from cardgen.model.words import spoken

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
        """Write a text with the values of its facts."""
        return self._web.html(Rich(fill_facts(text.content, self._fact)))

    def plain(self, text: Rich) -> str:
        """Return a text without markup and without references to notes."""

        def fact(fact: Fact) -> Content:
            return () if fact.kind in ("assumption", "index") else self._fact(fact)

        return spoken(Rich(fill_facts(text.content, fact)), ornaments=True)

    def index(self, index: Index) -> list[tuple[str, list[str]]]:
        """Return the words of an index that the text names, each with the ids of its places."""
        texts = (text for block in flat(self.blocks, lists=True) for text in block_texts(block))
        counts = Counter(fact for text in texts for fact in nodes_in(text, Fact))
        return [
            (word, [_place(word, number) for number in range(1, count + 1)])
            for word, _ in index.entries
            if (count := counts[Fact("index", word)])
        ]

    def _fact(self, fact: Fact) -> Content:
        """Return the value of a fact."""
        match fact:
            case Fact("page", name):
                return (str(self._pages.get(name, "…")),)
            case Fact("places", name):
                links = [Link(("↩",), to=place) for place in name.split()]
                return join(part for link in links for part in (" ", link))[1:]
            case Fact("index", name):
                self._places[name] += 1
                return (Target((), _place(name, self._places[name])),)
            case Fact("revision"):
                return ()
        words = self._facts.get(fact, ())
        has_link = words and fact.kind in ("card", "name") and fact.name in self._titles
        return (Link(words, to=f"{CARDS}#{fact.name}"),) if has_link else words


def _place(word: str, number: int) -> str:
    return f"index:{'-'.join(_WORD.findall(word))}:{number}"
