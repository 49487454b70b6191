"""What the page needs to know of a field to have it edited, and what is written for an answer.

The page knows values as they are written: every scalar is a text, nothing is None, a list and a
mapping hold such values.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import (
    MISSING,
    ChoiceField,
    Field,
    FlagField,
    NumberField,
    RichField,
    TextField,
)
from cardgen.model.measures import LengthField
from cardgen.model.record import plain
from cardgen.model.references import ColorField, IconField, ImageField, TermField
from cardgen.model.theme import FeatureField, FontField, HyphenateField, PaintField
from cardgen.model.vocabulary import RuleNumberField
from cardgen.source.editing.patching import GONE
from cardgen.source.editing.scalars import Word
from cardgen.source.editing.written import Written
from cardgen.source.yaml import resolve

Json = dict[str, Any]

_KINDS: tuple[tuple[type[Field], str], ...] = (
    (NumberField, "number"),
    (FlagField, "flag"),
    (ChoiceField, "choice"),
    (ListField, "list"),
    (RecordField, "record"),
    (RichField, "rich"),
    (IconField, "icon"),
    (TermField, "term"),
    (ColorField, "color"),
    (ImageField, "image"),
    (PaintField, "paint"),
    (FontField, "font"),
    (LengthField, "length"),
    (RuleNumberField, "text"),
    (TextField, "text"),
)
_TYPED = (NumberField, FlagField, LengthField)
_WORDS = (
    ChoiceField, IconField, TermField, ColorField, ImageField, PaintField, FontField, FeatureField,
)  # fmt: skip


def control(field: Field) -> Json:
    """Describe a field: its kind, its limits, its choices, its default, a line of help.

    Names of icons, terms, colours and fonts are the same for all fields: see `options`.
    """
    found: Json = {
        "kind": next((name for kind, name in _KINDS if isinstance(field, kind)), "text"),
        "doc": field.doc,
        "required": field.required,
    }
    if field.default is not MISSING and not isinstance(field.default, Field):
        found["default"] = _default(field.default)
    match field:
        case NumberField():
            limits = {"min": field.min, "max": field.max, "whole": field.whole or None}
            found |= {name: value for name, value in limits.items() if value is not None}
        case ChoiceField():
            found["options"] = field.choices
        case ListField():
            limits = {"min": field.min or None, "max": field.max, "unique": field.unique or None}
            found |= {name: value for name, value in limits.items() if value is not None}
            found["of"] = control(field.of)
        case RecordField():
            found["fields"] = {name: control(inner) for name, inner in field.fields.items()}
        case ImageField():
            found["fields"] = {name: control(inner) for name, inner in field.keys.items()}
    return found


def _default(value: Any) -> Any:
    """Return a default as it would be written."""
    found = plain(value)
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int | float):
        return format(found, "g") if math.isfinite(found) else str(found)
    return found


def to_write(field: Field | None, value: Any, old: Written | None, kept: bool = False) -> Any:
    """Return what is to be written for an answer of the page, in place of ``old``.

    An empty text takes the key away, unless something else would then hold: ``kept``.
    """
    if value is None:
        return GONE
    if isinstance(value, list):
        of = field.of if isinstance(field, ListField) else None
        return [_inner(of, one) for one in value]
    if isinstance(value, Mapping):
        fields = field.fields if isinstance(field, RecordField) else {}
        inner = {name: to_write(fields.get(name), one, None) for name, one in value.items()}
        return {name: one for name, one in inner.items() if one is not GONE}
    text = value if isinstance(value, str) else json.dumps(value)
    is_text = not isinstance(field, (*_TYPED, *_WORDS, RuleNumberField, HyphenateField))
    if not text.strip() and not (kept and is_text):
        return GONE
    return _scalar(field, text, old)


def _inner(field: Field | None, value: Any) -> Any:
    found = to_write(field, value, None, kept=True)
    return "" if found is GONE else found


def _scalar(field: Field | None, text: str, old: Written | None) -> Any:
    if isinstance(field, (*_TYPED, HyphenateField)):
        return _number(text.strip())
    if isinstance(field, RuleNumberField):
        return text.strip() if old is not None and old.style else _number(text.strip())
    if isinstance(field, _WORDS):
        return Word(text.strip())
    if old is not None and old.kind == "scalar":
        if old.style in ("|", ">"):  # the break at its end is of the block, not of the text
            return text.rstrip("\n") + old.raw[len(old.raw.rstrip("\n")) :]
        if not old.style and old.raw and not isinstance(_number(old.raw), str):
            return Word(text)
    return text


def _number(text: str) -> Any:
    """Return the number or flag that a text spells, else the text as a word."""
    try:
        found = resolve(text)
    except ValueError:
        return text
    return Word(text) if isinstance(found, str) or found is None else found
