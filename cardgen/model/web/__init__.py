"""Texts and looks of a game for web pages: HTML, colours and fonts."""
