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
    "cut",
    "fold",
    "glue",
    "foot",
    "glue feet here",
    "lid, panel",
    "lid, long wall",
    "lid, short wall",
    "lid, wrap",
    "base, panel",
    "base, long wall",
    "base, short wall",
    "base, wrap",
    "2 Glue the walls onto the panels, the short between the long. Cut notches into the board.",
    "3 Glue the panel onto the middle of its sheet.",
    "3 Glue each panel onto its board, and its hems down the walls.",
    "4 Long walls: edge at the panel’s edge, ends round the corners, then over the rim and in.",
    "5 Short walls the same way, over the ends of the long ones.",
    "card|cards",
    "board|boards",
    "token|tokens",
    "standee|standees",
    "die|dice",
    "box|boxes",
    "booklet|booklets",
    "100 mm: print at 100 %",
)
