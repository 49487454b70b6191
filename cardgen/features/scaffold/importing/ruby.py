"""Read the literal part of Ruby: statements with their blocks, and values that need no running.

Nothing is executed. Strings, numbers, symbols, arrays, hashes, columns of a table and a few methods
of them have a value; anything else raises UnsupportedError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.features.scaffold.importing.foreign import CardTable, PerCard, UnsupportedError

_TOKEN = re.compile(
    r"""\s*(?:(?P<words>%[wi](?:\([^)]*\)|\[[^]]*\]|\{[^}]*\}))
    |(?P<number>\d[\d_]*(?:\.\d+)?)
    |(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<label>[a-zA-Z_]\w*:(?!:))
    |(?P<symbol>:(?:"[^"]*"|[a-zA-Z_]\w*))
    |(?P<name>[@$]?[A-Za-z_]\w*[?!]?)
    |(?P<op>\.\.|=>|::|==|&&|\|\||<<|[^\s\w]))""",
    re.VERBOSE,
)
_COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\#(?!\{).*""")
_BLOCK = re.compile(r"\bdo\s*(?:\|([^|]*)\|)?$")
_OPAQUE = re.compile(r"(?:\w+\s*=\s*)?(?:if|unless|case|while|until|begin|def|class|module|for)\b")
_OPEN_END = re.compile(r"(?:[,\\(\[{+.|]|&&|=)$")
_ESCAPES = {"n": "\n", "t": "\t", "e": "\x1b", "s": " "}
_METHODS: Mapping[str, Callable[[str], str]] = {
    "downcase": str.lower,
    "upcase": str.upper,
    "capitalize": str.capitalize,
    "strip": str.strip,
    "to_s": str,
    "to_sym": str,
}
_DEEP = 40


class Statement(Struct, frozen=True):
    """A statement on one logical line; ``body`` is that of its `do` block, None without one.

    What an ``opaque`` one does depends on conditions or definitions.
    """

    line: int
    text: str
    body: tuple[Statement, ...] | None = None
    parameters: tuple[str, ...] = ()
    opaque: bool = False


def statements(text: str) -> tuple[Statement, ...]:
    """Split a script into statements."""
    return tuple(_block(_logical(text), 0))


