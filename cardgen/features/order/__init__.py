"""Orders at printing services: the exact files that a service takes, from the same Frames.

What a service asks for is data: a file in ``services/``, with a row for each product. No module
here knows a service by its name.
"""
