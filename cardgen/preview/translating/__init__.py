"""Translations of a game on the page: listed, written, and cards drawn in another language."""
