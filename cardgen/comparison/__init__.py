"""Two states of a game and their differences: the printed copy, the last build, a commit, now."""

PRINTED = "printed.json"
"""The file beside a game's data that records what was printed."""
PICTURES = "printed.zip"
"""The file beside it with small pictures of the printed copy."""
