"""The words that cardgen itself prints, in English: on sheets and in booklets.

A translation of a game has them under the context ``cardgen``. `cardgen.model.game.Game.say` says
them in the language of the game that was read.
"""

from __future__ import annotations

PRINTED = (
    "page",
    "pages",
    "page {number}",
    "Cover",
    "Back",
    "{title}, version {version}.",
    "version {version}",
    "sheet {number} of {total}",
    "front",
    "back",
    "light ink",
    "grey ink",
    "outlines",
    "tile {label} of {total}",
    "cut the seams, join, then cut the edge",
    "glue the neighbour onto the {overlap} mm beyond a dashed mark",
    "cut the line, fold the dashes",
    "pages at {percent} %",
    "card|cards",
    "board|boards",
    "token|tokens",
    "standee|standees",
    "die|dice",
    "box|boxes",
    "booklet|booklets",
    "100 mm: print at 100 %",
)
