"""A new game whose deck is a table that exists: what its columns are, and a first face for them.

The table is read as decks are. Names, kinds and places on the card are guessed from headers and
values by pure functions; a guess counts only if every cell can be read so.
"""
