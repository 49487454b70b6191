"""The budget of work of a template for one side, and the values that it may print.

Every loop turn, macro call, filter, comparison and printed character costs something. So endless
output and doubling strings end early, without a clock, and always at the same step. An operation
that can make a huge value in one step (``*``, ``**``, ``+``, ``~``, lists of lists) is measured
before it runs or right after it. The length of a list is no measure of its size: sixty rounds of
``a = [a, a]`` make a value that fills any memory when it is printed or compared. So values are
measured at all depths, and measuring stops as soon as the size exceeds the limit.

A template may print text, finite numbers, rich text and markup. Other values would print Python
internals on a card (``Record(id='wolf', …)``, ``None``, ``True``). They raise UnprintableError
wherever a value becomes text: when it is printed, joined, or passed to a filter that makes text.
"""

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

MAX_VALUE = 1_000_000  # one game has a dict with several hundred thousand characters of outlines

Container = (list, tuple, dict, set, frozenset, Namespace)
_Counted = (str, *Container)
_PLACE = re.compile(r"\{(\d+)\}")
_BLANK = re.compile(r"[\t\n\r]")


class TooMuchError(Exception):
    """A template exceeded its budget; the message is the predicate of "the template …"."""


def size_of(value: Any) -> int:
    """Count characters and items at all depths; counting stops soon after ``MAX_VALUE``."""
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


def check_size(size: int) -> int:
    """Return a size; raise TooMuchError if it exceeds ``MAX_VALUE``."""
    if size > MAX_VALUE:
        raise TooMuchError(f"makes a value of {size:,} characters or items")
    return size


_MISSING = object()
_CODE = re.compile(r"\{([{%])(.*?)(?:[}%]\}|$)")
_NAME = re.compile(r"(?<![\w.\"'|])[^\W\d]\w*(?:\.\w+)*(?![\w(\"'])")
_MAIN_FIELDS = ("title", "text", "name", "value")
"""The fields that a hint suggests in place of a whole record."""


class UnprintableError(Exception):
    """A template prints a value that is neither text nor a finite number."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def check_printable(value: Any) -> Any:
    """Return a value; raise UnprintableError if templates must not print it."""
    # An undefined value raises its own error when Jinja prints it.
    if isinstance(value, str | Undefined) or hasattr(type(value), "__html__"):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise UnprintableError(value)


def describe_unprintable(value: Any, line: str, context: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the expression in a line that has a value (or ""), a name for its kind, and a hint."""
    name = _expression_in_line(value, line, context)
    return name, *_kind_and_hint(value, name or "…")


def _expression_in_line(value: Any, line: str, context: Mapping[str, Any]) -> str:
    codes: list[tuple[str, str]] = [(sign, code.strip("- ")) for sign, code in _CODE.findall(line)]
    printed: list[str] = [code for sign, code in codes if sign == "{" and _NAME.fullmatch(code)]
    names: list[str] = [name for _, code in codes for name in _NAME.findall(code)]
    for name in [*printed, *names]:
        first, *fields = name.split(".")
        candidate = context.get(first, _MISSING)
        for field in fields:
            candidate = getattr(candidate, field, _MISSING)
        if candidate is value:
            return name
        if [name] == printed and name.partition(".")[0] not in context:
            return name  # a variable of the template
    return ""


def _kind_and_hint(value: Any, name: str) -> tuple[str, str]:
    """Return a name for the kind of a value, and a hint."""
    match value:
        case None:
            instead = f'`{name} | default("", true)`'
            return "left out", f"test it first, `{{% if {name} %}}`, or write {instead}"
        case bool():
            return f"`{str(value).lower()}`", f'write words for it: `"yes" if {name} else "no"`'
        case float():
            return f"`{value}`, no finite number", "look for a division, or a huge number"
        case LoopContext():
            return "a loop", f"write `{name}.index`"
        case Macro() | BlockReference():
            return "a macro", f"call it: `{name}()`"
    if isinstance(value, Mapping) or hasattr(type(value), "plain_data"):
        fields = [field for field in _MAIN_FIELDS if field in value]
        hint = f"write `{name}.{fields[0]}`" if fields else f"name one of {choices(value)}"
        return "a whole record", hint
    if isinstance(value, Iterable):
        return "a list", f'write `{name} | join(", ")`, or loop over it with `for`'
    if callable(value):
        return "a function", f"call it: `{name}()`"
    return "neither text nor a number", "print one of its values"


NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?", re.ASCII)


