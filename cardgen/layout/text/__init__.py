"""Setting text: faces, words, lines, the flow of paragraphs, and making them fit."""
