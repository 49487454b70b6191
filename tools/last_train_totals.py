"""Plays Last Train by script and prints how often each end is reached, by number of players.

``python -m tools.last_train_totals`` checks the thresholds of the game: all survive in 25 to 60 %
of the games with three to six players. The players of the script are careless and peaceful: they
discard by chance, keep up to two weapons, and play every set that they can. Better players score
more, and battles cost cards and turns. Events are left out, and Skills except those for sets.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_game

_ROOT = Path(__file__).parents[1]
_GAMES, _SEED = 2000, 47
_CLASSES = (1, 2, 3)
Resource = tuple[str, int]
"""The kind of a resource card, and its value."""


class Table:
    """One game; players are numbered from the start player on."""

    def __init__(self, game: Game, players: int, chance: random.Random) -> None:
        self.rules: dict[str, Any] = {name: rule.value for name, rule in game.rules.items()}
        self.chance = chance
        self.classes = [int(n) for n in str(self.rules[f"classes_{players}"]).split()]
        self.hands: list[list[Resource]] = [[] for _ in self.classes]
        self.skills: list[list[str]] = [[] for _ in self.classes]
        self.weapons = [chance.randint(0, 2) for _ in self.classes]
        decks = {deck.id: deck.cards for deck in decks_of(game)}
        self.discards: dict[int, list[Resource]] = {n: [] for n in _CLASSES}
        self.piles: dict[int, list[Resource]] = {
            n: [
                (str(card.fields["kind"]), int(str(card.fields["value"])))
                for card in decks[f"class-{n}"]
                for _ in range(card.copies)
            ]
            for n in _CLASSES
        }
        self.skill_pile = [card.id for card in decks["skills"] for _ in range(card.copies)]
        for pile in self.piles.values():
            chance.shuffle(pile)
        chance.shuffle(self.skill_pile)
        self.points = sum(self.rules[f"end_bonus_{n}"] for n in self.classes)

    def play(self) -> int:
        """Return the Victory Points of all players together."""
        players = range(len(self.classes))
        for player in players:
            self._draw(player, self.rules["start_hand"])
            self._draw_skills(player, self.rules["start_skills"])
        for _ in range(self.rules["rounds"]):
            for player in players:
                self._take_turn(player)
        return int(self.points)

    def _take_turn(self, player: int) -> None:
        hand, limit = self.hands[player], self.rules["hand_limit"]
        is_short = len(hand) < self.rules["short_hand"]
        self._draw(player, limit - len(hand) if is_short else self.rules["turn_draw"])
        self.chance.shuffle(hand)
        for card in [card for card in hand if card[0] == "battle"][: self.weapons[player]]:
            hand.remove(card)
            hand.insert(0, card)
        self.discards[self.classes[player]] += hand[limit:]
        del hand[limit:]
        self._play_set(player)

    def _play_set(self, player: int) -> None:
        hand = self.hands[player]
        sets = [[card for card in hand if card[0] == kind] for kind in ("food", "art")]
        cards = max(sets, key=len)
        if len(cards) < self.rules["set_small"]:
            return
        size = "large" if len(cards) >= self.rules["set_large"] else "small"
        for card in cards[: self.rules[f"set_{size}"]]:
            hand.remove(card)
            self.points += card[1]
        self.points += self.rules[f"stars_{size}_{self.classes[player]}"]
        taste = "last-foodie" if cards[0][0] == "food" else "last-artist"
        if taste in self.skills[player]:
            self.skills[player].remove(taste)
            self.points += self.rules["taste_stars"]
        if cards[0][0] == "art":
            self._draw_skills(player, self.rules["art_skills"])

    def _draw(self, player: int, number: int) -> None:
        n = self.classes[player]
        for _ in range(number):
            if not self.piles[n]:
                self.piles[n], self.discards[n] = self.discards[n], []
                self.chance.shuffle(self.piles[n])
            if self.piles[n]:
                self.hands[player].append(self.piles[n].pop())

    def _draw_skills(self, player: int, number: int) -> None:
        self.skills[player] += self.skill_pile[:number]
        del self.skill_pile[:number]


def totals(game: Game, players: int, games: int = _GAMES) -> list[int]:
    """Return the sums of all Victory Points of many games with this number of players."""
    chance = random.Random(_SEED)
    return [Table(game, players, chance).play() for _ in range(games)]


def main() -> None:
    """Print mean and ends for three to six players."""
    game = load_game(_ROOT, "last-train")
    for players in (3, 4, 5, 6):
        upper = int(str(game.rules[f"survive_{players}"].value))
        lower = int(str(game.rules[f"solo_{players}"].value))
        sums = totals(game, players)
        survived = sum(total > upper for total in sums) / len(sums)
        alone = sum(total < lower for total in sums) / len(sums)
        print(
            f"{players} players: mean {sum(sums) / len(sums):.0f}; all survive (above {upper}) "
            f"{survived:.0%}, only the first is spared (below {lower}) {alone:.0%}"
        )


if __name__ == "__main__":
    main()
