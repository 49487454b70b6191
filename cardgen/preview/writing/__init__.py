"""Writes rule texts and templates on the page, beside what they show."""
