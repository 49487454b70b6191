"""Backends paint Frames, as PDF or as pixels, and make no layout decision of their own."""
