"""Write the decks of a game as files that other programs read."""
