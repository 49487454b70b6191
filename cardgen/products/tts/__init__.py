"""Tabletop Simulator: deck images, saved objects, and one table save with the game set up to play.

Read `product` for what is written, `decks` and `pieces` for what each thing becomes, `objects` for
the format of the game's files, `tabletop` for the whole table, and `script` for its buttons.
"""

from cardgen.products.tts import product as _product  # registers itself

__all__ = ["_product"]
