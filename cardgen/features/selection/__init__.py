"""Some cards of a game on sheets of their own, to be played with tonight."""
