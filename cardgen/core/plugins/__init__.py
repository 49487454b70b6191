"""Installed packages that add parts to the program, found by their entry points."""
