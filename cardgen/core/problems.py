"""Every diagnostic has one place for its wording and one for its explanation.

A stage keeps a module ``problems.py``. Each function there takes the values that
matter, returns the `Wording`, and explains itself in its docstring, which is what
``cardgen explain CODE`` prints::

    @problem("CG104")
    def duplicate_key(key: str, first: Location) -> Wording:
        '''A mapping gives the same key twice. ...'''
        return Wording(f"key `{key}` is given twice", notes=(f"first given at {first}",))

    raise SourceError(problems.duplicate_key(at, key, first))

The decorator adds the code, the severity and, as first argument, the location.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity

P = ParamSpec("P")

HERE = ""
"""The subject of findings that are one problem wherever they have one place."""


class Wording(Struct, frozen=True):
    """The words of one finding: lower case, no full stop, user's text in backticks.

    ``subject`` is given where the message says more than what tells one problem from another,
    such as the words on a card; it is `HERE` where the place tells.
    """

    message: str
    notes: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
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
    code: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[P, Wording]], Callable[Concatenate[Location | None, P], Diagnostic]]:
    """Register a wording function under a code."""

    def register(
        words: Callable[P, Wording],
    ) -> Callable[Concatenate[Location | None, P], Diagnostic]:
        if code in PROBLEMS:
            raise ValueError(f"diagnostic code {code} is used twice")
        explanation = inspect.getdoc(words)
        if not explanation:
            raise ValueError(f"diagnostic {code} explains nothing")
        name = words.__name__.replace("_", " ")
        PROBLEMS[code] = Problem(code, name, severity, explanation, words)

        def make(at: Location | None, /, *args: P.args, **kwargs: P.kwargs) -> Diagnostic:
            said = words(*args, **kwargs)
            return Diagnostic(
                severity,
                code,
                said.message,
                at,
                said.notes,
                said.hints,
                said.rank,
                said.subject,
            )

        make.__name__ = words.__name__
        make.__doc__ = explanation
        return make

    return register
