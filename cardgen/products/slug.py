"""The slug: the line of small type in a margin that says what a page is.

Pages get mixed up on tables and in drawers. The slug names the game, the component and the sheet
for anybody who finds one.
"""

from __future__ import annotations

from cardgen.model.game import Game

SLUG_PT = 5.5
RULER_LABEL = "100 mm: print at 100 %"


def slug_words(*parts: str) -> str:
    """Join the parts of a slug, leaving out those that are empty."""
    return " · ".join(part for part in parts if part)


def version_words(game: Game) -> str:
    """Name the version of a game, if it has one."""
    return f"version {game.version}" if game.version else ""
