"""Registers diagnostics: each has one function with its wording and its explanation.

A stage has a module ``problems.py``. Each function in it takes values and returns the message.
``cardgen explain CODE`` prints its docstring::

    @problem("CG105", hint="put what cards share under `defaults:` of the deck")
    def merge_key() -> str:
        '''The YAML 1.1 merge key ``<<`` is not supported. ...'''
        return "the merge key `<<` is not supported"

    raise SourceError(problems.merge_key(at))

The decorator adds the code, the severity, fixed hints and, as first argument, the location. A
function that has more than a message returns a `Wording`.

The module also has the diagnostics for files that cannot be opened (CG12x).
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.paths import printable

P = ParamSpec("P")

HERE = ""
"""The subject of findings that are one problem only if they have the same location."""


class Wording(Struct, frozen=True):
    """The words of one finding: lower case, no full stop, the user's text in backticks.

    Give a ``subject`` if the message contains details, such as the words on a card, by which
    findings of one problem differ. The subject is `HERE` if the location identifies the problem.
    """

    message: str
    notes: str | tuple[str, ...] = ()
    hints: str | tuple[str, ...] = ()
    rank: float = 0.0
    subject: str | None = None


class Problem(Struct, frozen=True):
    """The entry of one code for ``cardgen explain``; ``words`` is the function that words it."""

    code: str
    name: str
    severity: Severity
    explanation: str
    words: Callable[..., Wording]


PROBLEMS: dict[str, Problem] = {}


def problem(
    code: str, severity: Severity = Severity.ERROR, *, hint: str = "", subject: str | None = None
) -> Callable[[Callable[P, Wording | str]], Callable[Concatenate[Location | None, P], Diagnostic]]:
    """Register a wording function under a code; hint and subject apply to plain messages."""

    def register(
        words: Callable[P, Wording | str],
    ) -> Callable[Concatenate[Location | None, P], Diagnostic]:
        if code in PROBLEMS:
            raise ValueError(f"diagnostic code {code} is used twice")
        explanation = inspect.getdoc(words) or ""  # `python -OO` removes docstrings

        @wraps(words)
        def wording(*args: P.args, **kwargs: P.kwargs) -> Wording:
            result = words(*args, **kwargs)
            return (
                Wording(result, hints=hint, subject=subject) if isinstance(result, str) else result
            )

        name = words.__name__.replace("_", " ")
        PROBLEMS[code] = Problem(code, name, severity, explanation, wording)

        def make(location: Location | None, /, *args: P.args, **kwargs: P.kwargs) -> Diagnostic:
            w = wording(*args, **kwargs)
            notes, hints = _lines(w.notes), _lines(w.hints)
            return Diagnostic(severity, code, w.message, location, notes, hints, w.rank, w.subject)

        make.__name__ = words.__name__
        make.__doc__ = explanation
        return make

    return register


def _lines(words: str | tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(words, str):
        return (words,) if words else ()
    return words


@problem("CG120")
def file_missing(description: str, path: str, hints: tuple[str, ...] = ()) -> Wording:
    """A file that the project needs or names does not exist.

    The location is the line that names the file. A file with a fixed name, such as ``game.yaml``,
    is its own location.
    """
    return Wording(
        f"{description} is missing: there is no `{path}`",
        hints=hints or ("make the file, or mend the path that names it",),
    )


@problem("CG121", hint="a folder may carry the file's name: rename one")
def not_a_file(description: str) -> str:
    """The path leads to a folder, a device or a pipe instead of a file."""
    return f"{description} is not a file"


@problem("CG122", hint="is this the right file? large decks can be split in several files")
def too_large(description: str, size: int, limit: int) -> str:
    """The file is larger than any sensible file of its kind.

    The limit protects the computer's memory. Split a large deck into several files. A picture for a
    card needs about 750 x 1050 pixels (300 dpi).
    """
    return f"{description} is {size / 1e6:.1f} MB large (the limit is {limit / 1e6:g} MB)"


@problem("CG126", hint="check the file's permissions")
def unreadable(description: str, reason: str) -> str:
    """The operating system cannot read the file, because of its permissions or a disk error."""
    return f"{description} cannot be read: {reason}"


@problem("CG127")
def bad_path(path: str, reason: str) -> Wording:
    """A path in the data leads out of the project, or some systems do not allow it.

    Paths are relative, use forward slashes, and do not leave the project folder, even through
    links. Copy a file from elsewhere into the game's folder::

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
