"""Games made of decks of other programs: a reader for each, and one writer for what they read.

A reader turns a file into a `ForeignDeck`: cards, and boxes in millimetres. It runs no code of the
deck and guesses nothing: what it does not understand is a `Gap` with its line. `ImportedGame`
writes the files of a game from that, and the list of gaps.
"""
