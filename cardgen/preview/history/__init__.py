"""Earlier states of a game: before the last saves, as printed, or at a commit."""
