"""Descriptions of games, sides and findings for the page."""
