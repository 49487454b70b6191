"""Releases: a folder and a ZIP for each audience, from the files that a build has made."""
