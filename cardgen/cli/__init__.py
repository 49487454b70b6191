"""The command line: every module here that defines ``command`` is the command of its name.

A command parses its options, calls one function of `cardgen.pipeline` or of a feature, and prints
the result. Most modules import only click at the top, so that help appears at once.
"""
