"""Setting text: faces, words, lines, and making them fit."""
