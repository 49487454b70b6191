"""Jinja's lexer, told what is most likely: it gives the same tokens in less time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from jinja2 import Environment, nodes
from jinja2.lexer import (
    TOKEN_BLOCK_BEGIN,
    TOKEN_BLOCK_END,
    TOKEN_COMMENT,
    TOKEN_COMMENT_BEGIN,
    TOKEN_COMMENT_END,
    TOKEN_DATA,
    TOKEN_FLOAT,
    TOKEN_NAME,
    TOKEN_OPERATOR,
    TOKEN_STRING,
    TOKEN_VARIABLE_BEGIN,
    TOKEN_VARIABLE_END,
    TOKEN_WHITESPACE,
    Lexer,
    Token,
    operators,
)
from jinja2.parser import Parser

_UNREAD = frozenset({TOKEN_WHITESPACE, TOKEN_COMMENT, TOKEN_COMMENT_BEGIN, TOKEN_COMMENT_END})
_PLAIN = frozenset(
    {TOKEN_DATA, TOKEN_BLOCK_BEGIN, TOKEN_BLOCK_END, TOKEN_VARIABLE_BEGIN, TOKEN_VARIABLE_END}
)
_ENDING = frozenset("-+%}")
"""What the end of a tag may begin with."""
_CLOSING = frozenset(")]}")
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_QUICK_NAME = "ascii_name"
_ASCII_NAME = r"[A-Za-z_][A-Za-z0-9_]*+(?![^\x00-\x7f])"

_AFTER = frozenset(
    {"comma", "rparen", "rbracket", "rbrace", "colon", TOKEN_BLOCK_END, TOKEN_VARIABLE_END}
)
"""What no expression goes on with."""

Match = Callable[[str, int], re.Match[str] | None]
Found = tuple[int, str, str]
"""A token with its line: line, kind, text."""


class QuickLexer(Lexer):
    """Inside tags asks one question where Jinja asks one for each kind of token.

    What is rare or wrong is left to Jinja: ``raw``, and all errors.
    """

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        rules = self.rules[TOKEN_BLOCK_BEGIN]
        kinds = [
            f"(?P<{rule.tokens}>(?{_flags(rule.pattern)}:{rule.pattern.pattern}))"
            for rule in rules
            if rule.tokens not in (TOKEN_BLOCK_END, TOKEN_WHITESPACE)
        ]
        either = "|".join([f"(?P<{_QUICK_NAME}>{_ASCII_NAME})", *kinds])
        self._token = re.compile(rf"\s*+(?:{either})").match
        self._ends = {
            TOKEN_BLOCK_BEGIN: rules[0],
            TOKEN_VARIABLE_BEGIN: self.rules[TOKEN_VARIABLE_BEGIN][0],
        }

    def tokeniter(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> Iterator[Found]:
        """Split a template into tokens; blanks inside tags are left out."""
        found = self._found(source) if state is None else None
        return super().tokeniter(source, name, filename, state) if found is None else iter(found)

    def _found(self, source: str) -> list[Found] | None:
        """Return the tokens of a template, or None if there is something rare or wrong in it."""
        if "\r" in source:
            return None
        source = source.removesuffix("\n")
        begin = self.rules["root"][0].pattern.match
        comment = self.rules[TOKEN_COMMENT_BEGIN][0].pattern.match
        found: list[Found] = []
        place, line, fresh = 0, 1, True
        while place < len(source):
            at = begin(source, place)
            if at is None:
                found.append((line, TOKEN_DATA, source[place:]))
                break
            kind, text = at.lastgroup or "", at[1]
            sign, data = at[(at.lastindex or 0) + 1], text
            if sign == "-":
                data = text.rstrip()
            elif sign != "+" and kind != TOKEN_VARIABLE_BEGIN:
                last = text.rfind("\n") + 1
                if (last or fresh) and not text[last:].strip():
                    data = text[:last]
            if data:
                found.append((line, TOKEN_DATA, data))
            line += text.count("\n")
            found.append((line, kind, at[kind]))
            place = at.end()
            if kind == TOKEN_COMMENT_BEGIN:
                closed = comment(source, place)
                if closed is None:
                    return None
                said, end = closed.groups()
                if said:
                    found.append((line, TOKEN_COMMENT, said))
                line += said.count("\n")
                found.append((line, TOKEN_COMMENT_END, end))
                line += end.count("\n")
                place = closed.end()
            elif kind in self._ends:
                inside = self._inside(source, place, line, kind, found)
                if inside is None:
                    return None
                place, line = inside
            else:
                return None
            fresh = source[place - 1] == "\n"
        return found

    def _inside(
        self, source: str, place: int, line: int, kind: str, found: list[Found]
    ) -> tuple[int, int] | None:
        """Find the tokens of a tag; return where it ends, and the line."""
        token, (end, end_kind, _) = self._token, self._ends[kind]
        open: list[str] = []
        while True:
            at = token(source, place)
            if at is None:
                return None
            kind = at.lastgroup or ""
            text = at[kind]
            start = at.start(kind)
            if start != place:
                line += source.count("\n", place, start)
            place = at.end()
            if kind == _QUICK_NAME:
                found.append((line, TOKEN_NAME, text))
                continue
            if kind == TOKEN_OPERATOR:
                if not open and text[0] in _ENDING and (closed := end.match(source, start)):
                    found.append((line, str(end_kind), closed[0]))
                    return closed.end(), line + closed[0].count("\n")
                if text in _CLOSED_BY:
                    open.append(_CLOSED_BY[text])
                elif text in _CLOSING and (not open or open.pop() != text):
                    return None
            found.append((line, kind, text))
            if kind == TOKEN_STRING:
                line += text.count("\n")

    def _normalize_newlines(self, value: str) -> str:
        return value  # `tokeniter` has done so to the whole text

    def wrap(
        self,
        stream: Iterable[tuple[int, str, str]],
        name: str | None = None,
        filename: str | None = None,
    ) -> Iterator[Token]:
        """Turn what was found into tokens for the parser; Jinja is left what is rare."""
        for line, kind, text in stream:
            if kind in _UNREAD:
                continue
            if kind in _PLAIN or (kind == TOKEN_NAME and text.isascii()):
                yield Token(line, kind, text)
            elif kind == TOKEN_OPERATOR:
                yield Token(line, operators[text], text)
            elif kind == TOKEN_FLOAT:
                yield Token(line, kind, float(text.replace("_", "")))  # type: ignore[arg-type]
            else:
                yield from super().wrap([(line, kind, text)], name, filename)


def _flags(pattern: re.Pattern[str]) -> str:
    """Return the flags of a pattern as they stand inside of one."""
    letters = {re.I: "i", re.M: "m", re.S: "s", re.X: "x"}
    return "".join(letter for flag, letter in letters.items() if pattern.flags & flag)


class QuickParser(Parser):
    """Looks at once whether an expression is a single operand; Jinja asks ten operators first."""

    _first: nodes.Expr | None = None

    def parse_condexpr(self) -> nodes.Expr:
        """Parse an expression of any kind."""
        stream = self.stream
        token = stream.current
        if token.type == TOKEN_NAME and token.value == "not":
            return super().parse_condexpr()
        first = self.parse_unary()
        after = stream.current
        if after.type in _AFTER:
            return first
        # Jinja goes on from the beginning, and is given what has been read for the first operand.
        stream.push(after)
        stream.current = token
        self._first = first
        return super().parse_condexpr()

    def parse_unary(self, with_filter: bool = True) -> nodes.Expr:
        """Parse an operand, with its sign, calls and filters."""
        first = self._first
        if first is None:
            return super().parse_unary(with_filter)
        self._first = None
        next(self.stream)
        return first
