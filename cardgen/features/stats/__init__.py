"""The statistics of decks that `cardgen stats` prints."""
