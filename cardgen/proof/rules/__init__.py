"""One proof rule a file; each registers itself."""
