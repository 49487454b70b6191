"""A new game to begin with: small, complete, commented, and built at once."""
