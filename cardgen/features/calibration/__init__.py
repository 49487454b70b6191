"""Measure how the printer at hand prints."""
