"""Orders at printing services: the products of a service, and the files for an order of a game.

The products of a service are data: a file in ``services/`` with a row for each. No code here is
for one service only. `reading` reads these files, `fitting` chooses a product for each part of a
game, `planning` plans projects, and `artifacts` describes the files.
"""
