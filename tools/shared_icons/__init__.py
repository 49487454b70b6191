"""Draws the icons that every game may use: ``python -m tools.shared_icons``."""
