"""Backends paint Frames and take no decision of their own."""
