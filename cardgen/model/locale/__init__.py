"""Translations of a game: its texts in other languages."""
