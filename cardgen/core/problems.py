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
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity

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
