"""Rule texts as they were read last, so that one that says the same is not read again.

A text depends on itself and on the rules, terms and icons that its braces may name. All else that
it names, such as cards, it leaves as marks.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_args

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.model.document import Block, Citation, Document
from cardgen.model.richtext import Rich
from cardgen.model.scope import Scope
from cardgen.model.selection import Condition
from cardgen.model.sides import freeze
from cardgen.source.node import SourceFile

_KINDS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (*get_args(Block), Document, Citation, Condition, Location, Rich)
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


class Documents(Struct):
    """The texts of one game, by their paths; ``plain`` holds them for another process."""

    plain: dict[str, tuple[str, Any]] = {}
    fresh: bool = False
    """Whether a text was read that was not known."""

    def find(self, file: SourceFile, scope: Scope) -> Document | None:
        """Return what a text says, if it would be read the same."""
        key, known = self.plain.get(file.path, ("", None))
        if known is None or key != _key(file, scope):
            return None
        document: Document = _whole(known)
        return document

    def keep(self, file: SourceFile, scope: Scope, document: Document) -> None:
        """Remember a text that was read without any finding."""
        with suppress(KeyError):  # there is something in it that this module does not know
            self.plain[file.path] = (_key(file, scope), _plain(document))
            self.fresh = True


def _key(file: SourceFile, scope: Scope) -> str:
    rules = [(name, rule.value.text, freeze(rule.value)) for name, rule in scope.rules.items()]
    terms = [(name, freeze(term)) for name, term in scope.terms.items()]
    return digest((file.text, sorted(rules), sorted(terms), sorted(scope.icons), scope.printed))


def _plain(value: Any) -> Any:
    """Turn a value into plain ones: a list is one of the `_KINDS`, by name, with its fields."""
    if isinstance(value, Struct):
        name = _NAMES[type(value)]
        return [name, *(_plain(getattr(value, field)) for field in value.__struct_fields__)]
    if isinstance(value, tuple):
        return tuple([_plain(inner) for inner in value])
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


def _whole(plain: Any) -> Any:
    """Undo `_plain`."""
    if isinstance(plain, list):
        return _KINDS[plain[0]](*[_whole(inner) for inner in plain[1:]])
    if isinstance(plain, tuple):
        return tuple([_whole(inner) for inner in plain])
    if isinstance(plain, dict):
        return {key: _whole(inner) for key, inner in plain.items()}
    return plain
