"""Pictures of everything a game has, for README and docs: ``python -m tools.gallery``."""
