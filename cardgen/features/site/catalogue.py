"""The words of a card as HTML, as its type declares them."""

from __future__ import annotations

from markupsafe import Markup

from cardgen.features.site.markup import WebText
from cardgen.model.cards import Card
from cardgen.model.compound import RecordField
from cardgen.model.fields import FlagField, RichField
from cardgen.model.game import Game
from cardgen.model.record import values_of
from cardgen.model.richtext import Rich, TermValue
from cardgen.model.words import Said, nice, said_of


def card_words(game: Game, web: WebText, card: Card) -> tuple[list[Said], list[Said]]:
    """Return the facts and the texts of a card, with their lines as HTML.

    Facts are short, and visitors can filter cards by them; texts may be long.
    """

    def write(value: Rich | TermValue | str) -> str:
        term = game.terms.get(value) if isinstance(value, str) else None
        return web.html(term or value).replace("\n", " ")

    facts: list[Said] = []
    texts: list[Said] = []
    for name, field in game.card_types[card.type].fields.items():
        is_long = isinstance(getattr(field, "of", field), RichField | RecordField)
        for words in said_of(values_of(card.fields), {name: field}, game, write):
            entry = Said(words.label, tuple(map(Markup, words.lines)))
            if isinstance(field, FlagField):
                facts.append(Said(nice(name), ("yes",)))
            else:
                (texts if is_long or not words.label else facts).append(entry)
    return facts, texts
