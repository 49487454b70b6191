"""Reads tables and layouts of other programs as decks.

`roles` decides where a card shows each column, `texts` converts texts to markup of cards, `decks`
joins both, and `squib_layout` reads the positions of boxes.
"""
