"""Makes the files of a game from an existing table."""
