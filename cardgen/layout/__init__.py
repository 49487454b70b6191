"""Turns elements into Frames: the only stage that decides where things go."""
