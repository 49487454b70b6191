"""Every diagnostic has one place for its wording and one for its explanation.

A stage keeps a module ``problems.py``. Each function there takes the values that
matter, returns the message, and explains itself in its docstring, which is what
``cardgen explain CODE`` prints::

    @problem("CG105", hint="put what cards share under `defaults:` of the deck")
    def merge_key() -> str:
        '''The YAML 1.1 merge key ``<<`` is not supported. ...'''
        return "the merge key `<<` is not supported"

    raise SourceError(problems.merge_key(at))

The decorator adds the code, the severity, what is always the same and, as first argument, the
location. A function with more to say than a message returns a `Wording`.

The module also has the diagnostics of any file before it is read (CG12x).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.paths import printable

P = ParamSpec("P")

HERE = ""
"""The subject of findings that only their place tells apart."""


class Wording(Struct, frozen=True):
    """The words of one finding: lower case, no full stop, user's text in backticks.

    ``subject`` is given where the message says more than what tells one problem from another,
    such as the words on a card; it is `HERE` where the place tells.
    """

    message: str
    notes: str | tuple[str, ...] = ()
    hints: str | tuple[str, ...] = ()
    rank: float = 0.0
    subject: str | None = None


class Problem(Struct, frozen=True):
    """What ``cardgen explain`` knows of a code; ``words`` is the function that words it."""

    code: str
    name: str
    severity: Severity
    explanation: str
    words: Callable[..., Wording]


PROBLEMS: dict[str, Problem] = {}


def problem(
    code: str,
    severity: Severity = Severity.ERROR,
    *,
    hint: str = "",
    subject: str | None = None,
) -> Callable[[Callable[P, Wording | str]], Callable[Concatenate[Location | None, P], Diagnostic]]:
    """Register a wording function under a code, with the hint and subject of a bare message."""

    def register(
        words: Callable[P, Wording | str],
    ) -> Callable[Concatenate[Location | None, P], Diagnostic]:
        if code in PROBLEMS:
            raise ValueError(f"diagnostic code {code} is used twice")
        explanation = inspect.getdoc(words)
        if not explanation:
            raise ValueError(f"diagnostic {code} explains nothing")

        @wraps(words)
        def wording(*args: P.args, **kwargs: P.kwargs) -> Wording:
            made = words(*args, **kwargs)
            return Wording(made, hints=hint, subject=subject) if isinstance(made, str) else made

        name = words.__name__.replace("_", " ")
        PROBLEMS[code] = Problem(code, name, severity, explanation, wording)

        def make(at: Location | None, /, *args: P.args, **kwargs: P.kwargs) -> Diagnostic:
            w = wording(*args, **kwargs)
            notes, hints = _lines(w.notes), _lines(w.hints)
            return Diagnostic(severity, code, w.message, at, notes, hints, w.rank, w.subject)

        make.__name__ = words.__name__
        make.__doc__ = explanation
        return make

    return register


def _lines(words: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return lines as a tuple, also if there is one alone, or an empty one."""
    if isinstance(words, str):
        return (words,) if words else ()
    return words


@problem("CG120")
def file_missing(what: str, path: str, hints: tuple[str, ...] = ()) -> Wording:
    """A file that the project needs or names does not exist.

    The location is where the file is named; for a file with a fixed name, such as ``game.yaml``, it
    is the file.
    """
    return Wording(
        f"{what} is missing: there is no `{path}`",
        hints=hints or ("make the file, or mend the path that names it",),
    )


@problem("CG121", hint="a folder may carry the file's name: rename one")
def not_a_file(what: str) -> str:
    """There is a folder, a device or a pipe where a file should be."""
    return f"{what} is not a file"


@problem("CG122", hint="is this the right file? large decks can be split in several files")
def too_large(what: str, size: int, limit: int) -> str:
    """The file is larger than any sensible file of its kind.

    The limit protects the memory. Split an honestly large deck into several. A picture for a card
    needs about 750 x 1050 pixels (300 dpi).
    """
    return f"{what} is {size / 1e6:.1f} MB large (the limit is {limit / 1e6:g} MB)"


@problem("CG126", hint="check the file's permissions")
def unreadable(what: str, reason: str) -> str:
    """The operating system refuses to read the file, by its permissions or a disk error."""
    return f"{what} cannot be read: {reason}"


@problem("CG127")
def bad_path(path: str, reason: str) -> Wording:
    """A path in the data leads out of the project or could not exist on every system.

    Paths are relative, use forward slashes and stay inside the project folder, also through links.
    Copy a file from elsewhere into the game's folder::

        <image src="art/dragon.png"/>        good
        <image src="/home/me/dragon.png"/>   refused
    """
    return Wording(
        f"path `{printable(path)}` is refused: {reason}",
        hints=(
            "write a path relative to its folder, with `/`, inside the project; "
            "copy the file into the game's folder if it is elsewhere",
        ),
    )
