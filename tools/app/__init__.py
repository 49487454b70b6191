"""Builds cardgen as an app that needs no Python."""
