"""Markup of texts: bold, raised, underlined, terms, icons, numbers, cards, breaks and lists.

It is parsed when the data is loaded, so that every mistake has a line and a column. The result
is a `Rich` text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model import problems
from cardgen.model.emphasis import Stars, emphasize
from cardgen.model.richtext import EMPTY, Rich, escape
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode

Locate = Callable[[int, int], Location]
"""Turns an offset and a length in a text into the place in its file."""

_SPECIAL = re.compile(r"[\\*{}\n&<>]")
_BULLETED, _NUMBERED = r"[-*]", r"[-*]|\d{1,2}[.)]"


def _tokens(marks: str) -> re.Pattern[str]:
    line = rf"[ \t]*\n\s*(?:(?:{marks})[ \t]+(?=\S))?"
    return re.compile(rf"(\\[\s\S]?|\*+|\{{[^{{}}]*\}}|[{{}}]|{line})")


_TOKEN, _TOKEN_NUMBERED = _tokens(_BULLETED), _tokens(_NUMBERED)
_NUMBERS = re.compile(r"(?m)^[ \t]*1([.)]) [\s\S]*^[ \t]*2\1 ")
"""What a text has that has a numbered list: one that merely begins a line with a date has not."""
_LOOKS = ("sup", "sub", "u", "s")
"""Words between braces that say how others look: raised, lowered, underlined, struck through."""
RESERVED = ("br", "icon", "rule", "card", *_LOOKS)
"""What braces may begin with besides a term."""
_ESCAPABLE = "{}*\\"
_BREAK, _PARAGRAPH = Rich("\n", "<br/>"), Rich("\n", "<p/>")
_LINE = Rich("\n", "")


def read_rich(node: YamlNode, scope: Scope) -> Rich:
    """Parse the text of a scalar node; every mistake is reported at its exact place."""
    folded = node.style != "literal"
    if scope.translation is not None:
        whole = node.raw if folded else joined(node.raw)
        source = (node.raw if whole is None else whole).strip()
        said = scope.said(source, node.at, "rich")
        if said is not None:
            at = said.at
            locate = node.locate if at is None else lambda offset, length: at
            return parse_rich(said.text, scope, locate, folded=whole is not None)
    return parse_rich(node.raw, scope, node.locate, folded=folded)


def parse_rich(text: str, scope: Scope, locate: Locate, *, folded: bool) -> Rich:
    """Parse inline markup.

    ``folded`` says that lines were joined already, as YAML does in all but literal blocks (``|``;
    YAML 1.2.2, 6.5 and 8.1.2): a newline that remains is then a break, otherwise it is a space. An
    empty line begins a paragraph. Lines that begin with `- `, `* `, or `1. ` and `2. `, are a list:
    a line that is indented belongs to the item above, any other one ends the list.
    """
    if not _SPECIAL.search(text):
        text = scope.marked(text.strip())
        return Rich(text, text) if '"' not in text else Rich(text, escape(text))
    lead = len(text) - len(text.lstrip())
    parts, added = _split(text.strip())
    return _Parser(scope, locate, folded).parse(parts, lead - added)


def _split(text: str) -> tuple[list[str], int]:
    """Return plain parts and tokens by turns, and how many characters were put before the text.

    A text whose first line is an item of a list gets the end of a line before it.
    """
    tokens = _TOKEN_NUMBERED if "2" in text and _NUMBERS.search(text) else _TOKEN
    if "\n" in text and len(tokens.split(f"\n{text}", 1)[1]) > 1:
        return tokens.split(f"\n{text}"), 1
    return tokens.split(text), 0


class _LineStart(Struct, frozen=True):
    """How a line begins: behind an empty one or not, how far in, with which mark of a list."""

    empty: bool
    indent: int
    mark: str

    @classmethod
    def of(cls, token: str) -> _LineStart:
        """Read a token with the end of a line in it."""
        last = token.rpartition("\n")[2]
        mark = last.strip()
        return cls(
            token.count("\n") > 1, len(last) - len(last.lstrip()) if mark else len(last), mark
        )


def joined(text: str) -> str | None:
    """Return the text of a literal block with its lines joined: it reads the same in quotes.

    A newline that remains is a break, and two separate paragraphs: see `parse_rich`. None
    for a list of one item, which is no list once it stands in one line.
    """
    parts, added = _split(text.strip())
    lists: list[int] = []  # the indents of the items above
    for place in range(1, len(parts), 2):
        if parts[place].strip(" \t")[:1] != "\n":
            continue
        line = _LineStart.of(parts[place])
        margin = " " * line.indent
        if line.mark:
            lists = [*(one for one in lists if one < line.indent), line.indent]
            parts[place] = f"\n{margin}{line.mark} "
        elif lists and line.indent <= lists[-1]:
            lists = [one for one in lists if one < line.indent]
            parts[place] = f"\n{margin}"
        elif line.empty:
            parts[place] = f"\n\n{margin}" if lists else "\n\n"
        else:
            parts[place] = " "
    found = "".join(parts).strip()
    return found if "\n" in found or not added else None


_FAULT_LIMIT = 10  # a text; more would only repeat the same mistake


class _Parser(Struct):
    """Parses one text.

    ``stars`` are the runs of asterisks of a paragraph or item; ``lists`` are the lists, each with
    the indent of its marks and its tag.
    """

    scope: Scope
    locate: Locate
    folded: bool
    faults: int = 0
    plain: list[str] = []
    markup: list[str] = []
    cites: list[str] = []
    stars: list[Stars] = []
    lists: list[tuple[int, str]] = []

    def parse(self, parts: list[str], offset: int) -> Rich:
        is_token = False
        for place, part in enumerate(parts):
            if not is_token:
                if part:
                    before = next((text[-1] for text in reversed(self.plain) if text), "")
                    part = self.scope.marked(part, before)
                    self._put(Rich(part, escape(part)))
            elif part[0] == "{":
                self._braces(part, offset)
            elif part[0] == "*":
                self._stars(parts, place, offset)
            elif part[0] == "\\":
                self._escaped(part, offset)
            elif part == "}":
                self._fault(offset, 1, "a `}` closes nothing", "write `\\}` for the character")
            else:
                self._newline(part)
            offset += len(part)  # as long in print
            is_token = not is_token
        self._emphasize()
        self._leave(-1)
        return Rich("".join(self.plain).lstrip("\n"), "".join(self.markup), frozenset(self.cites))

    def _stars(self, parts: list[str], place: int, offset: int) -> None:
        """Note a run of asterisks; what it means shows when all of its paragraph is read."""
        before, after = (
            "".join(parts[max(place - 2, 0) : place]),
            "".join(parts[place + 1 : place + 3]),
        )
        self.stars.append(Stars.of(before[-1:], parts[place], after[:1], offset, len(self.markup)))
        self._put(EMPTY)

    def _emphasize(self) -> None:
        """Turn the runs of a paragraph into emphasis, and report those without another end.

        All other runs are asterisks to be printed.
        """
        emphasize(self.stars)
        for run in self.stars:
            self.markup[run.place], self.plain[run.place] = run.markup, "*" * run.left
            if run.fault:
                mark = "*" * (run.left or run.count)
                hint = f"put `{mark}` at the other end, or write `\\*` for an asterisk"
                self._fault(run.offset, run.count, f"`{mark}` {run.fault}", hint)
        self.stars.clear()

    def _put(self, piece: Rich) -> None:
        self.plain.append(piece.plain)
        self.markup.append(piece.markup)
        self.cites.extend(piece.cites)

    def _fault(self, offset: int, length: int, message: str, hint: str) -> None:
        self.faults += 1
        if self.faults > _FAULT_LIMIT:
            return
        self.scope.fault(problems.bad_markup(self.locate(offset, length), message, hint))

    def _newline(self, part: str) -> None:
        line = _LineStart.of(part)
        if line.mark:
            self._item(line)
            return
        if self.lists and line.indent <= self.lists[-1][0]:
            self._emphasize()
            self._leave(line.indent - 1)
            self._put(_LINE)
        elif line.empty:
            self._emphasize()
            self._put(_PARAGRAPH)
        elif self.folded:
            self._put(_BREAK)
        else:
            self._put(Rich(" ", " "))

    def _item(self, line: _LineStart) -> None:
        """Begin an item of a list."""
        self._emphasize()
        self._leave(line.indent)
        tag = "ul" if line.mark in "-*" else "ol"
        if self.lists and self.lists[-1] == (line.indent, tag):
            items = "</li><li>"
        else:
            self._leave(line.indent - 1)
            number = int(line.mark[:-1]) if tag == "ol" else 1
            start = f' start="{number}"' if number != 1 else ""
            form = ' form="1)"' if line.mark.endswith(")") else ""
            items = f"<{tag}{start}{form}><li>"
            self.lists.append((line.indent, tag))
        self._put(Rich(f"\n{line.mark if tag == 'ol' else '•'} ", items))

    def _leave(self, indent: int) -> None:
        """End the lists whose marks are further in than an indent."""
        while self.lists and self.lists[-1][0] > indent:
            self._put(Rich("", f"</li></{self.lists.pop()[1]}>"))

    def _escaped(self, part: str, offset: int) -> None:
        if len(part) == 2 and part[1] in _ESCAPABLE:
            self._put(Rich(part[1], part[1]))
        else:
            hint = "write `\\\\` for a backslash, `{br}` for a line break"
            self._fault(offset, len(part), "a backslash that escapes nothing", hint)

    def _braces(self, part: str, offset: int) -> None:
        pieces = self.scope.pieces
        piece = pieces.get(part) if self.scope.named is None else None
        if piece is None:
            if part == "{":
                self._fault(offset, 1, "a `{` is not closed", "write `\\{` for the character")
                return
            if self.faults >= _FAULT_LIMIT:
                return
            at = self.locate(offset, len(part))
            piece = braces(part[1:-1].strip(), at, self.scope)
            if piece is None:
                self.faults += 1
                return
            pieces[part] = piece
        self._put(piece)


def braces(body: str, at: Location, scope: Scope) -> Rich | None:
    """Return what the text between braces stands for, or report why nothing does."""
    name, colon, rest = body.partition(":")
    if body == "br":
        return _BREAK
    if name == "icon" and colon:
        return _icon(rest, at, scope)
    if name == "rule" and colon:
        return _rule(rest, at, scope)
    if name == "card" and "/" in rest:
        return _card(rest, at, scope)
    if name in _LOOKS and colon and name not in scope.terms:
        return Rich(rest, f"<{name}>{escape(rest)}</{name}>")
    return _term(name, rest if colon else None, at, scope)


def _icon(body: str, at: Location, scope: Scope) -> Rich | None:
    named, colon, alt = body.partition(":")
    name, _, number = named.partition("#")
    if not scope.knows(at, "icon", name, scope.icons):
        return None
    said = f' alt="{escape(alt)}"' if colon else ""
    shown = f' number="{escape(number)}"' if number else ""
    plain = alt if colon else f"{number} {name}".lstrip()
    return Rich(plain, f'<icon name="{name}"{shown}{said}/>', frozenset({f"icon:{name}"}))


def _card(body: str, at: Location, scope: Scope) -> Rich | None:
    name = body.removesuffix(":name")
    deck, _, id = name.partition("/")
    title = scope.titles.get(deck, {}).get(id)
    if title is not None:
        scope.note("card", f"{deck}/{id}", at)
        return card_title(title, plain=name != body)
    if not scope.titles:
        hint = "a card is named in rule texts and in `assumptions`, which are read after the cards"
        scope.fault(problems.bad_markup(at, "no card is known here", hint))
    elif scope.titles.get(deck, (id,)):  # why a deck is empty is reported elsewhere
        known = [f"{deck}/{id}" for deck, titles in scope.titles.items() for id in titles]
        scope.fault(problems.unknown_name(at, "card", name, known, "cards"))
    return None


def card_title(title: Rich, *, plain: bool) -> Rich:
    """Return a card's title as other texts set it: in bold, or plainly."""
    markup = title.markup if plain else f"<b>{title.markup}</b>"
    return Rich(title.plain, markup, title.cites)


