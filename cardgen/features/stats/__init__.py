"""Statistics of decks as words and as charts: what `cardgen stats` prints and draws."""
