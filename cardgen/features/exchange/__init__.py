"""Writes decks as files that other programs read, and that are decks again."""
