"""The finished sides of a game as things on a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import TypeVar, cast

from msgspec import Struct

from cardgen.frame import Frame
from cardgen.impose.tokens import Form
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import FACES as LID_FACES
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import Token, TokenSet
from cardgen.model.game import Component, Game
from tools.gallery import things
from tools.gallery.flatlay import Belongings
from tools.gallery.things import Thing

HAND, PILES, BOXES, STANDING, FLAT = 5, 4, 2, 6, 6
"""How many of each kind a table has room for."""
SMALLEST_PILE = 5
"""Cards: fewer do not make a pile."""
_SPREADS = 3

Kind = TypeVar("Kind", bound=Component)


class GameSides(Struct, frozen=True):
    """A game and its sides by id."""

    game: Game
    sides: Mapping[str, Frame]

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Return the components of a kind, in the order of ``game.yaml``."""
        return [one for one in self.game.components.values() if isinstance(one, kind)]

    def belongings(self) -> Belongings:
        """Choose the things for the table; none if `showcase` in game.yaml is empty."""
        if "showcase" in self.game.key_locations and not self.game.showcase:
            return Belongings()
        boards = [self.board(one) for one in self.all(Board)]
        booklets = [pages[0] for one in self.all(Booklet) if (pages := self.pages(one))]
        dice = [self.die(one) for one in self.all(Die)]
        tokens = [
            (one, self.token(each, one)) for each in self.all(TokenSet) for one in each.tokens
        ]
        standing = [thing for one, thing in tokens if one.shape == "standee"]
        flat = [thing for one, thing in tokens if one.shape != "standee"]
        return Belongings(
            board=things.board(boards[0]) if boards else None,
            hand=tuple(things.card(face) for face in self._hand()[:HAND]),
            piles=tuple(self._piles()[:PILES]),
            booklet=things.booklet(booklets[0]) if booklets else None,
            boxes=tuple(self._box(one) for one in self.all(TuckBox)[:BOXES]),
            small=(*standing[:STANDING], *dice, *flat[:FLAT]),
        )

    def first_card(self) -> tuple[str, str] | None:
        """Return the ids of deck and card of the first card that is shown, if there are cards."""
        decks = {deck.id: deck for deck in decks_of(self.game) if not deck.sheets and deck.cards}
        named = [name.partition("/") for name in self.game.showcase if "/" in name]
        own = [(deck, card) for deck, _, card in named if deck in decks]
        own += [(id, deck.cards[0].id) for id, deck in decks.items()]
        return next(iter(own), None)

    def _hand(self) -> list[Frame]:
        """Return the cards that the game names for show; by default some of each deck."""
        named = [self.sides[f"{name}/face"] for name in self.game.showcase if "/" in name]
        decks = [
            [self.sides[f"{d.id}/{card.id}/face"] for card in d.cards] for d in decks_of(self.game)
        ]
        dealt = [face for round in zip_longest(*decks) for face in round if face is not None]
        return _different(named or dealt)

    def _piles(self) -> list[Thing]:
        """Return a pile for each back, the highest first."""
        counts: dict[Frame, int] = {}
        for deck in decks_of(self.game):
            back = self.sides.get(f"{deck.id}/back")
            if back is not None:
                counts[back] = counts.get(back, 0) + deck.count
        found = sorted(counts.items(), key=lambda one: -one[1])
        return [things.pile(back, count) for back, count in found if count >= SMALLEST_PILE]

    def _box(self, box: TuckBox) -> Thing:
        return things.box(
            {n: self.sides[f"{box.id}/{n}/face"] for n in ("front", "left", "bottom")}
        )

    def boxes(self) -> list[Thing]:
        """Return all boxes, closed, the largest first."""
        closed = [self._box(one) for one in self.all(TuckBox)]
        for one in self.all(GameBox):
            faces = {name: self.sides[f"{one.id}/{name}/face"] for name in LID_FACES}
            closed.append(things.lidded(faces, one.lid(self.game)))
        return sorted(closed, key=lambda one: -one.size.height)

    def die(self, die: Die) -> Thing:
        """Return a die with its highest number on top."""
        faces = {value: self.sides[f"{die.id}/{value}/face"] for value in range(1, die.faces + 1)}
        if die.faces == 20:
            return things.icosahedron(faces)
        return things.cube(faces[6], faces[5], faces[4])

    def token(self, tokens: TokenSet, token: Token, side: str = "face") -> Thing:
        """Return a token or a standee, from its face or its back."""
        return things.token(self.sides[f"{tokens.id}/{token.id}/{side}"], cast(Form, token.shape))

    def board(self, board: Board) -> Frame:
        """Return the side of a board."""
        return self.sides[f"{board.id}/face"]

    def deck(self, deck: Deck) -> list[Frame]:
        """Return the faces, then each different back once."""
        cards = deck.sides(self.game)
        backs = [self.sides[card.back.id] for card in cards if card.back is not None]
        return [*(self.sides[card.face.id] for card in cards), *_different(backs)]

    def tokens(self, tokens: TokenSet) -> list[list[Frame]]:
        """Return the tokens, and the backs that do not look like their faces."""
        backed = [one for one in tokens.tokens if one.back]
        faces = {self.sides[f"{tokens.id}/{one.id}/face"] for one in tokens.tokens}
        other = [one for one in backed if self.sides[f"{tokens.id}/{one.id}/back"] not in faces]
        return [
            [self.token(tokens, one).picture for one in tokens.tokens],
            _different(self.token(tokens, one, "back").picture for one in other),
        ]

    def faces(self, die: Die) -> list[Frame]:
        """Return the cut faces of a die, from 1 upwards."""
        values = range(1, die.faces + 1)
        sides = (self.sides[f"{die.id}/{value}/face"] for value in values)
        return [things.face(side, die.faces).picture for side in sides]

    def booklet(self, booklet: Booklet) -> list[list[Frame]]:
        """Return cover, first spread and back, then a few more spreads."""
        pages = self.pages(booklet)
        pairs = list(zip(pages[1:-1:2], pages[2:-1:2], strict=False))
        few = min(len(pairs), _SPREADS)
        chosen = [pairs[len(pairs) * number // few] for number in range(few)]
        spreads = [things.spread(*pair).picture for pair in chosen]
        cover, *back = [things.leaf(page).picture for page in (pages[0], *pages[1:][-1:])]
        return [[cover, *spreads[:1], *back], spreads[1:]]

    def pages(self, booklet: Booklet) -> list[Frame]:
        """Return the pages of a booklet."""
        return [side for id, side in self.sides.items() if id.startswith(f"{booklet.id}/page-")]


def _different(frames: Iterable[Frame]) -> list[Frame]:
    return list(dict.fromkeys(frames))
