"""Sheets for cutting machines: layouts, marks, and the paths that are cut and creased."""
