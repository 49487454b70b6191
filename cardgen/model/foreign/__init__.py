"""Tables and layouts of other programs, understood as decks.

`roles` decides where a card has each column, `texts` makes texts markup of cards, `decks` joins
both, and `squib_layout` reads the places of boxes.
"""
