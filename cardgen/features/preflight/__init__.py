"""Checks finished PDFs by our own list of rules: ours, and those of other programs."""
