"""Remove what cardgen wrote."""
