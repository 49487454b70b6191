"""Writes a text or number in the style of the file's author.

A value keeps its quotes or block style if that style can hold it. Its unchanged beginning and end
keep every byte: escapes, folded lines, doubled quotes. Numbers in brackets are sections of the YAML
specification 1.2.2.
"""

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
"""Patterns of single characters, by quote: escapes, folds between lines, and other characters."""
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NO_START = frozenset("-?:,[]{}#&*!|>'\"%@`= \t")
_LESS_THAN_NOTHING = re.compile(r"-\w")
"""The beginning of `-5mm`, which is not a list item: there, a blank follows the dash."""
_HEADER = re.compile(r"(?P<style>[|>])(?P<rest>[-+0-9]*)(?P<comment>[^\r\n]*)")
_NARROWEST = 40


class Word(str):
    """A text that may be read with any type: `3` is as good as `"3"`."""

    __slots__ = ()


def as_written(value: Any) -> Any:
    """Return a value with all its texts as words, as if they were copied from a file."""
    if isinstance(value, Mapping):
        return {name: as_written(inner) for name, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [as_written(inner) for inner in value]
    return Word(value) if isinstance(value, str) else value


class FileStyle(Struct, frozen=True):
    """The style of a file: its line break, its usual quote, and whether it is JSON."""

    newline: str
    quote: str
    json: bool = False


def scalar(value: Scalar, old: Written | None, text: str, style: FileStyle, flow: bool) -> str:
    """Return the text for a value, which replaces ``old`` if that is not None.

    ``text`` is the text of the file. ``flow`` is True if the value is in brackets.
    """
    if style.json:
        is_text = old is None or not old.style or isinstance(value, str)  # or all values are texts
        return json.dumps(value if is_text else _plain_value(value), ensure_ascii=False)
    if not isinstance(value, str):
        return _plain_value(value)
    if old is not None and old.kind == "scalar":
        changed = None
        if old.style or (old.raw and _may_be_plain(value, old.raw)):
            changed = _change_within(value, old, text, style, flow)
        if changed is None and old.style in ("|", ">"):
            changed = _block(value, old, text, style)
            if changed is not None and not _reads_back(changed, value, old.style, flow):
                changed = None
        if changed is not None:
            return changed
    old_text = text[old.body : old.end] if old is not None and old.kind == "scalar" else ""
    if _may_be_plain(value, old_text) and _reads_back(str(value), value, "", flow):
        return str(value)
    return _quote(value, style.quote if old is None or old.style in ("", "|", ">") else old.style)


def inline(value: Any, style: FileStyle, flow: bool = True) -> str:
    """Return a value on one line; ``flow`` is True if it is in brackets."""
    if isinstance(value, Mapping):
        parts = (f"{inline(name, style)}: {inline(inner, style)}" for name, inner in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(inline(inner, style) for inner in value)}]"
    return scalar(value, None, "", style, flow)


def _plain_value(value: Scalar) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value != value:
        return ".nan"
    return repr(value).replace("inf", ".inf")


def _may_be_plain(value: str, old_text: str) -> bool:
    """Whether a text probably needs no quotes; `_reads_back` makes sure."""
    if not value or value[-1] in " \t:" or "\n" in value:
        return False
    if value[0] in _NO_START and not _LESS_THAN_NOTHING.match(value):
        return False
    return keeps_type(value) and not any(_invisible(c) and c not in old_text for c in value)


def keeps_type(value: str) -> bool:
    """Whether an unquoted text is read as a text; a `Word` may have any type."""
    try:
        resolved = resolve(value)
    except ValueError:
        return False
    return resolved is not None if isinstance(value, Word) else isinstance(resolved, str)


def _invisible(char: str) -> bool:
    return char != " " and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Cn")


def _reads_back(token: str, value: str, style: str, flow: bool) -> bool:
    """Whether the parser reads a token as the value in the given style."""
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


def _quote(value: str, preferred: str) -> str:
    """Put a text in quotes; use the other kind of quote if that avoids all escapes."""
    single = not any(_invisible(c) or c == "\n" for c in value)
    if preferred == "'":
        use_single = single
    else:
        use_single = single and ('"' in value or "\\" in value) and "'" not in value
    if use_single:
        return "'" + value.replace("'", "''") + "'"
    return '"' + "".join(map(_escape, value)) + '"'


