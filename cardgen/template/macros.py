"""What macros wrote: the same macro with the same arguments writes the same.

That holds for a macro of a module that is run once for all who import it, where nothing can
change afterwards, and for arguments that are plain values.
"""

from __future__ import annotations

import marshal
from typing import Any, Protocol

from jinja2.nodes import EvalContext
from jinja2.runtime import Macro

from cardgen.core.reads import Reads

_PLAIN = 2  # the last version of the format whose bytes depend on nothing but the value
_MAX_CHARACTERS = 32_000_000


class Budget(Protocol):
    """The work that is left to a side."""

    work: int
    limit: int


class MacroResults:
    """Results of macros, as long as there is room, each with its work and with what it read.

    A macro that is not run again counts as work all the same, so that a template comes to the end
    of its budget at the same place whatever was rendered before it.
    """

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._lasting: dict[int, Macro] = {}
        self._results: dict[tuple[int, bool, bytes], tuple[str, int, frozenset[str]]] = {}
        self._room = _MAX_CHARACTERS

    def keep(self, macros: list[Macro]) -> None:
        """Remember from now on what these macros write."""
        self._lasting.update({id(macro): macro for macro in macros})

    def call(
        self,
        macro: Macro,
        context: EvalContext,
        args: tuple[Any, ...],
        options: dict[str, Any],
        budget: Budget,
    ) -> str:
        """Call a macro, or return what it wrote for the same arguments."""
        if id(macro) not in self._lasting:
            return macro(context, *args, **options)
        try:
            key = id(macro), bool(context.autoescape), marshal.dumps((args, options), _PLAIN)
        except ValueError:  # something else than plain values
            return macro(context, *args, **options)
        if known := self._results.get(key):
            written, work, read = known
            if budget.work + work <= budget.limit:  # or it ends where it really would
                budget.work += work
                self._reads.names |= read
                return written
        before = budget.work
        around, self._reads.names = self._reads.names, set()
        try:
            written = macro(context, *args, **options)
        finally:
            read, self._reads.names = frozenset(self._reads.names), around
            around |= read
        if self._room > 0:
            self._room -= len(written)
            self._results[key] = written, budget.work - before, read
        return written
