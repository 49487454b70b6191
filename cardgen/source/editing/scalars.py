"""Writes a text or number the way its author writes them.

A value keeps its style for as long as that can hold it, and what is the same at its beginning and
end keeps every byte: escapes, folded lines, doubled quotes. Numbers in brackets are sections of
the YAML specification 1.2.2.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import yaml
from msgspec import Struct

from cardgen.core.paths import CONTROL
from cardgen.source.editing.written import Written, line_start, parse
from cardgen.source.node import Scalar
from cardgen.source.yaml import resolve

_BREAK = r"(?:\r\n|\n|\r)"
_ONE_BREAK = re.compile(_BREAK)
_ESCAPE = rf"\\(?:x[0-9a-fA-F]{{2}}|u[0-9a-fA-F]{{4}}|U[0-9a-fA-F]{{8}}|{_BREAK}[ \t]*|.)"
_TOKENS = {
    style: re.compile(rf"{special}[ \t]*{_BREAK}[ \t\r\n]*|[^\r\n]")
    for style, special in {"": "", "'": "''|", '"': f"{_ESCAPE}|"}.items()
}
"""The characters of a text by its quotes: escapes, folds between lines, and all others."""
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NO_START = frozenset("-?:,[]{}#&*!|>'\"%@`= \t")
_LESS_THAN_NOTHING = re.compile(r"-\w")
"""The beginning of `-5mm`: no item of a list, which has a blank behind its dash."""
_HEADER = re.compile(r"(?P<style>[|>])(?P<rest>[-+0-9]*)(?P<comment>[^\r\n]*)")
_NARROWEST = 40


class Word(str):
    """A text whose type does not matter: it is read as it is written, `3` as well as `"3"`."""

    __slots__ = ()


class Hand(Struct, frozen=True):
    """How the author of a file writes: the break at the end of lines, the usual quote, JSON."""

    newline: str
    quote: str
    json: bool = False


def scalar(value: Scalar, old: Written | None, text: str, hand: Hand, flow: bool) -> str:
    """Return the text of a value for the file, in place of ``old`` if there is one.

    ``text`` is that file, and ``flow`` says whether the value is in brackets.
    """
    if hand.json:
        is_text = old is None or not old.style or isinstance(value, str)  # or all values are texts
        return json.dumps(value if is_text else _plain_value(value), ensure_ascii=False)
    if not isinstance(value, str):
        return _plain_value(value)
    if old is not None and old.kind == "scalar":
        kept = None
        if old.style or (old.raw and _may_be_plain(value, old.raw)):
            kept = _changed(value, old, text, hand, flow)
        if kept is None and old.style in ("|", ">"):
            kept = _block(value, old, text, hand)
            kept = kept if kept is not None and _reads(kept, value, old.style, flow) else None
        if kept is not None:
            return kept
    was = text[old.body : old.end] if old is not None and old.kind == "scalar" else ""
    if _may_be_plain(value, was) and _reads(str(value), value, "", flow):
        return str(value)
    return _quoted(value, hand.quote if old is None or old.style in ("", "|", ">") else old.style)


def inline(value: Any, hand: Hand, flow: bool = True) -> str:
    """Return a value on one line; ``flow`` says whether it is in brackets."""
    if isinstance(value, Mapping):
        parts = (f"{inline(name, hand)}: {inline(one, hand)}" for name, one in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(inline(one, hand) for one in value)}]"
    return scalar(value, None, "", hand, flow)


def _plain_value(value: Scalar) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value != value:
        return ".nan"
    return repr(value).replace("inf", ".inf")


def _may_be_plain(value: str, was: str) -> bool:
    """Whether a text reads well without quotes, and as what it is; the parser has the last word."""
    if not value or value[-1] in " \t:" or "\n" in value:
        return False
    if value[0] in _NO_START and not _LESS_THAN_NOTHING.match(value):
        return False
    return keeps_type(value) and not any(_invisible(c) and c not in was for c in value)


def keeps_type(value: str) -> bool:
    """Whether a text without quotes is read as a text, or at least as a value if it is a word."""
    try:
        found = resolve(value)
    except ValueError:
        return False
    return found is not None if isinstance(value, Word) else isinstance(found, str)


def _invisible(char: str) -> bool:
    return char != " " and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Cn")


def _reads(token: str, value: str, style: str, flow: bool) -> bool:
    """Whether the parser reads a token back as the value, in the style meant."""
    if CONTROL.search(token):
        return False
    try:
        root = parse(f"[{token}]" if flow else f"- {token}\n")
    except yaml.YAMLError:
        return False
    items = root.items
    return len(items) == 1 and (items[0].kind, items[0].raw, items[0].style) == (
        "scalar",
        value,
        style,
    )


def _quoted(value: str, preferred: str) -> str:
    """Put a text in quotes, in the others where that saves all escapes."""
    single = not any(_invisible(c) or c == "\n" for c in value)
    if preferred == "'":
        use_single = single
    else:
        use_single = single and ('"' in value or "\\" in value) and "'" not in value
    if use_single:
        return "'" + value.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, value)) + '"'


def _escaped(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if _invisible(char) or CONTROL.match(char):
        return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
    return char


# What has quotes or is a block keeps its style


class _Token(Struct, frozen=True):
    """Some characters of the source, and what they say."""

    start: int
    end: int
    says: str


def _changed(value: str, old: Written, text: str, hand: Hand, flow: bool) -> str | None:
    """Change what differs within the old text, and keep its beginning and its end."""
    found = _tokens(old, text)
    if found is None:
        return None
    _, end, tokens = found
    tail = ""
    if old.style in ("|", ">"):
        tail = old.raw[len(old.raw.rstrip("\n")) :]
        if not value.endswith(tail) or value[: len(value) - len(tail)].endswith("\n"):
            return None
        value = value[: len(value) - len(tail)]
    first = at = 0
    while first < len(tokens) and value.startswith(tokens[first].says, at):
        at += len(tokens[first].says)
        first += 1
    last, stop = len(tokens), len(value)
    while last > first:
        says = tokens[last - 1].says
        if stop - len(says) < at or not value.endswith(says, at, stop):
            break
        stop -= len(says)
        last -= 1
    begin = tokens[first].start if first < len(tokens) else end
    until = tokens[last].start if last < len(tokens) else end
    middle = _middle(value[at:stop], old, text, begin, tokens, hand)
    if middle is None:
        return None
    made = text[old.body : begin] + middle + text[until : old.end]
    if not made:
        return None
    return made if _reads(made, value + tail, old.style, flow) else None


def _middle(
    value: str, old: Written, text: str, begin: int, tokens: Sequence[_Token], hand: Hand
) -> str | None:
    """Write new characters in the midst of a text; None if its style has none such."""
    was = text[old.body : old.end]
    if old.style == '"':
        return "".join(c if c not in _SHORT and c in was else _escaped(c) for c in value)
    if CONTROL.search(value):
        return None
    if old.style == ">":
        return _folded_middle(value, text, begin, tokens, hand)
    if "\n" in value or any(_invisible(c) and c not in was for c in value):
        return None
    return value.replace("'", "''") if old.style == "'" else value


def _tokens(old: Written, text: str) -> tuple[int, int, list[_Token]] | None:
    """Return where the text of a scalar begins and ends, and its characters one by one.

    None for a literal text, which has but one form, and where a line of a folded text is indented
    further (8.1.3).
    """
    start, end, raw = old.body + bool(old.style), old.end - bool(old.style), old.raw
    if old.style in ("|", ">"):
        indent, head = _indent(old, text), _ONE_BREAK.search(text, old.body)
        if indent is None or head is None or old.style == "|":
            return None
        start, end, raw = head.end() + len(indent), old.end, raw.rstrip("\n")
        pattern = re.compile(rf"{_BREAK}(?: *{_BREAK})*{indent}(?! |\t)|[^\r\n]")
    else:
        pattern = _TOKENS[old.style]
    tokens = [
        _Token(found.start(), found.end(), _says(found[0], old.style))
        for found in pattern.finditer(text, start, end)
    ]
    return (start, end, tokens) if raw == "".join(token.says for token in tokens) else None


def _says(token: str, style: str) -> str:
    """Return the characters that one token of the source means."""
    if token[0] == "\\" and style == '"':
        return str(yaml.safe_load(f'"{token}"'))
    if breaks := len(_ONE_BREAK.findall(token)):
        return "\n" * (breaks - 1) or " "
    return "'" if style == "'" and token == "''" else token


def _indent(old: Written, text: str) -> str | None:
    """Return the indentation of a block's text; None if it has no text, or starts further in."""
    if "\n" not in text[old.body : old.end].replace("\r", "\n"):
        return None
    header = _HEADER.match(text, old.body)
    if header is None or re.search(r"\d", header["rest"]):
        return None
    for line in _ONE_BREAK.split(text[header.end() : old.end])[1:]:
        if line.strip(" "):
            return line[: len(line) - len(line.lstrip(" "))]
    return None


