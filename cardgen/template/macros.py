"""What macros wrote: the same macro with the same arguments writes the same.

That holds for a macro of a module that is run once for all who import it, where nothing can
change afterwards, and for arguments that are plain values.
"""

from __future__ import annotations

import marshal
from collections.abc import Collection
from typing import Any

from jinja2.nodes import EvalContext
from jinja2.runtime import Macro

from cardgen.core.reads import Reads, Remembered
from cardgen.template.budget import Budget

_PLAIN = 2  # the last version of the format whose bytes depend on nothing but the value
_MAX_CHARACTERS = 32_000_000


class MacroResults:
    """Results of macros, as long as there is room, each with its work and with what it read.

    A macro that is not run again counts as work all the same, so that a template comes to the end
    of its budget at the same place whatever was rendered before it.
    """

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._lasting: dict[int, tuple[str, Macro]] = {}
        """By identity the template of a macro, and the macro itself: so its identity stays its."""
        self._results: Remembered[tuple[int, bool, bytes], tuple[str, int]] = {}
        self._room = _MAX_CHARACTERS

    def keep(self, template: str, macros: list[Macro]) -> None:
        """Remember from now on what these macros of a template write."""
        self._lasting.update({id(macro): (template, macro) for macro in macros})

    def forget(self, templates: Collection[str]) -> None:
        """Drop what macros of these templates wrote: they are others now."""
        gone = {key for key, (name, _) in self._lasting.items() if name in templates}
        for macro in gone:
            del self._lasting[macro]
        for key in [key for key in self._results if key[0] in gone]:
            self._room += len(self._results.pop(key)[0][0])

    def call(
        self,
        macro: Macro,
        context: EvalContext,
        args: tuple[Any, ...],
        options: dict[str, Any],
        budget: Budget,
    ) -> str:
        """Call a macro, or return what it wrote for the same arguments."""

        def run() -> tuple[str, int]:
            before = budget.work
            return macro(context, *args, **options), budget.work - before

        if id(macro) not in self._lasting:
            return macro(context, *args, **options)
        try:
            key = id(macro), bool(context.autoescape), marshal.dumps((args, options), _PLAIN)
        except ValueError:  # something else than plain values
            return macro(context, *args, **options)
        known = self._results.get(key)
        # Nothing more is kept once the room is used up; and a macro that exceeds the budget is run,
        # so that the side ends inside of it.
        full = self._room <= 0 if known is None else budget.work + known[0][1] > budget.limit
        if full:
            return macro(context, *args, **options)
        written, work = self._reads.remembered(self._results, key, run)
        if known is None:
            self._room -= len(written)
        else:
            budget.work += work
        return written