def _escape(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if _invisible(char) or CONTROL.match(char):
        return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
    return char


# Quoted texts and blocks keep their style


class _Token(Struct, frozen=True):
    """A piece of the source and the characters that it encodes."""

    start: int
    end: int
    text: str


def _change_within(value: str, old: Written, text: str, style: FileStyle, flow: bool) -> str | None:
    """Replace the part of the old text that differs; keep its beginning and its end."""
    parts = _tokens(old, text)
    if parts is None:
        return None
    _, end, tokens = parts
    tail = ""
    if old.style in ("|", ">"):
        tail = old.raw[len(old.raw.rstrip("\n")) :]
        if not value.endswith(tail) or value[: len(value) - len(tail)].endswith("\n"):
            return None
        value = value[: len(value) - len(tail)]
    first = offset = 0
    while first < len(tokens) and value.startswith(tokens[first].text, offset):
        offset += len(tokens[first].text)
        first += 1
    last, stop = len(tokens), len(value)
    while last > first:
        token_text = tokens[last - 1].text
        if stop - len(token_text) < offset or not value.endswith(token_text, offset, stop):
            break
        stop -= len(token_text)
        last -= 1
    begin = tokens[first].start if first < len(tokens) else end
    until = tokens[last].start if last < len(tokens) else end
    middle = _middle(value[offset:stop], old, text, begin, tokens, style)
    if middle is None:
        return None
    new_token = text[old.body : begin] + middle + text[until : old.end]
    if not new_token:
        return None
    return new_token if _reads_back(new_token, value + tail, old.style, flow) else None


def _middle(
    value: str, old: Written, text: str, begin: int, tokens: Sequence[_Token], style: FileStyle
) -> str | None:
    """Encode new characters for the inside of a text; None if its style cannot hold them."""
    old_text = text[old.body : old.end]
    if old.style == '"':
        return "".join(c if c not in _SHORT and c in old_text else _escape(c) for c in value)
    if CONTROL.search(value):
        return None
    if old.style == ">":
        return _folded_middle(value, text, begin, tokens, style)
    if "\n" in value or any(_invisible(c) and c not in old_text for c in value):
        return None
    return value.replace("'", "''") if old.style == "'" else value


def _tokens(old: Written, text: str) -> tuple[int, int, list[_Token]] | None:
    """Return the start and end of a scalar's text, and its characters one by one.

    None for a literal text, which has no other form, and for a folded text with lines that are
    indented further (8.1.3).
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
        _Token(match.start(), match.end(), _decode_token(match[0], old.style))
        for match in pattern.finditer(text, start, end)
    ]
    return (start, end, tokens) if raw == "".join(token.text for token in tokens) else None


def _decode_token(token: str, style: str) -> str:
    """Return the characters that one token of the source encodes."""
    if token[0] == "\\" and style == '"':
        return str(yaml.safe_load(f'"{token}"'))
    if breaks := len(_ONE_BREAK.findall(token)):
        return "\n" * (breaks - 1) or " "
    return "'" if style == "'" and token == "''" else token


def _indent(old: Written, text: str) -> str | None:
    """Return the indentation of a block's text; None if it has no text or names its indentation."""
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
    value: str, text: str, begin: int, tokens: Sequence[_Token], style: FileStyle
) -> str | None:
    """Insert words into a folded text, on lines that are no wider than the existing ones."""
    folds = [token for token in tokens if token.text == " " and token.end > token.start + 1]
    first = tokens[0].start
    indent = " " * (first - line_start(text, first))
    body = text[first : tokens[-1].end]
    longest = max(len(line) for line in _ONE_BREAK.split(body)) + (len(indent) if folds else 0)
    width = max(longest, _NARROWEST) if folds else 1 << 30
    result = ""
    column = begin - line_start(text, begin)
    parts = re.split(r"(\n+| )", value)
    for number, part in enumerate(parts):
        if part.startswith("\n"):
            part = style.newline * (len(part) + 1) + indent
            column = len(indent)
        elif part == " ":
            coming = parts[number + 1]
            before = parts[number - 1] if number else ""
            if coming and before and column + 1 + len(coming) > width:
                part, column = style.newline + indent, len(indent)
            else:
                column += 1
        else:
            column += len(part)
        result += part
    return result


def _block(value: str, old: Written, text: str, style: FileStyle) -> str | None:
    """Write a whole ``|`` or ``>`` text anew, with its existing header."""
    header = _HEADER.match(text, old.body)
    indent = _indent(old, text)
    body = value.rstrip("\n")
    if header is None or indent is None or not body or body[0] in " \t" or CONTROL.search(value):
        return None
    ends = len(value) - len(body)
    chomp = "-" if not ends else "+" if ends > 1 else ""
    head = header["style"] + chomp + header["comment"]
    if header["style"] == ">":
        parts = _tokens(old, text)
        if parts is None or re.search(r"\n[ \t]", body):
            return None
        start, _, tokens = parts
        body_text = _folded_middle(body, text, start, tokens, style)
        assert body_text is not None
        body_text = indent + body_text
    else:
        lines = body.split("\n")
        body_text = style.newline.join(f"{indent}{line}" if line else "" for line in lines)
    return head + style.newline + body_text + style.newline * max(ends - 1, 0)
