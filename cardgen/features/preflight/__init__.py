"""Checks the press files that cardgen wrote, by the Frames that they show."""