_TERM_FORMS = ("plural", "icon", "word", "name", "names")


def _term(name: str, form: str | None, at: Location, scope: Scope) -> Rich | None:
    term = scope.terms.get(name)
    if term is None:
        if name in scope.icons:
            scope.fault(problems.bad_markup(at, f"`{name}` is an icon", f"write `{{icon:{name}}}`"))
        elif name in scope.rules:
            scope.fault(problems.bad_markup(at, f"`{name}` is a rule", f"write `{{rule:{name}}}`"))
        else:
            scope.fault(problems.unknown_name(at, "term", name, scope.terms, "terms"))
        return None
    scope.note("term", name, at)
    cites = frozenset({f"term:{name}"})
    icon, _, number = (form or "").partition("#")
    said = {
        None: (term.text, term.markup(term.text)),
        "plural": (term.plural, term.markup(term.plural)),
        "word": (term.text, f"<b>{escape(term.text)}</b>"),
        "name": (term.text, escape(term.text)),
        "names": (term.plural, escape(term.plural)),
    }
    if form in said:
        return Rich(*said[form], cites)
    if icon == "icon" and term.icon:
        words = f"{number} {term.text}".lstrip()
        return Rich(words, term.icon_markup(words, number), cites)
    if icon == "icon":
        hint = f"give it one: `{name}: {{text: {term.text}, icon: …}}`"
        scope.fault(problems.bad_markup(at, f"term `{name}` has no icon", hint))
    else:
        scope.knows(at, "form of a term", str(form), _TERM_FORMS, "forms")
    return None


