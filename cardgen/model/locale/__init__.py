"""Translations of a game: its texts in another language, asked for where values are read."""
