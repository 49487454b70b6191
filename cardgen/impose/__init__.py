"""Imposition: places finished Frames on paper so that they meet after printing and cutting.

Takes sizes and Frames in millimetres, gives Pages. It is arithmetic only: it knows no
game, no font and no file. Start reading with `cardgen.impose.nup`.
"""
