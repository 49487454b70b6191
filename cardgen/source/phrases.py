"""Phrases: the words that a template prints itself, for translators.

A phrase is what stands between two tags or statements, with the expressions and the inline tags
inside: ``Draw {{ n }} <b>cards</b>``. Words in code are one where they stand in ``_("…")``, the
usual mark of gettext; ``_("Draw {1}", n)`` puts values into them. A phrase is replaced in the text
of the template, before that is compiled, so a translated template is a template like any other; no
line is added or removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from msgspec import Struct

PHRASE = "_"
"""The function that marks words in code as a phrase, and returns them."""

_INLINE = frozenset("b i u s sup sub br span icon".split())
_TOKEN = re.compile(
    r"(?P<code>\{\{|\{%)|</?(?P<tag>[A-Za-z_][\w.-]*)|\{\#.*?(?:\#\}|\Z)"
    r"|<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)",
    re.DOTALL,
)
_IN_TAG = re.compile(r">|\{\{|\{%")
_MARKED = re.compile(rf"""(?<![\w.]){PHRASE}\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*[,)]""")
_ENTITY = re.compile(r"&#?\w+;")
_WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_\x00-\u024f]")
_PATH = re.compile(r"(?=\D*\d)[MmZzLlHhVvCcSsQqTtAa\d\s.,+-]*")


# Strings in Jinja's code are skipped as a whole: they may contain tags and closing delimiters.
_IN_CODE = re.compile(
    r"""\"(?:[^"\\]|\\.)*+(?:"|\Z) | '(?:[^'\\]|\\.)*+(?:'|\Z) | %\} | [{}]""",
    re.DOTALL | re.VERBOSE,
)


class Phrase(Struct, frozen=True):
    """Words from ``start`` up to ``end`` of a template, each line break in them a space.

    ``quote`` is what they stand in where they are in code.
    """

    start: int
    end: int
    text: str
    quote: str = ""


def template_context(name: str) -> str:
    """Return the context of the phrases of a template, given its name."""
    return f"templates/{name.removeprefix('shared/')}"


def phrases(source: str) -> Iterator[Phrase]:
    """Yield the phrases of a template in order."""
    at = begin = 0
    words, inner = False, list[Phrase]()
    for start, end, goes_on in _tokens(source):
        words = words or _has_words(source[at:start])
        marked = list(_marked(source, start, end))
        if goes_on:
            inner += marked
        else:
            yield from [_trimmed(source, begin, start)] if words else inner
            yield from marked
            begin, words, inner = end, False, []
        at = end
    words = words or _has_words(source[at:])
    yield from [_trimmed(source, begin, len(source))] if words else inner


def translated(source: str, said: Callable[[str], str]) -> str:
    """Return a template whose phrases are what is said for each."""
    written, last = [], 0
    for one in phrases(source):
        text = said(one.text)
        if text != one.text:
            if one.quote:
                text = re.sub(rf"([\\{one.quote}])", r"\\\1", text)
            breaks = source.count("\n", one.start, one.end)
            written += [source[last : one.start], text, "\n" * breaks]
            last = one.end
    return "".join((*written, source[last:]))


def _tokens(source: str) -> Iterator[tuple[int, int, bool]]:
    """Yield where what is not text begins and ends, and whether a phrase goes on over it."""
    at = 0
    while match := _TOKEN.search(source, at):
        start, at = match.span()
        if match["code"]:
            at = end_of_code(source, at, match["code"])
        elif match["tag"]:
            at = _end_of_tag(source, at)
        yield start, at, match["code"] == "{{" or match["tag"] in _INLINE


def _end_of_tag(source: str, at: int) -> int:
    while match := _IN_TAG.search(source, at):
        at = match.end()
        if match[0] == ">":
            return at
        at = end_of_code(source, at, match[0])
    return len(source)


def _has_words(text: str) -> bool:
    """Whether a text has a word; a single letter, or the data of a path, is none."""
    text = _ENTITY.sub("", text)
    return _WORD.search(text) is not None and not _PATH.fullmatch(text)


def _trimmed(source: str, start: int, end: int) -> Phrase:
    whole = source[start:end]
    start += len(whole) - len(whole.lstrip())
    end = start + len(whole.strip())
    return Phrase(start, end, " ".join(source[start:end].split()))


def _marked(source: str, start: int, end: int) -> Iterator[Phrase]:
    """Yield the marked words in the code of a tag, a statement or an expression."""
    for match in _MARKED.finditer(source, start, end):
        text = match[1][1:-1]
        with suppress(UnicodeDecodeError):  # Jinja reads a string as Python does
            text = text.encode("ascii", "backslashreplace").decode("unicode-escape")
        yield Phrase(match.start(1) + 1, match.end(1) - 1, text, match[1][0])


def end_of_code(source: str, at: int, opening: str) -> int:
    """Return where a statement or expression ends; an expression may hold dicts, ``{{ {…} }}``."""
    depth = 0
    for match in _IN_CODE.finditer(source, at):
        if match[0] == "%}":
            if opening == "{%":
                return match.end()
        elif opening == "{{":
            if match[0] == "{":
                depth += 1
            elif match[0] == "}" and depth:
                depth -= 1
            elif match[0] == "}" and source.startswith("}", match.end()):
                return match.end() + 1
    return len(source)
