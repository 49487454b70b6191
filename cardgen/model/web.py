"""Texts and looks of a game for web pages: HTML with links, terms and icons, colours and fonts.

A term links to its entry on the page of terms, and shows its meaning under the pointer or the
keyboard focus. The name of a card in a rule text links to the card and shows it. Icons are SVG
symbols, once on each page; they have the colour of the text.

In a rulebook, page numbers are the numbers of the printed booklet, with links to sections. The web
page has no columns and no page breaks.

Colours and typefaces come from the first rule text of a game. The style sheet makes the neutral
colours from the hue of the text, with fixed lightness. The accent of the rules can be any colour,
so it is mixed with black or white until it is readable.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise

from markupsafe import Markup
from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.style import Color, TextStyle, contrast
from cardgen.model import richtext
from cardgen.model.cards import Card
from cardgen.model.compound import RecordField
from cardgen.model.document import Contents, Heading, Index, block_texts, flat, in_one_column
from cardgen.model.fields import FlagField, RichField
from cardgen.model.flowing import ROLES, FlowSpec
from cardgen.model.game import Game
from cardgen.model.record import values_of
from cardgen.model.richtext import (
    Content,
    Fact,
    Link,
    Rich,
    Target,
    TermValue,
    fill_facts,
    join,
    nodes_in,
)
from cardgen.model.words import LabelledText, labelled_texts, nice, spoken_text

CARDS, TERMS = "cards.html", "terms.html"
"""The pages that names of cards and terms link to."""
LEAST = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
LIGHT, DARK = Color.parse("#ececec"), Color.parse("#2a2a2a")
"""The darkest ground of the light style sheet, and the lightest ground of the dark one."""
_BLACK, _WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)
_INK, _ACCENT = Color.parse("#20262b"), Color.parse("#2f5d62")
_STEPS = 50
_GREY = 0.04
"""The largest difference between components of a colour that counts as grey."""
_ROLES = {"head": "chapter", "body": "text"}
"""The roles of a rule text for the styles of web pages, by the names in the style sheet."""

WebFont = tuple[str, str, str, str]
"""The name, style and weight of a font in the style sheet, and the path of its file."""
_WORD = re.compile(r"[\w-]+")


class WebText(Struct):
    """Writes the texts of one page as HTML, and collects their icons.

    ``pictures`` has HTML elements by side; they are shown next to the names of cards.
    """

    game: Game
    pictures: Mapping[str, str]
    icons: set[str] = set()

    def html(self, value: Rich | TermValue | str) -> Markup:
        """Return a value as HTML; terms with an explanation become links."""
        if isinstance(value, str):
            return Markup.escape(value)
        content = value.content if isinstance(value, Rich) else (value.as_node(value.text),)
        return Markup(self._content(content))

    def card(self, card: Card) -> tuple[list[LabelledText], list[LabelledText]]:
        """Return the facts and the texts of a card, with their lines as HTML.

        Facts are short, and visitors can filter cards by them; texts may be long.
        """

        def write(value: Rich | TermValue | str) -> str:
            term = self.game.terms.get(value) if isinstance(value, str) else None
            return self.html(term or value).replace("\n", " ")

        facts: list[LabelledText] = []
        texts: list[LabelledText] = []
        for name, field in self.game.card_types[card.type].fields.items():
            is_long = isinstance(getattr(field, "of", field), RichField | RecordField)
            for words in labelled_texts(values_of(card.fields), {name: field}, self.game, write):
                entry = LabelledText(words.label, tuple(map(Markup, words.lines)))
                if isinstance(field, FlagField):
                    facts.append(LabelledText(nice(name), ("yes",)))
                else:
                    (texts if is_long or not words.label else facts).append(entry)
        return facts, texts

    def word(self, term: TermValue) -> Markup:
        """Return a term as HTML without a link."""
        return Markup(self._content((term.as_node(term.text),), linked=True))

    def _content(self, content: Content, linked: bool = False) -> str:
        """Return content as HTML; ``linked`` content is in a link, so it has no other links."""
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

    def _link(self, words: str, target: str | None, href: str) -> str:
        if target is None:
            return f'<a href="{href}" rel="noopener">{words}</a>'
        if target.startswith(f"{CARDS}#"):
            picture = self.pictures.get(f"{target.removeprefix(f'{CARDS}#')}/face", "")
            return f'<a class="named" href="{href}">{words}{picture}</a>'
        return f'<a href="#{href}">{words}</a>'

    def _icon(self, icon: richtext.Icon) -> str:
        self.icons.add(icon.name)
        name, number = escape(icon.name), escape(icon.number or "")
        picture = f'<svg class="icon" aria-hidden="true"><use href="#icon-{name}"/></svg>'
        if not icon.alt:
            return f"{number}{picture}"
        return f'<span role="img" aria-label="{escape(icon.alt)}">{number}{picture}</span>'


def colors(ink: Color = _INK, accent: Color = _ACCENT) -> dict[str, str]:
    """Return the base colours of the style sheet by name."""
    parts = (ink.red, ink.green, ink.blue)
    return {
        "tint": (ink if max(parts) - min(parts) > _GREY else accent).hex,
        "on-light": _mix(accent, _BLACK, LIGHT).hex,
        "on-dark": _mix(accent, _WHITE, DARK).hex,
        "button": accent.hex,
        "on-button": max(_BLACK, _WHITE, key=lambda color: contrast(color, accent)).hex,
    }


def _mix(color: Color, end: Color, ground: Color) -> Color:
    """Mix a colour with black or white (``end``) until it is readable on a ground."""
    mixes = (end.with_alpha(step / _STEPS).over(color) for step in range(_STEPS + 1))
    return next(mix for mix in mixes if contrast(Color.parse(mix.hex), ground) >= LEAST)


class WebLooks(Struct, frozen=True):
    """The colours of web pages by name in the style sheet, and the styles of their text.

    ``styles`` has the styles of headings and of running text, if the game has them.
    """

    colors: Mapping[str, str]
    styles: Mapping[str, TextStyle] = {}

    def fonts(
        self, pages: Iterable[bytes], library: Library
    ) -> tuple[list[WebFont], dict[str, bytes]]:
        """Return the fonts for these pages, and their files with only the needed letters."""
        letters = "".join(sorted(set().union(*(page.decode() for page in pages))))
        fonts, files = [], {}
        for name, style in self.styles.items():
            faces = [("normal", "400" if name == "body" and style.bold else "400 700", style.font)]
            if name == "body":
                faces += [("normal", "700", style.bold), ("italic", "400", style.italic)]
            for slant, weight, key in faces:
                if key:
                    path = f"fonts/{key.replace('/', '-')}.ttf"
                    files[path] = library.font(key).subset_to_type(letters)
                    fonts.append((name, slant, weight, path))
        return fonts, files


def looks_of(game: Game | None = None, text: FlowSpec | None = None) -> WebLooks:
    """Return the looks of a game's web pages, from its rule ``text`` if it has one.

    Without a game, return the default looks.
    """
    if game is None:
        return WebLooks(colors())
    theme = text.theme if text else game.theme  # the text's theme has styles for its page size
    styles: dict[str, TextStyle] = {}
    for name, role in _ROLES.items():
        for style in (text.styles[role],) if text else ROLES[role]:
            if style in theme.styles:
                styles.setdefault(name, theme.styles[style])
    body = styles.get("body")
    ink = game.theme.color(body.color).with_alpha(1.0) if body else _INK
    accent = game.theme.color(text.paints["accent"]).over(_WHITE) if text else _ACCENT
    return WebLooks(colors(ink, accent), styles)


class Rulebook:
    """Writes the texts of one rulebook as HTML.

    ``pages`` has the page of each anchor in the booklet, ``titles`` the titles of all decks and
    cards on the site. ``headings`` has two levels, without the heading of the contents.
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
        """The number of uses of each word of the index so far."""

    def text(self, text: Rich) -> Markup:
        """Return a text as HTML with the values of its facts."""
        return self._web.html(Rich(fill_facts(text.content, self._fact)))

    def plain(self, text: Rich) -> str:
        """Return a text without markup and without references to notes."""

        def fact(fact: Fact) -> Content:
            return () if fact.kind in ("assumption", "index") else self._fact(fact)

        return spoken_text(Rich(fill_facts(text.content, fact)), ornaments=True)

    def index(self, index: Index) -> list[tuple[str, list[str]]]:
        """Return the words of an index that occur in the text, with the ids of their uses."""
        texts = (text for block in flat(self.blocks, lists=True) for text in block_texts(block))
        counts = Counter(fact for text in texts for fact in nodes_in(text, Fact))
        return [
            (word, [_place(word, number) for number in range(1, count + 1)])
            for word, _ in index.entries
            if (count := counts[Fact("index", word)])
        ]

    def _fact(self, fact: Fact) -> Content:
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
