"""The kind of field for a column: the narrowest that fits every one of its cells."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, SourceError
from cardgen.features.fromtable.columns import ForeignColumn, inner_values, is_number
from cardgen.model.compound import declare
from cardgen.model.fields import IDENTIFIER
from cardgen.model.scope import Scope
from cardgen.source.editing.scalars import Hand, inline
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.table import BETWEEN, shape
from cardgen.source.yaml import load_yaml

Declaration = Mapping[str, Any]
"""The declaration of a field as in YAML: ``{"kind": "number", "whole": True}``."""

TEXT: Declaration = {"kind": "text"}
MOST_OPTIONS = 24
_LONGEST_OPTION = 32
_LONGEST_ITEM, _MOST_BLANKS = 40, 3
PROSE = 32
"""Characters from which on a text is one that is read, and may have bold words."""
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_ZEROS = re.compile(r"[-+]?0\d")
_DEPTH = 3
_HAND = Hand("\n", '"')


def kind_of(column: ForeignColumn, scope: Scope) -> Declaration | None:
    """Return the declaration of a column; None where no kind can hold all its cells.

    ``scope`` is that of a game: what braces in a text may name.
    """
    guesses = _guesses(column) if column.filled else ()
    kind = next((one for one in guesses if _accepts(one, column.filled, scope)), None)
    return kind if kind is None or column.is_full else _optional(kind)


def _optional(declaration: Declaration) -> Declaration:
    """Return a declaration of a field that may be left out; a flag may be in any case."""
    return declaration if declaration["kind"] == "flag" else {**declaration, "optional": True}


def _accepts(declaration: Declaration, cells: Iterable[YamlNode], scope: Scope) -> bool:
    """Whether a field so declared reads every cell without a fault."""
    trial = replace(scope, found=Diagnostics())
    field = declare(load_yaml(SourceFile("", written(declaration))), trial)
    try:
        for cell in cells:
            field.read(_shaped(cell, declaration["kind"]), trial)
            if len(trial.found):
                return False
    except SourceError:
        return False
    return True


def _shaped(cell: YamlNode, kind: str) -> YamlNode:
    if kind in ("list", "record") and cell.style == "cell":  # JSON is nested by itself
        cell = copy.copy(cell)
        shape(cell, "list" if kind == "list" else "nested")
    return cell


def _guesses(column: ForeignColumn) -> Iterator[Declaration]:
    """Yield what a column may be, the narrowest first."""
    if column.nested:
        declared = (_structure(column.nodes, _DEPTH, prose) for prose in ("rich", "text"))
        yield from filter(None, declared)
    else:
        yield from _plain_guesses(column)
    yield {"kind": "rich"}
    yield TEXT


def _plain_guesses(column: ForeignColumn) -> Iterator[Declaration]:
    plain = _unworded(column.filled)
    if plain and not (plain["kind"] == "number" and any(map(_ZEROS.match, column.texts))):
        yield plain
    if all(_COLOR.fullmatch(text) for text in column.texts):
        yield {"kind": "color"}
    items = [part.strip() for text in column.texts for part in text.split(BETWEEN)]
    # Short words with `;` between them, in more than one cell: prose has a semicolon now and then.
    short = all(len(one) <= _LONGEST_ITEM and one.count(" ") <= _MOST_BLANKS for one in items)
    parted = sum(BETWEEN in text for text in column.texts)
    often = parted > (1 if any(" " in one for one in items) else 0)
    prose = any(text.endswith((".", "!", "?")) for text in column.texts)
    if (
        short
        and often
        and 5 * parted >= len(column.texts)
        and not prose
        and column.filled[0].style == "cell"
    ):
        yield {"kind": "list", **_of(_of_words([item for item in items if item]))}
    if options := _options(column.texts):
        yield {"kind": "choice", "options": options}
    if column.length(0.7) < PROSE and not any("**" in text for text in column.texts):
        yield TEXT


def _unworded(nodes: Sequence[YamlNode]) -> Declaration | None:
    """Return the kind of values that are all flags, or all numbers."""
    values = [node.value for node in nodes]
    if all(isinstance(value, bool) for value in values):
        return {"kind": "flag"}
    if not all(map(is_number, values)):
        return None
    whole = all(value == int(value) for value in values if abs(value) < 1e15)
    return {"kind": "number", "whole": True} if whole else {"kind": "number"}


def _options(texts: Sequence[str]) -> list[str]:
    """Return the words of a choice, the commonest first; none if they hardly repeat."""
    counts = Counter(texts)
    few = "" not in counts and len(counts) <= min(MOST_OPTIONS, max(2, len(texts) // 2))
    if few and len(texts) >= 2 and max(map(len, counts)) <= _LONGEST_OPTION:
        return [word for word, _ in counts.most_common()]
    return []


def _of_words(texts: Sequence[str]) -> Declaration:
    options = _options(texts)
    if options and len(texts) > 2 * len(options):
        return {"kind": "choice", "options": options}
    return TEXT


def _of(inner: Declaration) -> Mapping[str, Any]:
    return {} if inner == TEXT else {"of": inner}


def _structure(nodes: Sequence[YamlNode], depth: int, prose: str) -> Declaration | None:
    """Declare a column of nested values if all have the same form; else return None.

    ``prose`` is the kind of long texts.
    """
    kinds = {node.kind for node in nodes if node.value is not None}
    if kinds == {"map"}:
        return _record(nodes, depth, prose)
    if kinds == {"list"}:
        items = [item for item in inner_values(nodes) if item.value is not None]
        if not items:
            return {"kind": "list"}
        inner = _structure(items, depth - 1, prose) if depth else None
        return None if inner is None else {"kind": "list", **_of(inner)}
    if kinds == {"scalar"}:
        return _scalar(nodes, prose)
    return None


def _record(nodes: Sequence[YamlNode], depth: int, prose: str) -> Declaration | None:
    if not depth:
        return None
    fields: dict[str, Declaration] = {}
    names = dict.fromkeys(name for node in nodes for name in node.value)
    for name in names:
        if not IDENTIFIER.fullmatch(name):
            return None
        given = [node.value.get(name) for node in nodes]
        held = [node for node in given if node is not None and node.value is not None]
        inner = _structure(held, depth - 1, prose) if held else TEXT
        if inner is None:
            return None
        fields[name] = inner if len(held) == len(nodes) else _optional(inner)
    return {"kind": "record", "fields": fields} if fields else None


def _scalar(nodes: Sequence[YamlNode], prose: str) -> Declaration:
    if plain := _unworded(nodes):
        return plain
    texts = [node.raw.strip() for node in nodes]
    if max(map(len, texts)) > 2 * PROSE:
        return {"kind": prose}
    return _of_words(texts)


def written(declaration: Declaration) -> str:
    """Write a declaration in YAML, as short as it can be: ``rich`` or ``{kind: number}``."""
    short = _shortened(declaration)
    return short if isinstance(short, str) else inline(short, _HAND)


def _shortened(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if set(value) == {"kind"} and isinstance(value["kind"], str):
        return value["kind"]
    return {key: _shortened(inner) for key, inner in value.items()}


def quoted(text: str) -> str:
    """Write a text in YAML, in quotes only where it needs them, also in brackets."""
    return inline(text, _HAND)
