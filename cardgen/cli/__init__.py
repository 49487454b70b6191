"""The command line: a module here that defines ``command`` is the command of its name.

Commands parse their options, call one function of `cardgen.build` and print what it
returns. Everything beyond click is imported inside the command, so that help is instant.
"""
