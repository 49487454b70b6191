"""Finding anything in all games: an index that follows the edits, and answers in rank order."""
