"""Backends paint Frames as PDF, SVG or pixels, and make no layout decisions."""
