"""Show what differs between two states of a game, and bring a printed copy up to date."""
