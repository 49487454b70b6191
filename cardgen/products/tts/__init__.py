"""Tabletop Simulator: deck images, saved objects, and a table with the game set up to play.

`product` says what is written, `decks` and `pieces` what each component becomes, and `objects` how
the game's files look. `setup` decides where everything goes, `tabletop` makes the save of the
whole table, and `script` its buttons. In this package "the game" often means Tabletop Simulator
itself. Its formats are described in its knowledge base (kb.tabletopsimulator.com, "Save File
Format" and "Custom Deck") and its scripting API (api.tabletopsimulator.com); what these leave open
was read from files that the game wrote.
"""

from cardgen.products.tts import product as _product  # registers itself

__all__ = ["_product"]
