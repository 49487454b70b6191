"""Feeling the game: its table as it is set up, and the cards of a hand."""
