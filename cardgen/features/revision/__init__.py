"""What differs between two states of a game, and how to bring a printed copy up to date."""
