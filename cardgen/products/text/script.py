"""A whole game as passages: what is in the box, the rules, and the words of every piece.

Cards that say the same are one entry with their number: whoever cannot see what tells their
pictures apart has no use for it twelve times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cardgen.frame.words import texts_of
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component, Game
from cardgen.model.pieces import titled
from cardgen.model.words import Said, card_name, card_words, nice, one_line
from cardgen.products.request import ProductRequest
from cardgen.products.text.plain import Passage
from cardgen.products.text.rules import RuleReader, inventory_line

_SHORT = 32
"""Texts of a board that are no longer than this share a line."""


class CardText(Struct, frozen=True):
    """Cards that say the same: their name, what they say, how many there are."""

    name: str
    said: tuple[Said, ...]
    copies: int


def card_texts(deck: Deck, game: Game) -> list[CardText]:
    """Return what the cards of a deck say, in its order, without those that are kept back."""
    counts: dict[tuple[str, tuple[Said, ...]], int] = {}
    for card in deck.cards:
        if card.copies:
            key = card_name(card), card_words(card, game)
            counts[key] = counts.get(key, 0) + card.copies
    return [CardText(*key, copies) for key, copies in counts.items()]


def script(request: ProductRequest) -> list[Passage]:
    """Return all that a game says."""
    game = request.game
    parts: list[tuple[str, list[Passage]]] = []
    pieces = titled([p for one in game.components.values() for p in one.pieces(game)])
    if pieces:
        box = [Passage("item", inventory_line(one)) for one in pieces]
        parts.append(("In the box", box))
    for kind in (Booklet, Deck, Board, TokenSet, Die):
        for one in game.components.values():
            if isinstance(one, kind):
                parts.append(_part(request, one))
    return [
        *_about(game),
        Passage("heading", "Contents", 1),
        *(Passage("item", title) for title, _ in parts),
        *(one for title, inside in parts for one in (Passage("heading", title, 1), *inside)),
    ]


def _about(game: Game) -> Iterator[Passage]:
    yield Passage("heading", game.title)
    facts = {
        "": game.subtitle,
        "Players": game.players,
        "Time": game.duration,
        "Age": game.age,
        "Version": game.version,
        "Licence": game.license,
    }
    for label, value in facts.items():
        if value:
            yield Passage("text", f"{label}: {one_line(value)}" if label else one_line(value))
    for credit in game.credits:
        yield Passage("text", one_line(credit.plain))


def _part(request: ProductRequest, one: Component) -> tuple[str, list[Passage]]:
    """Return the title of a component and what it says."""
    game = request.game
    use = one_line(one.use.plain)
    passages = [Passage("text", use)] if use else []
    match one:
        case Booklet():
            flow = one.flow(game)
            return one.title, [*RuleReader(flow, 1).passages()]
        case Deck():
            return _deck(one, game)
        case Board():
            seen = [*_painted(texts_of(frame) for frame in request.faces(one))]
            lines = map(one_line, one.alt.plain.split("\n"))
            said = [Passage("text", line) for line in filter(None, lines)]
            return f"Board: {one.title}", [*passages, *(said or seen)]
        case TokenSet():
            passages += [*_tokens(one, use)]
            return f"Tokens: {one.title} ({_counted(one.count, 'token')})", passages
        case Die():
            number, faces = _counted(one.copies, "die", "dice"), request.faces(one)
            told = [(n, "; ".join(texts_of(frame))) for n, frame in enumerate(faces, 1)]
            if all(text for _, text in told) and any(text != str(n) for n, text in told):
                passages += [Passage("item", text, 0, f"{n}.") for n, text in told]
            return f"Dice: {one.title} ({number} with {one.faces} sides)", passages
    raise AssertionError(one)


def _deck(deck: Deck, game: Game) -> tuple[str, list[Passage]]:
    if deck.series is not None:
        total = _counted(deck.series.total(), "card")
        return f"Deck: {deck.title} ({total})", [Passage("text", "Each is printed from a table.")]
    texts = card_texts(deck, game)
    passages = []
    for one in texts:
        many = f" ({_counted(one.copies, 'card')})" if one.copies > 1 else ""
        passages.append(Passage("heading", f"{one.name}{many}", 2))
        for said in one.said:
            if len(said.lines) == 1:
                passages.append(Passage("field", said.text))
                continue
            if said.label:
                passages.append(Passage("field", f"{said.label}:"))
            passages += (Passage("item", line, 0, f"{n}.") for n, line in enumerate(said.lines, 1))
    different = f", {len(texts)} different" if 1 < len(texts) < deck.count else ""
    return f"Deck: {deck.title} ({_counted(deck.count, 'card')}{different})", passages


def _tokens(one: TokenSet, use: str) -> Iterator[Passage]:
    counts: dict[str, int] = {}
    for token in one.tokens:
        name = one_line(token.title.plain) or nice(token.id)
        called = token.called.partition("|")[0]
        named = name if called.casefold() in ("token", name.casefold()) else f"{name}, {called}"
        own = one_line(token.use.plain)
        line = f"{named}. {own}" if own and own != use else named
        counts[line] = counts.get(line, 0) + token.copies
    for line, copies in counts.items():
        if copies:
            yield Passage("item", f"{copies} × {line}" if copies > 1 else line)


def _painted(sides: Iterable[list[str]]) -> Iterator[Passage]:
    """Say what stands on a board: each text once, with its number; short ones share a line."""
    counts: dict[str, int] = {}
    for text in (text for side in sides for text in side):
        counts[text] = counts.get(text, 0) + 1
    short: list[str] = []
    for text, number in counts.items():
        said = f"{text} ({number} times)" if number > 1 else text
        if len(text) <= _SHORT:
            short.append(said)
            continue
        if short:
            yield Passage("text", "; ".join(short))
            short = []
        yield Passage("text", said)
    if short:
        yield Passage("text", "; ".join(short))


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"
