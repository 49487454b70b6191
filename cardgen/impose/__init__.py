"""Imposition: placing finished Frames on sheets of paper, ready to print, cut and fold.

This package turns sizes and Frames, all in millimetres, into Pages. It does arithmetic only and
is independent of games, fonts and files. `cardgen.impose.nup` is the place to start reading.
"""
