"""Converts texts of a foreign table to markup of cards, cell by cell.

Tags become bold and italic words, and marks in braces become terms. Characters that are no valid
markup are escaped cell by cell, so that one odd cell does not affect the others.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache
from html import unescape
from pathlib import Path

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics
from cardgen.core.registry import distinct
from cardgen.model.fields import NAME, RichField
from cardgen.model.foreign.fonts import has_font
from cardgen.model.markup import RESERVED
from cardgen.model.richtext import TermValue
from cardgen.model.scope import Scope, icon_names
from cardgen.model.theme import slug
from cardgen.source.files import BUNDLED, Project
from cardgen.source.node import Scalar, SourceFile, YamlNode

_TAG = re.compile(
    r"""<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))*\s*/?>"""
)
"""A tag, but not `x < b and b > 3`."""
_BREAKS = frozenset("br n p div hr line li tr ul ol table h1 h2 h3 h4 h5 h6".split())
_STYLES = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_TAGS = {*_BREAKS, *_STYLES, *"u span font a td th tbody small sup sub left center right".split()}
_TAGS |= {"justify", "img", "blockquote", "code"}
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+\d*);")
_SPECIAL = re.compile(r"[\\{}*]")
_INSIDE = re.compile(r"(?<=[^\W_])\*+(?=[^\W_])")
"""Asterisks within words and numbers."""
_MARK = re.compile(r"(?<!\\)\{([^\s{}:\\]{1,12})\}|\{\{[^\s{}:]{1,24}\}\}|([\uE000-\uF8FF])")
_BRACES = re.compile(r"(?<!\\)\{[^{}\n]*\}")
_TYPED = re.compile(r"(?<!\\)\\([nq\"])(?![a-z]\w*\\)")
_VARIANT = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}]")
_LONG = re.compile(r"[^\W_\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u2e80-\ud7ff]{20,}")
"""A long word of a script that puts blanks between words."""
_PART = re.compile(r"\w{10}(?=\w{4})")
_PICTURES = ("So", "Sm", "Sk", "Cn", "Co")


class TextMender:
    """Repairs texts of a table; ``terms`` has the term of each mark, ``counts`` its cells.

    ``known_terms`` are the terms that the game has already.
    """

    def __init__(self, known_terms: Mapping[str, TermValue] = {}, hyphenate: bool = False) -> None:
        self.terms: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        self.signs: dict[str, str] = {}
        self.known_terms = known_terms
        self.hyphenate = hyphenate
        self.scope = replace(Scope(Project(Path()), "new"), terms=known_terms, icons=_icons())

    def mend(self, text: str, is_rich: bool = True) -> str:
        """Return a text without faults; markup is converted only if it ``is_rich``."""
        text = _TYPED.sub(lambda match: "\n" if match[1] == "n" else '"', text)
        if is_rich:
            has_tags = any(tag[2].lower() in _TAGS for tag in _TAG.finditer(text))
            text = self._with_terms(text)
            if has_tags or _ENTITY.search(text):
                text = without_tags(text, self.is_sound(text))
            text = self._escape_faults(text)
            text = "".join(map(_show_icon, text))
        if self.hyphenate:
            text = _LONG.sub(lambda match: _PART.sub("\\g<0>\N{SOFT HYPHEN}", match[0]), text)
        return (
            text
            if text.isascii()
            else _VARIANT.sub("", "".join(map(_spell_pictograph, text))).strip()
        )

    def is_sound(self, text: str) -> bool:
        """Return True if the markup of a text has no faults."""
        trial = replace(self.scope, diagnostics=Diagnostics())
        RichField().read(scalar_node(text), trial)
        return not len(trial.diagnostics)

    def _with_terms(self, text: str) -> str:
        """Make a term of each mark in braces, and of each letter of an icon font."""
        marks: set[str] = set()

        def term(match: re.Match[str]) -> str:
            mark, sign = match[0], match[2]
            if match[1] and (match[1] in RESERVED or self.is_sound(mark)):
                return mark
            # Other fonts have no shape for a letter of an icon font.
            mark = self.signs.setdefault(sign, f"◆{len(self.signs) + 1}") if sign else mark
            if mark not in self.terms:
                name = f"u-{ord(sign):04x}" if sign else slug(mark) or "mark"
                name = name if NAME.fullmatch(name) and name not in RESERVED else f"mark-{name}"
                used = {*self.terms.values(), *self.known_terms}
                self.terms[mark] = distinct(name, used, "-")
                terms = {n: TermValue(n, s, s) for s, n in self.terms.items()}
                self.scope = replace(self.scope, terms={**self.known_terms, **terms})
            marks.add(mark)
            return f"{{{self.terms[mark]}}}"

        text = _MARK.sub(term, text)
        self.counts.update(marks)
        return text

    def _escape_faults(self, text: str) -> str:
        """Escape characters of invalid markup: first single ones, then all if faults remain."""
        if self.is_sound(text):
            return text
        text = _INSIDE.sub(lambda stars: escape_markup(stars[0]), text)
        text = re.sub(r"\\(?![\\{}*\[\]_])", r"\\\\", text)
        text = _BRACES.sub(lambda m: m[0] if self.is_sound(m[0]) else escape_markup(m[0]), text)
        return text if self.is_sound(text) else escape_markup(text)


def escape_markup(text: str) -> str:
    """Return a text with all characters of markup escaped."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def scalar_node(value: Scalar) -> YamlNode:
    """Make a node for a value that is in no file."""
    return YamlNode(value, "scalar", 1, 1, 1, SourceFile("", ""), str(value), "cell")


def without_tags(text: str, marked: bool = False) -> str:
    """Convert known HTML tags to markup of cards (breaks, bold, italic); keep unknown tags.

    ``marked`` is True if the text between the tags already is markup.
    """
    tags = [match for match in _TAG.finditer(text) if match[2].lower() in _TAGS]
    counts = [(match[2].lower(), match[1]) for match in tags]
    even = {name for name in _STYLES if counts.count((name, "")) == counts.count((name, "/"))}
    pieces: list[str] = []
    end = 0
    for match in tags:
        between, name = text[end : match.start()], match[2].lower()
        style = _STYLES[name] if name in even else " " if name in ("td", "th") else ""
        pieces += [
            between if marked else escape_markup(between),
            "\n" if name in _BREAKS else style,
        ]
        end = match.end()
    pieces.append(text[end:] if marked or not tags else escape_markup(text[end:]))
    joined = unescape("".join(pieces)).replace("\N{NO-BREAK SPACE}", " ")
    lines = (" ".join(line.split()) for line in joined.split("\n"))
    return "\n".join(line for line in lines if line and line.strip("*"))


def lacks_font(char: str) -> bool:
    """Return True for a pictograph that none of the usual fonts has."""
    is_picture = not char.isalnum() and unicodedata.category(char) in _PICTURES
    return is_picture and not "\ufe00" <= char <= "\ufe0f" and not has_font(char)


def _show_icon(char: str) -> str:
    """Replace a pictograph that no font has by the bundled icon of its name, if any."""
    if char.isascii() or not lacks_font(char):
        return char
    names = unicodedata.name(char, "").lower().split()
    icon = next((name for name in names if name in _icons()), "")
    return f"{{icon:{icon}}}" if icon else char


@cache
def _icons() -> frozenset[str]:
    return frozenset(icon_names((BUNDLED / "templates/shared/icons",)))


def _spell_pictograph(char: str) -> str:
    """Replace a pictograph that no font has by its name: a handshake becomes (handshake)."""
    return f"({unicodedata.name(char, f'U+{ord(char):04X}').lower()})" if lacks_font(char) else char