_RULE = re.compile(r"(?P<name>[^:?]*)(?:\?(?P<one>[^|]*)\|(?P<many>[^|]*)|:(?P<form>.*))?")
_RULE_FORMS = ("word", "Word", "ordinal")


def _rule(body: str, at: Location, scope: Scope) -> Rich | None:
    match = _RULE.fullmatch(body)
    if match is None:
        hint = "write `{rule:name?card|cards}`: for one, and for any other number"
        scope.fault(problems.bad_markup(at, "the choice has not two parts", hint))
        return None
    name, form = match["name"], match["form"]
    if not scope.knows(at, "rule", name, scope.rules):
        return None
    value = scope.rules[name].value
    if match["one"] is not None:
        text = match["one"] if value == 1 else match["many"]
    elif form is None:
        text = value.text
    elif not scope.knows(at, "form of a rule", form, _RULE_FORMS, "forms"):
        return None
    elif not isinstance(value, int):
        message = f"rule `{name}` is `{value.text}`, which has no `{form}`"
        scope.fault(problems.bad_markup(at, message, "only whole numbers can be spelled"))
        return None
    else:
        text = scope.number(value, value.ordinal if form == "ordinal" else value.word)
        text = text[:1].upper() + text[1:] if form == "Word" else text
    return Rich(text, escape(text), frozenset({f"rule:{name}"}))
