"""Colours for the words of a choice: apart from each other, dark enough for white type."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.features.scaffold.fromtable.naming import words_of

INK, PAPER, GREY = "#23262d", "#fbf8f0", "#5f5c56"

HUES = {
    "blue": "#1f5f8b",
    "red": "#9c2b31",
    "green": "#2e6b3e",
    "gold": "#85600f",
    "violet": "#633a87",
    "teal": "#1a6a6b",
    "orange": "#a54a17",
    "pink": "#93316c",
    "indigo": "#3c4793",
    "olive": "#5c6420",
    "brown": "#6b4733",
    "slate": "#4b5661",
    "black": "#33343a",
}
"""Each has a contrast of at least 5:1 with white paper; neighbours differ in hue."""

_MEANT = {
    "blue": ("blue", "blau", "bleu", "azul", "blu", "water", "wasser", "eau", "ice", "sky"),
    "red": ("red", "rot", "rouge", "rojo", "rosso", "hearts", "herz", "coeur", "blood", "attack"),
    "green": ("green", "gruen", "vert", "verde", "nature", "natur", "wood", "forest", "poison"),
    "gold": ("gold", "yellow", "gelb", "jaune", "amarillo", "giallo", "treasure", "light", "holy"),
    "violet": ("violet", "purple", "lila", "violett", "magic", "psychic", "arcane", "curse"),
    "teal": ("teal", "turquoise", "tuerkis", "cyan", "air", "luft", "wind"),
    "orange": ("orange", "fire", "feuer", "feu", "fuego", "evocation"),
    "pink": ("pink", "rosa", "rose", "magenta", "enchantment"),
    "brown": ("brown", "braun", "brun", "marron", "earth", "erde", "terre", "stone", "diamonds"),
    "slate": (
        "grey",
        "gray",
        "grau",
        "gris",
        "white",
        "weiss",
        "blanc",
        "blanco",
        "silver",
        "none",
    ),
    "black": ("black", "schwarz", "noir", "negro", "nero", "necromancy", "night", "spades", "pik"),
}


def tints(words: Sequence[str]) -> dict[str, str]:
    """Return a colour for each word: the one that it means, else the next that is free."""
    found: dict[str, str] = {}
    free = dict(HUES)
    for word in words:
        hue = _meant(word)
        if hue in free:
            found[word] = free.pop(hue)
    rest = list(free.values()) or list(HUES.values())
    for number, word in enumerate(one for one in words if one not in found):
        found[word] = rest[number % len(rest)]
    return {word: found[word] for word in words}


def _meant(word: str) -> str:
    parts = words_of(word)
    return next((hue for hue, names in _MEANT.items() if any(p in names for p in parts)), "")
