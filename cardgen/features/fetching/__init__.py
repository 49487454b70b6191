"""Brings published tables into a project, so that builds need no network."""