def _folded_middle(
    value: str, text: str, begin: int, tokens: Sequence[_Token], hand: Hand
) -> str | None:
    """Write words into a folded text, on lines no wider than those that are there."""
    folds = [token for token in tokens if token.says == " " and token.end > token.start + 1]
    first = tokens[0].start
    indent = " " * (first - line_start(text, first))
    body = text[first : tokens[-1].end]
    longest = max(len(line) for line in _ONE_BREAK.split(body)) + (len(indent) if folds else 0)
    width = max(longest, _NARROWEST) if folds else 1 << 30
    made = ""
    column = begin - line_start(text, begin)
    parts = re.split(r"(\n+| )", value)
    for number, part in enumerate(parts):
        if part.startswith("\n"):
            part = hand.newline * (len(part) + 1) + indent
            column = len(indent)
        elif part == " ":
            coming = parts[number + 1]
            before = parts[number - 1] if number else ""
            if coming and before and column + 1 + len(coming) > width:
                part, column = hand.newline + indent, len(indent)
            else:
                column += 1
        else:
            column += len(part)
        made += part
    return made


def _block(value: str, old: Written, text: str, hand: Hand) -> str | None:
    """Write a whole text with ``|`` or ``>`` anew, under the header that it has."""
    header = _HEADER.match(text, old.body)
    indent = _indent(old, text)
    body = value.rstrip("\n")
    if header is None or indent is None or not body or body[0] in " \t" or CONTROL.search(value):
        return None
    ends = len(value) - len(body)
    chomp = "-" if not ends else "+" if ends > 1 else ""
    head = header["style"] + chomp + header["comment"]
    if header["style"] == ">":
        found = _tokens(old, text)
        if found is None or re.search(r"\n[ \t]", body):
            return None
        start, _, tokens = found
        written = _folded_middle(body, text, start, tokens, hand)
        assert written is not None
        written = indent + written
    else:
        lines = body.split("\n")
        written = hand.newline.join(f"{indent}{line}" if line else "" for line in lines)
    return head + hand.newline + written + hand.newline * max(ends - 1, 0)
