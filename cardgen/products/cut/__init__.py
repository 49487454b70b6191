"""The product ``cut``: sheets for cutting machines, and the paths that they cut and crease.

A deck is laid out between the marks of its machine. Tokens, dice and boxes are what the products
``tokens`` and ``boxes`` print, on a paper as large as the room between the marks; the lines to cut
and to fold are taken off the pages and become paths.

For a Silhouette there is a PDF to print, one page to try the cut on without ink, and paths as DXF
and SVG: one file for all sheets of a deck, one for each sheet of anything else. For a Cricut there
is a transparent picture for each sheet, with the paths as SVG.

`product` says for what there are files, `job` what the files of one component on one paper have in
common. `decks` and `pieces` describe them.
"""

from cardgen.products.cut import product as _product  # registers itself

__all__ = ["_product"]
