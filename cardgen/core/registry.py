"""Registries by name, packages whose modules register themselves, and words for lists."""

import importlib
import pkgutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, count, groupby
from typing import Generic, TypeVar
from unicodedata import normalize

from cardgen.core.plugins.parts import load_parts

T = TypeVar("T")


class Registry(Generic[T]):
    """Items by name, each name once, iterated in sorted order."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._items: dict[str, T] = {}

    def add(self, name: str, item: T) -> T:
        """Register an item; a second item with the same name is a programming error."""
        if name in self._items:
            raise ValueError(f"{self.kind} `{name}` is registered twice")
        self._items[name] = item
        return item

    def get(self, name: str) -> T | None:
        """Return the item with this name, or None."""
        return self._items.get(name)

    def __getitem__(self, name: str) -> T:
        return self._items[name]

    def __contains__(self, name: object) -> bool:
        return name in self._items

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._items))

    def items(self) -> Iterator[tuple[str, T]]:
        """Iterate over names and items, sorted by name."""
        for name in self:
            yield name, self._items[name]


def load_modules(package: str) -> None:
    """Import every module of a package in sorted order, so that each registers itself.

    Then import the modules of plug-ins that have the same name as the package.
    """
    parent = importlib.import_module(package)
    for info in sorted(pkgutil.iter_modules(parent.__path__), key=lambda i: i.name):
        importlib.import_module(f"{package}.{info.name}")
    load_parts(package.rpartition(".")[2])


def distinct(
    name: str, used_names: Collection[str], between: str = "_", key: Callable[[str], str] = str
) -> str:
    """Return the name, or the first of ``name_2``, ``name_3`` … whose ``key`` is not taken."""
    numbered = (f"{name}{between}{number}" for number in count(2))
    return next(free for free in chain([name], numbered) if key(free) not in used_names)


def did_you_mean(word: str, options: Iterable[str]) -> tuple[str, ...]:
    """Return a hint with the most similar option; no hint if none is similar."""
    near = nearest(word, options)
    if near and normalize("NFC", near) == normalize("NFC", word):
        words = "is the same word with its accents coded differently: rename one like the other"
        return (f"`{near}` {words}",)
    return (f"did you mean `{near}`?",) if near else ()


def nearest(word: str, options: Iterable[str]) -> str:
    """Return the option that is most similar to a word; empty if none is similar."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, sorted(options), n=1, cutoff=0.6)), "")


def choices(options: Iterable[str], limit: int = 12) -> str:
    """List options for a hint; only the first ``limit`` if there are more."""
    names = sorted(options)
    quoted_names = ", ".join(f"`{name}`" for name in names[:limit])
    return quoted_names + (f" and {len(names) - limit} more" if len(names) > limit else "")


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Write a count with its noun; ``nouns`` is the plural if it does not simply add an s."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def list_names(names: Sequence[object], noun: str) -> str:
    """Write ``tile A1`` or ``tiles A1, A2 and B1``, and consecutive numbers as ``3-6``."""
    parts = list(_ranges(names))
    words = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{noun}{'' if len(names) == 1 else 's'} {words}"


def _ranges(names: Sequence[object]) -> Iterator[str]:
    """Yield names, and three or more consecutive numbers as one range."""

    def run_of(pair: tuple[int, object]) -> object:
        place, name = pair
        return name - place if isinstance(name, int) else name

    for _, pairs in groupby(enumerate(names), run_of):
        run = [name for _, name in pairs]
        yield from [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
