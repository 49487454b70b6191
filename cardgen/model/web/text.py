"""Texts of a game as HTML, with links, terms and icons.

A term links to its entry on the page of terms, and shows its meaning when the pointer or the
keyboard is on it. The name of a card in a rule text links to the card and shows it. Icons are
symbols, written once a page; they take the colour of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from markupsafe import Markup
from msgspec import Struct

from cardgen.model import richtext
from cardgen.model.cards import Card
from cardgen.model.compound import RecordField
from cardgen.model.fields import FlagField, RichField
from cardgen.model.game import Game
from cardgen.model.record import values_of
from cardgen.model.richtext import Content, Rich, TermValue
from cardgen.model.words import Said, nice, said_of

CARDS, TERMS = "cards.html", "terms.html"
"""The pages that names of cards and terms link to."""


class WebText(Struct):
    """Writes the texts of one page, and collects the icons that they show.

    The picture of a card among ``pictures``, an element of HTML by side, is shown beside its name.
    """

    game: Game
    pictures: Mapping[str, str]
    icons: set[str] = set()

    def html(self, value: Rich | TermValue | str) -> Markup:
        """Write a value; terms that have an explanation become links."""
        if isinstance(value, str):
            return Markup.escape(value)
        content = value.content if isinstance(value, Rich) else (value.as_node(value.text),)
        return Markup(self._content(content))

    def card(self, card: Card) -> tuple[list[Said], list[Said]]:
        """Return the facts and the texts of a card, with their lines as HTML.

        Facts are short, and visitors can filter cards by them; texts may be long.
        """

        def write(value: Rich | TermValue | str) -> str:
            term = self.game.terms.get(value) if isinstance(value, str) else None
            return self.html(term or value).replace("\n", " ")

        facts: list[Said] = []
        texts: list[Said] = []
        for name, field in self.game.card_types[card.type].fields.items():
            is_long = isinstance(getattr(field, "of", field), RichField | RecordField)
            for words in said_of(values_of(card.fields), {name: field}, self.game, write):
                entry = Said(words.label, tuple(map(Markup, words.lines)))
                if isinstance(field, FlagField):
                    facts.append(Said(nice(name), ("yes",)))
                else:
                    (texts if is_long or not words.label else facts).append(entry)
        return facts, texts

    def word(self, term: TermValue) -> Markup:
        """Write a term that is no link."""
        return Markup(self._content((term.as_node(term.text),), linked=True))

    def _content(self, content: Content, linked: bool = False) -> str:
        """Write content; inside of a link, which is ``linked``, HTML has no other links."""
        return "".join(self._part(part, linked) for part in content)

    def _part(self, part: richtext.Part, linked: bool) -> str:
        match part:
            case str():
                return escape(part)
            case richtext.Break():
                return {"p": '<br class="gap">', "wbr": "\u200b"}.get(part.tag, "<br>")
            case richtext.Icon():
                return self._icon(part)
            case richtext.Term():
                words = self._content(part.content)
                term = self.game.terms[part.source.removeprefix("term:")]
                if linked or not term.explain:
                    return words
                tip = escape(" ".join(term.explain.plain.split()))
                return f'<a class="term" href="{TERMS}#{term.id}" data-tip="{tip}">{words}</a>'
            case richtext.Link():
                words = self._content(part.content, linked=True)
                return self._link(words, part.to, escape(part.href or part.to or ""))
            case richtext.Target():
                return f'<span id="{escape(part.id)}">{self._content(part.content, linked)}</span>'
            case richtext.Emphasis() | richtext.Item() | richtext.List():
                start = getattr(part, "start", None)
                tag = part.tag if start is None else f'{part.tag} start="{start}"'
                return f"<{tag}>{self._content(part.content, linked)}</{part.tag}>"
            case richtext.Span() | richtext.Mention():
                return self._content(part.content, linked)
        return ""

    def _link(self, words: str, to: str | None, href: str) -> str:
        if to is None:
            return f'<a href="{href}" rel="noopener">{words}</a>'
        if to.startswith(f"{CARDS}#"):
            picture = self.pictures.get(f"{to.removeprefix(f'{CARDS}#')}/face", "")
            return f'<a class="named" href="{href}">{words}{picture}</a>'
        return f'<a href="#{href}">{words}</a>'

    def _icon(self, icon: richtext.Icon) -> str:
        self.icons.add(icon.name)
        name, number = escape(icon.name), escape(icon.number or "")
        picture = f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}"/></svg>'
        if not icon.alt:
            return f"{number}{picture}"
        return f'<span role="img" aria-label="{escape(icon.alt)}">{number}{picture}</span>'