def refuse_number(value: Any, text: str) -> Any:
    """Return a value to compare with a text of digits; raise TypeError if it is a number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise TypeError(f"a number never equals the text `{text}`: write `{text}` without quotes")
    return value


WORK_PER_SIDE = 4_000_000
MAX_RANGE = 20_000

_NUMBERS = frozenset({int, float})
_SMALL = frozenset({int, float, bool, type(None)})


class Budget:
    """The cost of one side so far; templates do their operations through its methods."""

    cost: int = 0

    def charge(self, cost: int) -> str:
        """Add a cost to the side; raise TooMuchError beyond ``WORK_PER_SIDE``."""
        self.cost += cost
        if self.cost > WORK_PER_SIDE:
            raise TooMuchError("never ends, or prints far too much")
        return ""

    def weigh(self, value: Any) -> Any:
        """Charge a value by its size, and return it; raise TooMuchError if it is too large."""
        if type(value) in _SMALL:
            return value
        if isinstance(value, str):
            self.charge(check_size(len(value)) >> 3)
        elif isinstance(value, Container):
            self.charge(check_size(size_of(value)) >> 1)
        elif isinstance(value, range):
            self.charge(len(value) >> 1)
        return value

    def concatenate(self, parts: Sequence[Any]) -> Any:
        """Return the operands of ``~`` as one text or markup."""
        if all(type(part) is str or type(part) is int for part in parts):
            words = [str(part) for part in parts]
            self.charge(check_size(sum(map(len, words))) >> 2)
            return "".join(words)
        for part in parts:
            self.weigh(check_printable(part))
        self.charge(check_size(sum(len(str(part)) for part in parts)) >> 3)
        marked = any(hasattr(part, "__html__") for part in parts)
        return markup_join(parts) if marked else str_join(parts)

    def fill_phrase(self, words: str, *values: Any) -> Any:
        """Replace ``{1}``, ``{2}`` and so on in a phrase by values."""
        parts = _PLACE.split(words)
        if len(parts) == 1:
            return words
        parts[1::2] = [values[int(number) - 1] for number in parts[1::2]]
        return self.concatenate(parts)

    @pass_context  # so that Jinja does not print constants while it compiles
    def check_printed(self, context: Context, value: Any) -> Any:
        """Charge a value that Jinja is about to print, and return it; raise UnprintableError."""
        kind = type(value)
        if kind is int or (kind is float and math.isfinite(value)):  # most values in drawings
            self.cost += 16
        elif isinstance(value, str):
            self.cost += len(value)
            if kind is str and context.eval_ctx.autoescape and _BLANK.search(value):
                # XML turns such a blank in an attribute into a space (XML 1.0, 3.3.3).
                value = Markup(_BLANK.sub(lambda blank: f"&#{ord(blank[0])};", str(escape(value))))
        else:
            check_printable(value)
            self.cost += 16
        if self.cost > WORK_PER_SIDE:
            raise TooMuchError("never ends, or prints far too much")
        return value

    def meter_filter(self, filter: Callable[..., Any], makes_text: bool) -> Callable[..., Any]:
        """Wrap a filter so that it is charged for its input and output."""
        index = 1 if hasattr(filter, "jinja_pass_arg") else 0

        @functools.wraps(filter)
        def run(*args: Any, **options: Any) -> Any:
            value = args[index]
            if makes_text:
                check_printable(value)
            if type(value) in _SMALL:
                pass
            elif isinstance(value, Iterator):
                args = (*args[:index], self._charge_each(value), *args[index + 1 :])
            elif isinstance(value, Sized) and not isinstance(value, Undefined):
                self.charge(len(self.weigh(value)))
            return self.weigh(filter(*args, **options))

        return run

    def meter_shape(self, shape: Callable[..., str]) -> Callable[..., str]:
        """Wrap a function of `SHAPES` so that it is charged for its arguments and its path data."""

        @functools.wraps(shape)
        def run(*args: Any, **options: Any) -> str:
            for value in (*args, *options.values()):
                if type(value) not in _SMALL:
                    self.weigh(check_printable(value))
            path_data = shape(*args, **options)
            self.charge(2 * len(path_data))
            return path_data

        return run

    def _charge_each(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.charge(1)
            yield item

    def limited_range(self, *bounds: int) -> range:
        """Return the ``range`` of templates; raise TooMuchError beyond ``MAX_RANGE`` numbers."""
        numbers = range(*bounds)
        try:
            count = len(numbers)
        except OverflowError:
            count = MAX_RANGE + 1
        if count > MAX_RANGE:
            raise TooMuchError(f"counts beyond {MAX_RANGE:,} in one loop")
        return numbers

    def limited_dict(self, *args: Any, **items: Any) -> Any:
        """Return the ``dict`` of templates; raise TooMuchError if it is too large."""
        return self.weigh(dict(*args, **items))

    def add(self, left: Any, right: Any) -> Any:
        """Return ``left + right``."""
        if type(left) not in _NUMBERS:
            self.charge(check_size(size_of(left) + size_of(right)) >> 3)
        return left + right

    def multiply(self, left: Any, right: Any) -> Any:
        """Return ``left * right``."""
        if (
            type(left) is float or type(right) is float
        ):  # Python repeats texts and lists only by whole numbers
            return left * right
        if isinstance(left, int) and isinstance(right, int):
            if left.bit_length() + right.bit_length() > 512:
                raise TooMuchError("multiplies far too large numbers")
        else:
            self.charge(
                check_size(max(size_of(left) * _count(right), size_of(right) * _count(left))) >> 3
            )
        return left * right

    def power(self, left: Any, right: Any) -> Any:
        """Return ``left ** right``."""
        if abs(right) > 64 or abs(left) > 1e6:
            raise TooMuchError("raises a number to a huge power")
        return left**right

    def modulo(self, left: Any, right: Any) -> Any:
        """Return ``left % right`` of numbers."""
        if isinstance(left, str):
            raise SecurityError("formatting with %; write {{ … }} or use `~`")
        return left % right


def _count(value: Any) -> int:
    return max(value, 0) if isinstance(value, int) else 0
