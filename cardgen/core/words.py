"""Counts in words."""

from __future__ import annotations


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Write a count with its noun; ``nouns`` is a plural that does not just end in s."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"
