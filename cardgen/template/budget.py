"""The budget of work that a template has for one side, and the values that it may print.

Every loop turn, macro call, filter, comparison and printed character is charged, so that endless
output and doubling strings end early and always at the same place, without a clock. Whatever can
make a huge value in one step (``*``, ``**``, ``+``, ``~``, lists of lists) is measured before or
right after it runs. The length of a list says little about its size: sixty rounds of ``a = [a, a]``
make a value that fills any memory when it is printed or compared. So values are measured at all
depths, and measuring stops as soon as the limit is passed.

A template may print text, finite numbers, rich text and markup. Anything else would show Python's
insides on a card (``Record(id='wolf', …)``, ``None``, ``True``), so it is refused wherever a value
becomes text: where it is printed, joined, or given to a filter that makes text of it.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any

from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, markup_join, str_join
from jinja2.utils import Namespace, pass_context
from markupsafe import Markup, escape

from cardgen.core.registry import choices

MAX_VALUE = 1_000_000  # a game keeps some hundred thousand characters of outlines in a dict

Container = (list, tuple, dict, set, frozenset, Namespace)
_Counted = (str, *Container)
_PLACE = re.compile(r"\{(\d+)\}")
_BLANK = re.compile(r"[\t\n\r]")


class TooMuchError(Exception):
    """A template exceeded its budget; the message completes "the template …"."""


def bulk(value: Any) -> int:
    """Count characters and items at all depths, up to somewhere past ``MAX_VALUE``."""
    if isinstance(value, str):
        return len(value)
    if not isinstance(value, Container):
        return 1
    total = 0
    todo: list[Any] = [value]
    while todo and total <= MAX_VALUE:
        inner = todo.pop()
        if isinstance(inner, str):
            total += len(inner)
            continue
        if isinstance(inner, Namespace):
            inner = object.__getattribute__(inner, "_Namespace__attrs")
        total += len(inner)
        if total <= MAX_VALUE:
            todo += [item for item in inner if isinstance(item, _Counted)]
            if isinstance(inner, dict):
                todo += [item for item in inner.values() if isinstance(item, _Counted)]
    return total


def limit(size: int) -> int:
    """Return a size that is within the limit; raise TooMuchError for any other."""
    if size > MAX_VALUE:
        raise TooMuchError(f"makes a value of {size:,} characters or items")
    return size


_MISSING = object()
_CODE = re.compile(r"\{([{%])(.*?)(?:[}%]\}|$)")
_NAME = re.compile(r"(?<![\w.\"'|])[^\W\d]\w*(?:\.\w+)*(?![\w(\"'])")
_TELLING = ("title", "text", "name", "value")
"""What is most likely meant where a whole record is printed."""


class UnprintableError(Exception):
    """A template makes text of a value that is none."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def printable(value: Any) -> Any:
    """Return a value that can be printed; raise UnprintableError for any other."""
    # An undefined value reports itself when it is printed.
    if isinstance(value, str | Undefined) or hasattr(type(value), "__html__"):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise UnprintableError(value)


def described(value: Any, line: str, context: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return what a refused value is called in a line (if it is found), what it is, and a hint."""
    name = _name_of(value, line, context)
    return name, *_what(value, name or "…")


def _name_of(value: Any, line: str, context: Mapping[str, Any]) -> str:
    codes: list[tuple[str, str]] = [
        (opening, code.strip("- ")) for opening, code in _CODE.findall(line)
    ]
    printed: list[str] = [
        code for opening, code in codes if opening == "{" and _NAME.fullmatch(code)
    ]
    names: list[str] = [name for _, code in codes for name in _NAME.findall(code)]
    for name in [*printed, *names]:
        first, *rest = name.split(".")
        found = context.get(first, _MISSING)
        for part in rest:
            found = getattr(found, part, _MISSING)
        if found is value:
            return name
        if [name] == printed and name.partition(".")[0] not in context:
            return name  # a name that the template has set itself
    return ""


def _what(value: Any, name: str) -> tuple[str, str]:
    """Say what a value is, and what to write in its place."""
    match value:
        case None:
            instead = f'`{name} | default("", true)`'
            return "left out", f"test it first, `{{% if {name} %}}`, or write {instead}"
        case bool():
            return f"`{str(value).lower()}`", f'say what it means: `"yes" if {name} else "no"`'
        case float():
            return f"`{value}`, no finite number", "look for what is divided, or is far too large"
        case LoopContext():
            return "a loop", f"write `{name}.index`"
        case Macro() | BlockReference():
            return "a macro", f"call it: `{name}()`"
    if isinstance(value, Mapping) or hasattr(type(value), "plain_data"):
        telling = [field for field in _TELLING if field in value]
        some = f"write `{name}.{telling[0]}`" if telling else f"name one of {choices(value)}"
        return "a whole record", some
    if isinstance(value, Iterable):
        return "a list", f'write `{name} | join(", ")`, or go through it with `for`'
    if callable(value):
        return "a function", f"call it: `{name}()`"
    return "neither text nor a number", "print one of its values"


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

    def phrase(self, words: str, *values: Any) -> Any:
        """Return words with values in place of ``{1}``, ``{2}`` and so on."""
        parts = _PLACE.split(words)
        if len(parts) == 1:
            return words
        parts[1::2] = [values[int(number) - 1] for number in parts[1::2]]
        return self.joined(parts)

    @pass_context  # so that Jinja does not print constants while it compiles
    def finalized(self, context: Context, value: Any) -> Any:
        """Return a value that may be printed, and charge it."""
        kind = type(value)
        if kind is int or (kind is float and math.isfinite(value)):  # most of what drawings print
            self.work += 16
        elif isinstance(value, str):
            self.work += len(value)
            if kind is str and context.eval_ctx.autoescape and _BLANK.search(value):
                # An attribute would get a space in its place (XML 1.0, 3.3.3).
                value = Markup(_BLANK.sub(lambda one: f"&#{ord(one[0])};", str(escape(value))))
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
        if type(left) is float or type(right) is float:  # a float makes nothing longer
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
