"""The reference pages of the manual, made from the code: ``python -m tools.reference``."""
