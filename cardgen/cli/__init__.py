"""The command line: every module here that defines ``command`` is the command of its name.

A command parses its options, calls one function of `cardgen.pipeline` or of a feature, and prints
what it returns. It imports everything but click when it runs, so that help appears at once.
"""
