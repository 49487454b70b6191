"""The order lists that services and their tools read in addition to pictures: one module each.

A module registers its function under a name for ``lists`` in the file of a service.
"""
