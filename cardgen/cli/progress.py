"""A progress bar on standard error, if a person is watching."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self

import click

from cardgen.cli.options import Settings
from cardgen.cli.terminal import clean


class Progress:
    """A context manager that long work calls with what is done, the total, and what it is at."""

    def __init__(self, settings: Settings) -> None:
        self._bar: Any = None
        self._wanted = settings.format == "human" and not settings.quiet and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int, what: str) -> None:
        """Show how far the work has come; the total may change on the way."""
        if not self._wanted or total <= 0:
            return
        if self._bar is None:
            self._bar = click.progressbar(
                length=total, file=sys.stderr, item_show_func=_item, width=30
            )
            self._bar.__enter__()
        self._bar.length = total
        self._bar.update(done - self._bar.pos, what)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, traceback)


def _item(what: str | None) -> str:
    return clean(what or "")[:40]
