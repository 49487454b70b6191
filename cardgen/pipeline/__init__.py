"""The engine: what is wanted, what of it is still current, lay out, make, write."""
