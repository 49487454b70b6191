"""Damages the program on purpose, one small change at a time, and asks whether a test notices."""
