"""Lays out texts over pages: blocks become strips, strips fill pages, pages become Frames."""
