"""Texts of a game as HTML: the same markup that layout sets, with links and terms.

A term leads to its entry among the words of the game, and says what it means when a pointer or the
keyboard is on it. A name of a card that a rule text cites leads to the card, and shows it. Icons
are symbols, drawn once a page; they take the colour of the text.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.backend.svg import symbol
from cardgen.core.style import Color
from cardgen.model.game import Game
from cardgen.model.richtext import Rich, TermValue
from cardgen.template.element import Element, read_markup

CARDS, TERMS = "cards.html", "terms.html"
_PLAIN = {"b": "b", "i": "i", "sup": "sup", "sub": "sub", "u": "u", "s": "s", "li": "li"}
_TINT = Color.parse("#010203")
"""What is asked for in place of the colour of the text."""
_CITED = "term:"


class WebText(Struct):
    """Writes the texts of one page, and remembers the icons that they show.

    Where ``links`` are off, terms are plain words. ``peek`` writes the picture of a card that is
    shown where its name stands.
    """

    game: Game
    library: Library
    peek: Callable[[str], str] = lambda card: ""
    links: bool = True
    icons: set[str] = set()

    def html(self, text: Rich | str) -> str:
        """Write a text."""
        if isinstance(text, str):
            return html.escape(text)
        return self.markup(text.markup, self._terms(text))

    def markup(self, markup: str, terms: Mapping[str, TermValue]) -> str:
        """Write markup; words in bold that are forms of some terms lead to these."""
        if "<" not in markup:
            return html.escape(html.unescape(markup))
        return self._inside(read_markup(f"<text>{markup}</text>", "markup"), terms)

    def _terms(self, text: Rich) -> dict[str, TermValue]:
        found: dict[str, TermValue] = {}
        for name in sorted(text.cites) if self.links else ():
            term = self.game.terms.get(name.removeprefix(_CITED))
            if name.startswith(_CITED) and term is not None and term.explain:
                found |= {term.text: term, term.plural: term}
        return found

    def _inside(self, element: Element, terms: Mapping[str, TermValue]) -> str:
        written: list[str] = []
        for child in element.children:
            if isinstance(child, str):
                written.append(html.escape(child))
            elif child.tag == "b" and (term := terms.get(_words(child))) is not None:
                word = self._element(child, {})
                # The icon of a term stands before it, with a space that does not break.
                with_icon = written[-2:-1] == [self.icon(term.icon)] if term.icon else False
                icon = "".join((written.pop(), written.pop())[::-1]) if with_icon else ""
                written.append(self.term(term, icon + word))
            else:
                written.append(self._element(child, terms))
        return "".join(written)

    def term(self, term: TermValue, words: str) -> str:
        """Write a term as a link to its entry, with what it means beside it."""
        told = html.escape(" ".join(term.explain.plain.split()))
        return f'<a class="term" href="{TERMS}#{term.id}" data-tip="{told}">{words}</a>'

    def _element(self, element: Element, terms: Mapping[str, TermValue]) -> str:
        given = dict(zip(element.attributes[::2], element.attributes[1::2], strict=True))
        tag = element.tag
        match tag:
            case "br":
                return "<br>"
            case "p":
                return '<br class="gap">' + self._inside(element, terms)
            case "icon":
                return self.icon(given["name"], given.get("alt", ""), given.get("number", ""))
            case "a":
                return self._link(element, given, terms)
            case "ul" | "ol":
                start = f' start="{given["start"]}"' if "start" in given else ""
                return f"<{tag}{start}>{self._inside(element, terms)}</{tag}>"
        inner = self._inside(element, terms)
        return f"<{_PLAIN[tag]}>{inner}</{_PLAIN[tag]}>" if tag in _PLAIN else inner

    def _link(
        self, element: Element, given: Mapping[str, str], terms: Mapping[str, TermValue]
    ) -> str:
        if "id" in given:
            return f'<span id="{html.escape(given["id"])}">{self._inside(element, terms)}</span>'
        inner = self._inside(element, {}).replace("\u200b", "<wbr>")
        if "href" in given:
            return f'<a href="{html.escape(given["href"])}" rel="noopener">{inner}</a>'
        target = given["to"]
        if target.startswith(f"{CARDS}#"):
            shown = self.peek(target.removeprefix(f"{CARDS}#"))
            return f'<a class="named" href="{html.escape(target)}">{inner}{shown}</a>'
        return f'<a href="#{html.escape(target)}">{inner}</a>'

    def icon(self, name: str, alt: str = "", number: str = "") -> str:
        """Write an icon, with what is read for it; nothing is where words beside it say it."""
        self.icons.add(name)
        drawn = f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}"/></svg>'
        shown = f"{html.escape(number)}{drawn}"
        if not alt:
            return shown
        return f'<span role="img" aria-label="{html.escape(alt)}">{shown}</span>'

    def symbols(self) -> str:
        """Write the icons of the page, to be put anywhere into it."""
        if not self.icons:
            return ""
        drawn = "".join(
            symbol(self.library.icon(n).frame(_TINT), f"icon-{n}", self.library, _TINT)
            for n in sorted(self.icons)
        )
        return f'<svg class="symbols" aria-hidden="true">{drawn}</svg>'


def _words(element: Element) -> str:
    return "".join(child for child in element.children if isinstance(child, str))
