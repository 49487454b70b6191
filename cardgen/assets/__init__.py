"""Fonts, icons and pictures: found by name, checked once, ready to lay out and to paint."""
