"""Whoever does the work of a build: this process, its children, or the workers of a cluster."""
