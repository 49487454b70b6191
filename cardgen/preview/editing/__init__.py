"""Changes values of a game from the page: in its files, checked before, with a way back."""
