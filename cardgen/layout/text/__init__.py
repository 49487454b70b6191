"""Typesetting: faces, words, lines, paragraphs, and fitting text into boxes."""