def _logical(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines without comments, those that go on joined; here-documents are left out."""
    begun, number, until = "", 0, ""
    lines = text.splitlines()
    for at, line in enumerate(lines, 1):
        if until:
            until = "" if line.strip() == until else until
            continue
        if line.startswith("=begin"):
            until = "=end"
            continue
        if line.startswith("__END__"):
            break
        line = _COMMENT.sub(lambda found: found[1] or "", line).strip()
        if not begun:
            number = at
        begun = f"{begun} {line}".strip().removesuffix("\\").strip()
        if here := re.search(r"<<[-~]?([A-Z]\w*)", line):
            until = here[1]
        bare = re.sub(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", "", begun)
        depth = sum(bare.count(sign) for sign in "([{") - sum(bare.count(sign) for sign in ")]}")
        following = next(
            (one.strip() for one in lines[at:] if one.strip()[:1] not in ("", "#")), ""
        )
        block = _BLOCK.search(begun) is not None
        if depth <= 0 and (block or not _OPEN_END.search(begun)) and not following.startswith("."):
            if begun:
                yield number, begun
            begun = ""
        elif not line and not begun:
            begun = ""


def _block(lines: Iterator[tuple[int, str]], depth: int) -> Iterator[Statement]:
    for number, line in lines:
        if line.split(".")[0] in ("end", "end)"):
            return
        block = _BLOCK.search(line)
        opaque = (
            block is None and _OPAQUE.match(line) is not None and not re.search(r"\bend$", line)
        )
        if (block is None and not opaque) or depth > _DEEP:
            yield Statement(number, line)
            continue
        body = tuple(_block(lines, depth + 1))
        names = tuple(name.strip() for name in (block[1] or "").split(",")) if block else ()
        text = line[: block.start()].strip() if block else line
        yield Statement(number, text, body, names, opaque)


class Expressions:
    """The values of a text; ``known`` are those of its names."""

    def __init__(self, text: str, known: Mapping[str, Any]) -> None:
        self._known = known
        self._tokens = [
            (found.lastgroup or "", found[found.lastgroup or 0]) for found in _TOKEN.finditer(text)
        ]
        self._at = 0

    def _peek(self, ahead: int = 0) -> tuple[str, str]:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ("end", "")

    def _take(self, *wanted: str) -> bool:
        if self._peek()[0] in ("op", "name") and self._peek()[1] in wanted:
            self._at += 1
            return True
        return False

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise UnsupportedError(f"`{self._peek()[1] or 'the end'}` would have to be run")

    def whole(self) -> Any:
        """Return the value of the text; raises UnsupportedError if something is left over."""
        value = self.value()
        if self._peek()[0] != "end":
            raise UnsupportedError(f"`{self._peek()[1]}` would have to be run")
        return value

    def options(self) -> dict[str, Any]:
        """Return the named arguments of a call; those without a value are UnsupportedErrors."""
        found: dict[str, Any] = {}
        self._take("(")
        while self._peek()[0] != "end" and self._peek()[1] != ")":
            kind, word = self._peek()
            name = word[:-1] if kind == "label" else word.strip(":'\"")
            if kind == "label" or self._peek(1) == ("op", "=>"):
                self._at += 1 if kind == "label" else 2
                begin = self._at
                try:
                    found[name] = self.value()
                    if self._peek()[1] not in (",", "", ")"):
                        raise UnsupportedError(f"`{self._peek()[1]}` would have to be run")
                except UnsupportedError as error:
                    self._at, found[name] = begin, error
            self._skip()
            if not self._take(","):
                break
        return found

    def _skip(self) -> None:
        """Go to the comma or bracket that ends an argument."""
        depth = 0
        while self._peek()[0] != "end":
            word = self._peek()[1]
            depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
            if depth < 0 or (depth == 0 and word == ","):
                return
            self._at += 1

    def value(self) -> Any:
        """Return the value that follows."""
        value = self._sum()
        if self._take(".."):
            last = self._sum()
            if not isinstance(value, int) or not isinstance(last, int):
                raise UnsupportedError("`..` would have to be run")
            return range(value, last + 1)
        if self._take("?"):
            yes = self.value()
            if self._peek()[0] == "symbol":
                raise UnsupportedError("a condition that is written too closely")
            self._need(":")
            no = self.value()
            return yes if value not in (None, False) else no
        return value

    def _sum(self, signs: str = "+-") -> Any:
        value = self._sum("*/") if signs == "+-" else self._suffixed()
        while self._peek()[0] == "op" and self._peek()[1] in signs:
            sign = self._peek()[1]
            self._at += 1
            value = _computed(sign, value, self._sum("*/") if signs == "+-" else self._suffixed())
        return value

    def _suffixed(self) -> Any:
        value = self._single()
        while True:
            if self._take("["):
                value = _item(value, self.value())
                self._need("]")
            elif self._take("."):
                value = self._method(value)
            else:
                return value

    def _single(self) -> Any:
        kind, word = self._peek()
        self._at += 1
        match kind:
            case "number":
                number = float(word.replace("_", ""))
                return int(number) if number.is_integer() and "." not in word else number
            case "string":
                return self._string(word)
            case "symbol":
                return word[1:].strip('"')
            case "words":
                return word[3:-1].split()
            case "name" if word in ("nil", "true", "false"):
                return {"nil": None, "true": True, "false": False}[word]
            case "name" if word in ("inches", "cm", "mm") and self._peek()[1] == "(":
                self._need("(")
                number = self.value()
                self._need(")")
                return f"{number}{word.removesuffix('ches')}"
            case "name" if word in self._known:
                return self._known[word]
            case "op" if word == "[":
                return self._list("]")
            case "op" if word == "(":
                value = self.value()
                self._need(")")
                return value
            case "op" if word == "-":
                return _computed("-", 0, self._suffixed())
            case "op" if word == "{":
                return self._hash()
        raise UnsupportedError(f"`{word}` would have to be run" if word else "a value is missing")

    def _list(self, closing: str) -> list[Any]:
        items: list[Any] = []
        while not self._take(closing):
            items.append(self.value())
            if self._peek()[1] != closing:
                self._need(",")
        return items

    def _hash(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while not self._take("}"):
            kind, word = self._peek()
            self._at += 1
            if kind != "label":
                self._need("=>")
            made[word.strip(":'\"")] = self.value()
            if self._peek()[1] != "}":
                self._need(",")
        return made

    def _string(self, written: str) -> str:
        inner = written[1:-1]
        if written[0] == "'":
            return re.sub(r"\\([\\'])", r"\1", inner)

        def part(found: re.Match[str]) -> str:
            if found[1] is not None:
                value = Expressions(found[1], self._known).whole()
                return "" if value is None else _text(value)
            if found[2] is not None:
                return chr(int(found[2], 16))
            return _ESCAPES.get(found[3], found[3])

        return re.sub(r"#\{([^}]*)\}|\\u\{?([0-9a-fA-F]{4,5})\}?|\\(.)", part, inner)

    def _method(self, value: Any) -> Any:
        name = self._peek()[1]
        self._at += 1
        cells = value.cells if isinstance(value, PerCard) else value
        if isinstance(value, CardTable):
            if name in ("nrows", "size"):
                return value.rows
            return value.column(name)
        if name == "nil?":
            return value in (None, "")
        if name == "to_s" and isinstance(value, (int, float)):
            return _text(value)
        if name in _METHODS and (value is None or isinstance(value, str)):
            return _METHODS[name](value or "")
        if isinstance(cells, list):
            if name in ("size", "length", "count"):
                return len(cells)
            if name == "first" and cells:
                return cells[0]
            if name == "map" and self._take("{"):
                return self._mapped(cells)
        raise UnsupportedError(f"`.{name}` would have to be run")

    def _mapped(self, cells: list[Any]) -> list[Any]:
        """Return what a block in braces makes of each value."""
        self._need("|")
        name = self._peek()[1]
        self._at += 1
        self._need("|")
        begin, known, made = self._at, self._known, []
        for cell in cells or [""]:
            self._at, self._known = begin, {**known, name: cell}
            try:
                made.append(self.value())
            finally:
                self._known = known
        self._need("}")
        return made[: len(cells)]


def _text(value: Any) -> str:
    if isinstance(value, (str, int, float)):
        return str(value)
    raise UnsupportedError("a text of something that is no word and no number")


def _item(value: Any, key: Any) -> Any:
    if isinstance(value, CardTable):
        return value.column(str(key))
    if isinstance(value, dict) and str(key) in value:
        return value[str(key)]
    raise UnsupportedError(f"`[{key}]` is not known")


def _computed(sign: str, one: Any, two: Any) -> Any:
    if (
        sign == "+"
        and isinstance(one, str)
        and isinstance(two, str)
        and not re.match(r"[\d.]+\w+$", one)
    ):
        return one + two
    if not all(isinstance(number, (int, float)) for number in (one, two)) or (
        sign == "/" and not two
    ):
        raise UnsupportedError(f"`{sign}` would have to be run")
    return {"+": one + two, "-": one - two, "*": one * two, "/": one / (two or 1)}[sign]
