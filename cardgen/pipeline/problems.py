"""The wording of everything that can go wrong with files that cardgen writes."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


@problem("CG790")
def cannot_write(path: str, reason: str, elsewhere: bool = True) -> Wording:
    """A result cannot be written.

    The folder may be read-only, the disk full, or the file open in a program that locks
    it. Whatever stood there before is untouched. Mend the cause, or write elsewhere::

        cardgen build --output /somewhere/else
    """
    other = ", or write elsewhere with `--output DIR`" if elsewhere else ""
    return Wording(f"cannot write `{path}`: {reason}", hints=(f"mend the cause{other}",))


@problem("CG794")
def through_link(path: str) -> Wording:
    """A folder in which cardgen writes is a link to some other place.

    ``output/`` itself may be a link; the folders in it may not. Otherwise a game from a
    stranger could make a build write, or remove, files anywhere. Remove the link; the next
    build makes a folder in its place.
    """
    return Wording(
        f"`{path}` leads through a link out of the output folder",
        hints=("remove the link and build again",),
    )
