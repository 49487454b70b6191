"""Parses the markup of texts into `Rich`: bold, icons, terms, rules, cards, breaks and lists.

Texts are parsed when the data is loaded, so that each mistake has a line and a column.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.registry import plural
from cardgen.model import problems
from cardgen.model.emphasis import Stars, pair_stars
from cardgen.model.locale.plurals import plural_rule
from cardgen.model.richtext import (
    Break,
    Content,
    Emphasis,
    Icon,
    Item,
    List,
    Mention,
    Part,
    Rich,
    join,
    plain_words,
)
from cardgen.model.scope import Scope, with_decimal_mark
from cardgen.source.node import YamlNode

Locate = Callable[[int, int], Location]
"""Converts an offset and a length in a text to a location in its file."""

_SPECIAL = re.compile(r"[\\*{}\n&<>]")
_BULLETED, _NUMBERED = r"[-*]", r"[-*]|\d{1,2}[.)]"


def _tokens(marks: str) -> re.Pattern[str]:
    line = rf"[ \t]*\n\s*(?:(?:{marks})[ \t]+(?=\S))?"
    return re.compile(rf"(\\[\s\S]?|\*+|\{{\{{[^{{}}]*\}}\}}|\{{[^{{}}]*\}}|[{{}}]|{line})")


_TOKEN, _TOKEN_NUMBERED = _tokens(_BULLETED), _tokens(_NUMBERED)
_NUMBERS = re.compile(r"(?m)^[ \t]*1([.)]) [\s\S]*^[ \t]*2\1 ")
"""Matches texts with a numbered list: lines 1 and 2. A line that begins with a date is no list."""
_LOOKS = ("sup", "sub", "u", "s")
"""Names in braces for looks: superscript, subscript, underlined, struck through."""
RESERVED = ("br", "icon", "rule", "card", *_LOOKS)
"""Names in braces that cannot be terms."""
_ESCAPABLE = "{}*\\"


def read_rich(node: YamlNode, scope: Scope) -> Rich:
    """Parse the text of a scalar node, or its translation; report mistakes at their location."""
    folded = node.style != "literal"
    if scope.translation is not None:
        joined_text = node.raw if folded else fold_literal(node.raw)
        source = (node.raw if joined_text is None else joined_text).strip()
        rendition = scope.translate(source, node.location, "rich")
        if rendition.text is not source:
            location = rendition.location
            locate = node.locate if location is None else lambda offset, length: location
            return parse_rich(rendition.text, scope, locate, folded=joined_text is not None)
    return parse_rich(node.raw, scope, node.locate, folded=folded)


def parse_rich(text: str, scope: Scope, locate: Locate, *, folded: bool) -> Rich:
    """Parse inline markup.

    ``folded`` is True if YAML has joined the lines, as it does except in literal blocks (``|``;
    YAML 1.2.2, 6.5 and 8.1.2). A newline in a folded text is a line break, otherwise a space. An
    empty line begins a paragraph. Lines that begin with `- `, `* `, or `1. ` and `2. `, are a list:
    an indented line continues the item above, any other line ends the list.
    """
    if not _SPECIAL.search(text):
        text = scope.add_marks(text.strip())
        return Rich((text,) if text else ())
    lead = len(text) - len(text.lstrip())
    parts, added_length = _split(text.strip())
    return _Parser(scope, locate, folded).parse(parts, lead - added_length)


def _split(text: str) -> tuple[list[str], int]:
    """Return plain parts and tokens in turn, and the number of characters added before the text.

    If the first line is an item of a list, a newline is added, since the token of an item begins
    with one.
    """
    tokens = _TOKEN_NUMBERED if "2" in text and _NUMBERS.search(text) else _TOKEN
    if "\n" in text and len(tokens.split(f"\n{text}", 1)[1]) > 1:
        return tokens.split(f"\n{text}"), 1
    return tokens.split(text), 0


class _LineStart(Struct, frozen=True):
    """The start of a line: whether an empty line is above it, its indent, its mark of a list."""

    empty: bool
    indent: int
    mark: str

    @classmethod
    def of(cls, token: str) -> "_LineStart":
        last = token.rpartition("\n")[2]
        mark = last.strip()
        return cls(
            token.count("\n") > 1, len(last) - len(last.lstrip()) if mark else len(last), mark
        )


def fold_literal(text: str) -> str | None:
    """Return the text of a literal block as a folded text with the same meaning.

    A remaining newline is a break, two are a new paragraph, see `parse_rich`. Returns None for a
    list of one item, since a folded text of one line is no list.
    """
    parts, added_length = _split(text.strip())
    lists: list[int] = []  # the indents of the items above
    for index in range(1, len(parts), 2):
        if parts[index].strip(" \t")[:1] != "\n":
            continue
        line = _LineStart.of(parts[index])
        margin = " " * line.indent
        if line.mark:
            lists = [*(indent for indent in lists if indent < line.indent), line.indent]
            parts[index] = f"\n{margin}{line.mark} "
        elif lists and line.indent <= lists[-1]:
            lists = [indent for indent in lists if indent < line.indent]
            parts[index] = f"\n{margin}"
        elif line.empty:
            parts[index] = f"\n\n{margin}" if lists else "\n\n"
        else:
            parts[index] = " "
    result = "".join(parts).strip()
    return result if "\n" in result or not added_length else None


_FAULT_LIMIT = 10  # in one text; further faults are often the same mistake


class _OpenList(Struct):
    """An unfinished list: the indent of its marks, its items, and the content of the last item."""

    indent: int
    tag: str
    start: int | None
    form: str | None
    items: list[Item] = []
    content: list[Part] = []

    def end_item(self) -> None:
        self.items.append(Item(join(self.content)))
        self.content = []


class _Parser(Struct):
    """Parses one text.

    ``line`` is the current paragraph or item, with its asterisks. ``lists`` are the open lists
    around it, ``content`` is the text before them.
    """

    scope: Scope
    locate: Locate
    folded: bool
    faults: int = 0
    content: list[Part] = []
    line: list[Part | Stars] = []
    lists: list[_OpenList] = []

    def parse(self, parts: list[str], offset: int) -> Rich:
        is_token = False
        for index, part in enumerate(parts):
            if not is_token:
                before = self._last() if part[:1] in ('"', "'") else ""
                self.line.append(self.scope.add_marks(part, before))
            elif part[0] == "{":
                self._braces(part, offset)
            elif part[0] == "*":
                self._stars(parts, index, offset)
            elif part[0] == "\\":
                self._read_escape(part, offset)
            elif part == "}":
                self._fault(offset, 1, "a `}` without a `{`", "write `\\}` for the character")
            else:
                self._newline(part)
            offset += len(part)  # marked text is as long as the original
            is_token = not is_token
        self._end_line()
        self._leave(-1)
        return Rich(join(self.content))

    def _stars(self, parts: list[str], index: int, offset: int) -> None:
        """Note a run of asterisks; `pair_stars` decides its meaning at the end of the paragraph."""
        before, after = (
            "".join(parts[max(index - 2, 0) : index]),
            "".join(parts[index + 1 : index + 3]),
        )
        self.line.append(Stars.of(before[-1:], parts[index], after[:1], offset))

    def _end_line(self) -> None:
        """Convert the runs of asterisks in a paragraph to emphasis; report unpaired runs.

        Runs that cannot be emphasis are printed as asterisks.
        """
        content = self.lists[-1].content if self.lists else self.content
        content += pair_stars(self.line)
        for run in self.line:
            if isinstance(run, Stars) and run.fault:
                mark = "*" * (run.left or run.count)
                hint = f"put `{mark}` at the other end, or write `\\*` for an asterisk"
                self._fault(run.offset, run.count, f"`{mark}` {run.fault}", hint)
            elif isinstance(run, Stars) and run.is_doubtful:
                place = self.locate(run.offset, run.count)
                self.scope.fault(problems.doubtful_emphasis(place, "*" * run.count))
        self.line.clear()

    def _last(self) -> str:
        words = (
            plain_words((part,)) for part in reversed(self.line) if not isinstance(part, Stars)
        )
        return next((word[-1] for word in words if word), "")

    def _fault(self, offset: int, length: int, message: str, hint: str) -> None:
        self.faults += 1
        if self.faults > _FAULT_LIMIT:
            return
        self.scope.fault(problems.bad_markup(self.locate(offset, length), message, hint))

    def _newline(self, part: str) -> None:
        line = _LineStart.of(part)
        if line.mark:
            self._item(line)
        elif self.lists and line.indent <= self.lists[-1].indent:
            self._end_line()
            self._leave(line.indent - 1)
        elif line.empty:
            self.line.append(Break("p"))
            self._end_line()
        else:
            self.line.append(Break() if self.folded else " ")

    def _item(self, line: _LineStart) -> None:
        self._end_line()
        self._leave(line.indent)
        tag = "ul" if line.mark in "-*" else "ol"
        last = self.lists[-1] if self.lists else None
        if last and (last.indent, last.tag) == (line.indent, tag):
            last.end_item()
        else:
            self._leave(line.indent - 1)
            number = int(line.mark[:-1]) if tag == "ol" else 1
            form = "1)" if line.mark.endswith(")") else None
            self.lists.append(_OpenList(line.indent, tag, number if number != 1 else None, form))

    def _leave(self, indent: int) -> None:
        while self.lists and self.lists[-1].indent > indent:
            last = self.lists.pop()
            last.end_item()
            content = self.lists[-1].content if self.lists else self.content
            content.append(List(tuple(last.items), last.tag, last.start, last.form))

    def _read_escape(self, part: str, offset: int) -> None:
        if len(part) == 2 and part[1] in _ESCAPABLE:
            self.line.append(part[1])
        else:
            hint = "write `\\\\` for a backslash, `{br}` for a line break"
            self._fault(offset, len(part), f"`{part}` is no escape", hint)

    def _braces(self, part: str, offset: int) -> None:
        pieces = self.scope.pieces
        piece = pieces.get(part) if self.scope.name_uses is None else None
        if piece is None:
            if part == "{":
                self._fault(offset, 1, "a `{` is not closed", "write `\\{` for the character")
                return
            if self.faults >= _FAULT_LIMIT:
                return
            if part.startswith("{{"):
                hint = _suggest(part.strip("{} "), self.scope) or "write single braces: `{medic}`"
                self._fault(offset, len(part), f"`{part}` works in templates only", hint)
                return
            location = self.locate(offset, len(part))
            piece = braces(part[1:-1].strip(), location, self.scope)
            if piece is None:
                self.faults += 1
                return
            pieces[part] = piece
        self.line += piece


def braces(body: str, location: Location, scope: Scope) -> Content | None:
    """Return the content for the text between braces; report a wrong text and return None."""
    name, colon, argument = body.partition(":")
    if body == "br":
        return (Break(),)
    if name == "icon" and colon:
        return _icon(argument, location, scope)
    if name == "rule" and colon:
        return _rule(argument, location, scope)
    if name == "card" and "/" in argument:
        return _card(argument, location, scope)
    if name in _LOOKS and colon and name not in scope.terms:
        return (Emphasis(join((argument,)), name),)
    return _term(name, argument if colon else None, location, scope)


def _icon(body: str, location: Location, scope: Scope) -> Content | None:
    icon_name, colon, alt = body.partition(":")
    name, _, number = icon_name.partition("#")
    if not scope.knows(location, "icon", name, scope.icons):
        return None
    return (Icon(name, number=number or None, alt=alt if colon else None),)


def _card(body: str, location: Location, scope: Scope) -> Content | None:
    name = body.removesuffix(":name")
    deck, _, id = name.partition("/")
    title = scope.titles.get(deck, {}).get(id)
    if title is not None:
        scope.note("card", f"{deck}/{id}", location)
        return (title if name != body else title.bold).content
    if not scope.titles:
        hint = "use cards in rule texts or in `assumptions`: other texts are read before the cards"
        scope.fault(problems.bad_markup(location, "this text cannot refer to cards", hint))
    elif scope.titles.get(deck, (id,)):  # the fault of an empty deck is reported elsewhere
        card_names = [f"{deck}/{id}" for deck, titles in scope.titles.items() for id in titles]
        scope.fault(problems.unknown_name(location, "card", name, card_names))
    return None


def _suggest(name: str, scope: Scope) -> str:
    """Return a hint for the name of a value in templates, such as `rules.hand`, or of a rule."""
    record, _, key = name.rpartition(".")
    if record == "rules" or name in scope.rules:
        return f"write `{{rule:{key}}}`"
    if record == "card":
        return f"write the value, or show it in the template of the card: `{{{{ {name} }}}}`"
    record, _, key = name.partition(".")
    key = key.split(".")[0] if record == "terms" else name
    return f"write `{{{key}}}`" if key in scope.terms else ""


_TERM_FORMS = ("plural", "icon", "word", "name", "names")


def _term(name: str, form: str | None, location: Location, scope: Scope) -> Content | None:
    term = scope.terms.get(name)
    if term is None:
        if name in scope.icons:
            scope.fault(
                problems.bad_markup(location, f"`{name}` is an icon", f"write `{{icon:{name}}}`")
            )
        elif name in scope.rules:
            scope.fault(
                problems.bad_markup(location, f"`{name}` is a rule", f"write `{{rule:{name}}}`")
            )
        elif hint := _suggest(name, scope):
            message = f"`{name}` works in templates only"
            scope.fault(problems.bad_markup(location, message, hint))
        else:
            scope.fault(problems.unknown_name(location, "term", name, scope.terms))
        return None
    scope.note("term", name, location)
    icon, _, number = (form or "").partition("#")
    match form:
        case None:
            return (term.as_node(term.text),)
        case "plural":
            return (term.as_node(term.plural),)
        case "word":
            return (term.as_node(term.text, has_icon=False),)
        case "name" | "names":
            return (Mention((term.text if form == "name" else term.plural,), f"term:{name}"),)
    if icon == "icon" and (numbered := term.icon_with(f"{number} {term.text}".lstrip(), number)):
        return (Mention((numbered,), f"term:{name}"),)
    if icon == "icon":
        hint = f"give it one: `{name}: {{text: {term.text}, icon: …}}`"
        scope.fault(problems.bad_markup(location, f"term `{name}` has no icon", hint))
    else:
        scope.knows(location, "form of a term", str(form), _TERM_FORMS)
    return None


_RULE = re.compile(
    r"(?P<name>[^:?]*)(?:\?(?P<choice>[^|]*(?:\|[^|]*)+)|:(?P<form>[^:]*)(?::(?P<gender>\w+))?)?"
)
_RULE_FORMS = ("word", "Word", "ordinal")


def _rule(body: str, location: Location, scope: Scope) -> Content | None:
    match = _RULE.fullmatch(body)
    if match is None and "?" not in body:
        scope.knows(location, "form of a rule", body.partition(":")[2], _RULE_FORMS)
        return None
    if match is None:
        hint = "write `{rule:name?card|cards}`: singular, then plural"
        scope.fault(problems.bad_markup(location, "the choice has no plural", hint))
        return None
    name, form, choice = match["name"], match["form"], match["choice"]
    if not scope.knows(location, "rule", name, scope.rules):
        return None
    value = scope.rules[name].value
    if choice is not None:
        text = choose_form(choice.split("|"), value, body, location, scope)
    elif form is None:
        text = value.text
        if isinstance(value, float):
            text = with_decimal_mark(text, scope.languages.read)
    elif not scope.knows(location, "form of a rule", form, _RULE_FORMS):
        return None
    elif not isinstance(value, int):
        message = f"rule `{name}` is `{value.text}`, which has no `{form}`"
        scope.fault(problems.bad_markup(location, message, "only whole numbers can be spelled"))
        return None
    else:
        word = value.ordinal if form == "ordinal" else value.word
        text = scope.number(value, word, match["gender"] or "")
        text = text[:1].upper() + text[1:] if form == "Word" else text
    return (Mention(join((text,)), f"rule:{name}"),)


def choose_form(
    forms: Sequence[str], number: object, body: str, location: Location, scope: Scope
) -> str:
    """Return the form of a word for a number in the language of the texts; report a missing one."""
    language = scope.languages.read or scope.languages.source
    rule = plural_rule(language)
    form = rule.choose(forms, number)
    if form is not None and len(forms) <= max(rule.count, 2):
        return form
    samples = ", ".join(map(str, rule.samples))
    name = body.partition("?")[0]
    hint = f"write the forms for {samples}: `{{rule:{name}?{'|'.join('…' * rule.count)}}}`"
    message = (
        f"the choice has {plural(len(forms), 'form')}, the language `{language}` has {rule.count}"
    )
    scope.fault(problems.bad_markup(location, message, hint))
    return forms[-1]
