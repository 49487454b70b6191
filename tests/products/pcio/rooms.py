"""A room of playingcards.io as one who plays in it: what lies where, and what its buttons do."""

import json
import random
from collections import Counter
from typing import Any

Widget = dict[str, Any]
WIDE, HIGH = 1600, 1000


class PlayedRoom:
    """Knows only what the file says, by the names of schema 8."""

    def __init__(self, widgets, seed=0):
        self.widgets = json.loads(json.dumps(widgets))
        self.by_id = {one["id"]: one for one in self.widgets}
        self._random = random.Random(seed)
        self.piles = {}
        for card in sorted(self.of("card"), key=lambda one: one["z"]):
            self.piles.setdefault(card["parent"], []).append(card)

    def of(self, kind):
        return [one for one in self.widgets if one["type"] == kind]

    def labels(self):
        return [one["label"] for one in self.of("automationButton")]

    def press(self, label):
        [button] = [one for one in self.of("automationButton") if one["label"] == label]
        for step in button["clickRoutine"]["steps"]:
            [branch] = step["branches"]
            arguments = {name: one["value"] for name, one in branch["args"].items()}
            assert {one["type"] for one in branch["args"].values()} == {"literal"}
            getattr(self, f"_{branch['func'].lower()}")(**arguments)

    def _move_cards_between_holders(self, **given):
        [source], [target] = given["from"], given["to"]
        assert self.by_id[target]["type"] in ("holder", "seat")
        assert len(self.piles.get(source, [])) >= given["quantity"] > 0, (source, given)
        for _ in range(given["quantity"]):
            card = self.piles[source].pop()
            if given["moveFlip"] != "none":
                card["faceup"] = given["moveFlip"] == "faceUp"
            self.piles.setdefault(target, []).append(card)

    def _shuffle_cards(self, holders):
        for one in holders:
            self._random.shuffle(self.piles[one])

    def _flip_cards(self, **given):
        assert (given["flipMode"], given["reverse"]) == ("pile", "none")
        for card in self.piles[given["holders"][0]]:
            card["faceup"] = given["flipFace"] == "faceUp"

    def _recall_cards(self, **given):
        assert (given["includeHands"], given["includeHolders"]) == ("hands", "holders")
        for pile in self.piles.values():
            for card in [one for one in pile if one["deck"] in given["decks"]]:
                pile.remove(card)
                card["faceup"] = given["flip"] == "faceUp"
                self.piles.setdefault(self.by_id[card["deck"]]["parent"], []).append(card)

    def held(self, holder):
        """How many cards of each collection's name lie on a holder or are in a hand."""
        return Counter(
            self.by_id[card["deck"]]["collectionName"] for card in self.piles.get(holder, [])
        )

    def cards(self):
        return Counter(
            (self.by_id[card["deck"]]["collectionName"], card["cardType"])
            for pile in self.piles.values()
            for card in pile
        )
