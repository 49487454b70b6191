"""Orders at printing services: what a service takes, and how the parts of a game become that.

The products of a service are data: a file in ``services/`` with a row for each. No module here
knows a service by its name. `reading` reads these files, `fitting` chooses a product for each part
of a game, `planning` plans projects, and `artifacts` describes the files.
"""
