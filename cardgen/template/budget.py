"""The budget of work that a template has for one side.

It is charged by every loop turn, macro call, filter, comparison and printed character, so that
endless output and doubling strings end early and always at the same place, without a clock.
Whatever can make a huge value in one step (``*``, ``**``, ``+``, ``~``, lists of lists) is measured
before or right after it runs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from typing import Any

from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from jinja2.runtime import markup_join, str_join
from jinja2.utils import pass_context

from cardgen.template.bulk import Container, TooMuchError, bulk, limit
from cardgen.template.printing import printable

WORK_PER_SIDE = 4_000_000
MAX_RANGE = 20_000

_NUMBERS = frozenset({int, float})
_SMALL = frozenset({int, float, bool, type(None)})


class Budget:
    """What a side has used up so far, as ``work``; what templates do goes through its methods."""

    work: int = 0

    def charge(self, work: int) -> str:
        """Take from the budget of the side that is being rendered."""
        self.work += work
        if self.work > WORK_PER_SIDE:
            raise TooMuchError("never comes to an end, or prints far too much")
        return ""

    def weighed(self, value: Any) -> Any:
        """Return a value that is not too large; large ones cost."""
        if type(value) in _SMALL:
            return value
        if isinstance(value, str):
            self.charge(limit(len(value)) >> 3)
        elif isinstance(value, Container):
            self.charge(limit(bulk(value)) >> 1)
        elif isinstance(value, range):
            self.charge(len(value) >> 1)
        return value

    def joined(self, parts: Sequence[Any]) -> Any:
        """Join the operands of ``~``."""
        if all(type(part) is str or type(part) is int for part in parts):
            words = [str(part) for part in parts]
            self.charge(limit(sum(map(len, words))) >> 2)
            return "".join(words)
        for part in parts:
            self.weighed(printable(part))
        self.charge(limit(sum(len(str(part)) for part in parts)) >> 3)
        marked = any(hasattr(part, "__html__") for part in parts)
        return markup_join(parts) if marked else str_join(parts)

    @pass_context  # so that Jinja does not print constants while it compiles
    def finalized(self, context: object, value: Any) -> Any:
        """Return a value that may be printed, and charge it."""
        if isinstance(value, str):
            self.work += len(value)
        else:
            printable(value)
            self.work += 16
        if self.work > WORK_PER_SIDE:
            raise TooMuchError("never comes to an end, or prints far too much")
        return value

    def metered(self, filter: Callable[..., Any], makes_text: bool) -> Callable[..., Any]:
        """Charge a filter for what goes in, and measure what comes out."""
        place = 1 if hasattr(filter, "jinja_pass_arg") else 0

        @functools.wraps(filter)
        def run(*args: Any, **options: Any) -> Any:
            value = args[place]
            if makes_text:
                printable(value)
            if type(value) in _SMALL:
                pass
            elif isinstance(value, Iterator):
                args = (*args[:place], self._counted(value), *args[place + 1 :])
            elif isinstance(value, Sized) and not isinstance(value, Undefined):
                self.charge(len(self.weighed(value)))
            return self.weighed(filter(*args, **options))

        return run

    def drawing(self, shape: Callable[..., str]) -> Callable[..., str]:
        """Charge an outline for what goes in and for all that it writes."""

        @functools.wraps(shape)
        def run(*args: Any, **options: Any) -> str:
            for value in (*args, *options.values()):
                if type(value) not in _SMALL:
                    self.weighed(printable(value))
            written = shape(*args, **options)
            self.charge(2 * len(written))
            return written

        return run

    def _counted(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.charge(1)
            yield item

    def checked_range(self, *bounds: int) -> range:
        """Count, but not too far."""
        numbers = range(*bounds)
        try:
            count = len(numbers)
        except OverflowError:
            count = MAX_RANGE + 1
        if count > MAX_RANGE:
            raise TooMuchError(f"counts beyond {MAX_RANGE:,} in one loop")
        return numbers

    def checked_dict(self, *args: Any, **items: Any) -> Any:
        """Make a mapping that is not too large."""
        return self.weighed(dict(*args, **items))

    def added(self, left: Any, right: Any) -> Any:
        """Work out ``left + right``."""
        if type(left) not in _NUMBERS:
            self.charge(limit(bulk(left) + bulk(right)) >> 3)
        return left + right

    def multiplied(self, left: Any, right: Any) -> Any:
        """Work out ``left * right``."""
        kinds = type(left), type(right)
        if kinds == (float, float) or kinds == (float, int) or kinds == (int, float):
            return left * right
        if isinstance(left, int) and isinstance(right, int):
            if left.bit_length() + right.bit_length() > 512:
                raise TooMuchError("multiplies numbers beyond all measure")
        else:
            self.charge(limit(max(bulk(left) * _count(right), bulk(right) * _count(left))) >> 3)
        return left * right

    def raised(self, left: Any, right: Any) -> Any:
        """Work out ``left ** right``."""
        if abs(right) > 64 or abs(left) > 1e6:
            raise TooMuchError("raises a number to a huge power")
        return left**right

    def modulo(self, left: Any, right: Any) -> Any:
        """Work out ``left % right``."""
        if isinstance(left, str):
            raise SecurityError("formatting with %; write {{ … }} or use `~`")
        return left % right


def _count(value: Any) -> int:
    return max(value, 0) if isinstance(value, int) else 0
