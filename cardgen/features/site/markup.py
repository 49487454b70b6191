"""Texts of a game as HTML: the markup that layout sets, with links, terms and icons.

A term links to its entry on the page of terms, and shows its meaning when the pointer or the
keyboard is on it. The name of a card in a rule text links to the card and shows it. Icons are
symbols, written once a page; they take the colour of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape, unescape

from markupsafe import Markup
from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.backend.svg import symbol
from cardgen.core.style import Color
from cardgen.features.site.pictures import WebPicture
from cardgen.model.game import Game
from cardgen.model.richtext import Rich, TermValue

CARDS, TERMS = "cards.html", "terms.html"
_TAG = re.compile(r"(<[^>]*>)")
_ATTRIBUTE = re.compile(r'([a-z]+)="([^"]*)"')
_BOLD = re.compile(r"(<icon [^>]*>&#160;)?<b>([^<]*)</b>")
_PLAIN = frozenset({"b", "i", "li", "ol", "s", "sub", "sup", "u", "ul"})
"""Tags that are the same in HTML."""
_TINT = Color.parse("#010203")
"""The colour that icons are drawn in, to be replaced by the colour of the text."""


class WebText(Struct):
    """Writes the texts of one page, and collects the icons that they show.

    The picture of a card among ``pictures`` is shown beside its name.
    """

    game: Game
    library: Library
    pictures: Mapping[str, WebPicture]
    icons: set[str] = set()

    def html(self, value: Rich | TermValue | str) -> Markup:
        """Write a value; terms that have an explanation become links."""
        if isinstance(value, str):
            return Markup.escape(value)
        if isinstance(value, TermValue):
            return self._write(value.markup(value.text), [value])
        names = (name.removeprefix("term:") for name in sorted(value.cites))
        return self._write(value.markup, filter(None, map(self.game.terms.get, names)))

    def word(self, term: TermValue) -> Markup:
        """Write a term that is no link."""
        return self._write(term.markup(term.text))

    def _write(self, markup: str, terms: Iterable[TermValue] = ()) -> Markup:
        words = {word: term for term in terms for word in (term.text, term.plural)}

        def link_term(match: re.Match[str]) -> str:
            term = words.get(unescape(match[2]))
            return f'<term id="{term.id}">{match[0]}</term>' if term and term.explain else match[0]

        parts, ends, links = list[str](), list[str](), 0
        for part in _TAG.split(_BOLD.sub(link_term, markup)):
            if not _TAG.fullmatch(part):
                parts.append(escape(unescape(part)))
                continue
            if not part.startswith("</"):
                tag = part.strip("</>").partition(" ")[0]
                attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(part)}
                # HTML has no links inside of links.
                begin, end = ("", "") if tag == "term" and links else self._tag(tag, attributes)
                links += end.endswith("</a>")
                parts.append(begin)
                ends.append(end)
            if part.startswith("</") or part.endswith("/>"):
                end = ends.pop()
                links -= end.endswith("</a>")
                parts.append(end)
        return Markup("".join(parts))

    def _tag(self, tag: str, attributes: Mapping[str, str]) -> tuple[str, str]:
        """Return the beginning and the end of an element in HTML."""
        href = escape(attributes.get("href", attributes.get("to", "")))
        match tag:
            case "br":
                return "<br>", ""
            case "p":
                return '<br class="gap">', ""
            case "icon":
                return self._icon(**attributes), ""
            case "term":
                term = self.game.terms[attributes["id"]]
                tip = escape(" ".join(term.explain.plain.split()))
                return f'<a class="term" href="{TERMS}#{term.id}" data-tip="{tip}">', "</a>"
            case "a" if "id" in attributes:
                return f'<span id="{escape(attributes["id"])}">', "</span>"
            case "a" if "href" in attributes:
                return f'<a href="{href}" rel="noopener">', "</a>"
            case "a" if href.startswith(f"{CARDS}#"):
                picture = self.pictures.get(f"{attributes['to'].removeprefix(f'{CARDS}#')}/face")
                return f'<a class="named" href="{href}">', f"{picture.html if picture else ''}</a>"
            case "a":
                return f'<a href="#{href}">', "</a>"
        start = f' start="{escape(attributes["start"])}"' if "start" in attributes else ""
        return (f"<{tag}{start}>", f"</{tag}>") if tag in _PLAIN else ("", "")

    def _icon(self, name: str, alt: str = "", number: str = "", **_: str) -> str:
        self.icons.add(name)
        picture = f'<svg class="icon" aria-hidden="true"><use href="#icon-{escape(name)}"/></svg>'
        if not alt:
            return f"{escape(number)}{picture}"
        return f'<span role="img" aria-label="{escape(alt)}">{escape(number)}{picture}</span>'

    def symbols(self) -> Markup:
        """Write the icons of the page, to be put at its end."""
        symbols = "".join(
            symbol(self.library.icon(name).frame(_TINT), f"icon-{name}", self.library, _TINT)
            for name in sorted(self.icons)
        )
        return Markup(f'<svg class="symbols" aria-hidden="true">{symbols}</svg>' if symbols else "")
