"""Statistics of decks: what `cardgen stats` prints."""
