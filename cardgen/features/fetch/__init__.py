"""Fetch the tables of a game from where they are published."""
