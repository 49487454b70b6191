"""Changes values and cards in a text file and leaves every other byte as its author wrote it."""
