"""What differs between two states of a game, and how to bring a printed copy up to date."""

PRINTED = "printed.json"
"""The file beside a game's data that records what was printed."""
PICTURES = "printed.zip"
"""The file beside it with small pictures of that."""
