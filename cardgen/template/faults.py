"""Explain faults of syntax: where a template has the mistake, and how to correct it.

Jinja and expat stop where they cannot continue, which may be far below the mistake: both notice an
open block or tag at the next end that does not match it.
"""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.registry import did_you_mean
from cardgen.source.phrases import end_of_code
from cardgen.template.filters import FILTERS
from cardgen.template.stamps import STAMP_ATTRIBUTE

FindTag = Callable[[str], tuple[str, int]]
"""Returns the text of the template with a stamp, and the offset of its tag in the text."""


class Fault(Struct, frozen=True):
    """A mistake in a template: its offset (-1 if only the line is known), and its cure."""

    offset: int
    length: int
    message: str
    hint: str


_CODE = re.compile(
    r"\{#.*?(?:#\}|\Z)|\{%[+-]?\s*raw\s*[+-]?%\}.*?(?:\{%[+-]?\s*endraw\s*[+-]?%\}|\Z)|\{\{|\{%",
    re.DOTALL,
)
_CLOSINGS = {"{{": "}}", "{%": "%}", "{#": "#}"}
_NESTED = re.compile(r"\{[{%]|\n\s*<")
"""Matches the beginning of other code or of a tag in code that does not end."""
_QUOTED = re.compile(r"`(.+?)`")
_STATEMENT = re.compile(r"\{%[+-]?\s*(\w+)")
_BLOCKS = frozenset("if for block macro call filter with set".split())

# Messages of Jinja in plain words; the second of a pair is the cure.
_WORDS = (
    (r"Encountered unknown tag '(\w+)'.*", r"there is no statement `\1` here"),
    (r"expected token '[^']+', got 'end of print statement'", "a value is missing before `}}`"),
    (r"expected token '[^']+', got 'end of statement block'", "a value is missing before `%}`"),
    (r"expected token '.+', got '(.+)'", r"`\1` is not expected here"),
    (r"unexpected (?:char )?['\"](.+)['\"](?: at \d+)?", r"`\1` is not expected here"),
    (r"No (\w+) named '(.+)'.*", r"there is no \1 `\2`"),
)
_CURES = (
    (r"`=+`", "`==` compares two values: `{% if card.cost == 3 %}`"),
    (r"`!", "write `not` for `!`, and `!=` for unequal values"),
    (r"`&", "write `and` for `&&`, and `~` to join texts"),
    (r"`\|", "write `or` for `||`"),
    (r"`\?", "write a choice as `{{ a if card.ready else b }}`"),
    (r"`[“”„‟‘’‚«»]", "write straight quotes: `\"` or `'`"),
    (r"`[\"']", "close the text with the quote that opens it"),
    (r"`of`", "write a loop as `{% for skill in card.skills %}`"),
    (r"`(els\w*if|if)`", "write `{% elif … %}`"),
    (r"`end`", "write the end as one word: `{% endif %}`, `{% endfor %}`"),
    (r"`(else|elif)`", "`{% else %}` and `{% elif … %}` belong inside of `{% if … %}`"),
    (r"", "look for a missing operator or quote; see `cardgen docs templates`"),
)


_TYPES = {"int": "a number", "float": "a number", "bool": "a yes/no value", "NoneType": "nothing"}
_TYPES |= {"str": "a text", "Rich": "a text", "Markup": "a text", "TermValue": "a term"}
_TYPES |= {"NumberText": "a text", "WholeNumber": "a number", "BrokenNumber": "a number"}
_TYPES |= {"list": "a list", "tuple": "a list", "dict": "a mapping", "Record": "a record"}
_JOINED = "join texts with `~`, and compute only with numbers"
_BRACKETS = "look at the values in the brackets; docs/templates.md has filters and functions"
# Messages of Python: groups that name a type become words of `_TYPES`; then the cure.
_FAILURES = (
    (
        r"unsupported operand.* for (\S+?)(?: or .*)?: '(\w+)' and '(\w+)'",
        "`{}` of {} and {}",
        _JOINED,
    ),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\).*", "`+` of {} and {}", _JOINED),
    (r"can't multiply sequence by non-int of type '(\w+)'", "a text or list times {}", _JOINED),
    (
        r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'",
        "`{}` compares {} with {}",
        "compare numbers with numbers and texts with texts",
    ),
    (
        r".*(?:division|modulo).* zero",
        "division by zero",
        "test the divisor first: `{{% if card.cost %}}`",
    ),
    (r"(?:invalid literal|could not convert).*: '?(.*?)'?", "`{}` is not a number", _BRACKETS),
    (r"'(\w+)' object is not iterable", "a loop over {}", "loop over a list"),
    (r"object of type '(\w+)' has no len\(\)", "the length of {}", "count a list or a text"),
    (r"'(\w+)' object is not callable", "{} has no `()`", "delete the brackets behind its name"),
    (
        r"'(\w+)' object is not subscriptable",
        "{} has no `[]`",
        "delete the brackets behind its name",
    ),
    (r"bad operand type for unary (\S+): '(\w+)'", "`{}` of {}", _JOINED),
    (r"'(\w+)' object cannot be interpreted as an integer", "{} is no whole number", _BRACKETS),
    (r"(?:.*\.)?_?(\w+)\(\) missing .*: (.*)", "`{}` lacks the value {}", _BRACKETS),
    (r"(?:.*\.)?_?(\w+)\(\) (?:takes|got) .*", "`{}` has too many or wrong values", _BRACKETS),
    (r"(.*?): (write .*)", "{}", "{1}"),
)


def explain_failure(message: str) -> tuple[str, str]:
    """Return Python's message about an expression in plain words, and the cure."""
    for pattern, words, cure in _FAILURES:
        if match := re.fullmatch(pattern, message):
            values = [_TYPES.get(value, value) for value in match.groups()]
            return words.format(*values), cure.format(*values)
    return message, "print the values in the expression to find the wrong one"


def find_jinja_fault(source: str, line: int, message: str) -> Fault:
    """Return the fault of a template that Jinja refuses in a line."""
    starts = [0, *(match.end() for match in re.finditer("\n", source)), len(source) + 1]
    line = min(line, len(starts) - 1)
    start, end = starts[line - 1], starts[line] - 1
    codes = [(offset, code) for offset, code in _codes(source) if offset <= end]
    for offset, code in codes:
        closing = _CLOSINGS[code[:2]]
        ends = code.endswith(closing) and (closing == "#}" or not _NESTED.search(code, 2))
        if not ends and offset + len(code) >= start:
            return Fault(offset, 2, f"`{code[:2]}` is not closed", f"write `{closing}` behind it")
    if "Unexpected end" in message or "unknown tag 'end" in message:
        name, offset = _unclosed_block(codes)
        if name:
            words = f"`{{% {name} %}}` is not closed"
            return Fault(offset, 2, words, f"write `{{% end{name} %}}` where the block ends")
    for raw, plain_words in _WORDS:
        message = re.sub(raw, plain_words, message)
    hint = next(cure for cause, cure in _CURES if re.search(cause, message))
    quoted = _QUOTED.search(message)
    if quoted is None:
        return Fault(-1, 1, message, hint)
    word = quoted[1]
    if message.startswith("there is no filter"):
        hint = "; ".join(did_you_mean(word, FILTERS)) or hint
    # The message names the word, but not its column.
    edges = r"[\w.]" if word[-1].isalnum() else r"[=!<>]"
    pattern = re.compile(rf"(?<!{edges}){re.escape(word)}(?!{edges})")
    matches = [
        match.start()
        for offset, code in codes
        for match in pattern.finditer(source, max(offset, start), min(offset + len(code), end))
    ]
    return Fault(matches[0] if len(matches) == 1 else -1, len(word), message, hint)


def location_in(source: str, path: str, fault: Fault) -> Location:
    """Return the location of a fault in a text."""
    line_start = source.rfind("\n", 0, fault.offset) + 1
    line = source.count("\n", 0, line_start) + 1
    return Location(path, line, fault.offset - line_start + 1, fault.length)


def _codes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the text of each comment, expression and statement."""
    position = 0
    while match := _CODE.search(source, position):
        start, position = match.span()
        if match[0] in ("{{", "{%"):
            position = end_of_code(source, position, match[0])
        yield start, source[start:position]


def _unclosed_block(codes: list[tuple[int, str]]) -> tuple[str, int]:
    """Return the innermost open block at the last code; empty if that code ends no open block."""
    blocks: list[tuple[str, int]] = []
    for offset, code in codes:
        statement = _STATEMENT.match(code)
        name = statement[1] if statement else ""
        if name in _BLOCKS and not (name == "set" and "=" in code):
            blocks.append((name, offset))
        elif name.startswith("end") and blocks:
            if name[3:] == blocks[-1][0]:
                blocks.pop()
            else:
                return blocks[-1] if name[3:] in dict(blocks) else ("", 0)
    return blocks[-1] if blocks else ("", 0)


_STAMP = re.compile(rf" {STAMP_ATTRIBUTE}=\"([^\"]*:#\d+)\"")
_TAG = re.compile(rf"<([\w:.-]+){_STAMP.pattern}")
_ATTRIBUTE = re.compile(r"\s+([\w:.-]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_BROKEN = re.compile(r"(?P<space>\s*)(?P<name>[\w:.-]*)(?P<equals>\s*=\s*)?(?P<value>[^\s>]*)")
_LONE = re.compile(r"(?:&[\w#]*|<)\Z")
_NAME = re.compile(r"&?[\w:.-]*;?")
_AROUND = ((40, 40), (20, 20), (10, 10), (5, 5), (3, 3), (0, 20), (0, 8), (20, 0), (8, 0), (3, 0))
"""How many characters of the output before and behind a fault to search for in a template."""


def find_markup_fault(markup: str, offset: int, reason: str, open_tags: list[str]) -> Fault | None:
    """Return the fault at which expat stops; None if the innermost open tag lacks its end.

    ``reason`` is the message of expat.
    """
    if reason == "unclosed token":  # the offset is the start of a comment or tag
        if markup.startswith("<!--", offset):
            return Fault(offset, 4, "the comment does not end", "write `-->` at its end")
        offset = len(markup)
    tag = _last_tag(markup, offset)
    if tag is not None and (fault := _find_tag_fault(markup, offset, tag)):
        return fault
    match = _NAME.match(markup, offset)
    word = match[0] if match else ""
    before = markup[max(offset - 40, 0) : offset]
    if reason == "mismatched tag":  # expat stops behind the `</`
        if word in open_tags:
            return None
        hint = f"write `</{open_tags[-1]}>`, or delete it"
        return Fault(offset - 2, len(word) + 2, f"</{word}> closes no open tag", hint)
    if reason == "duplicate attribute":  # names are unique within a tag (XML 1.0, section 3.1)
        is_stamp = word == STAMP_ATTRIBUTE
        words = f"the attribute `{word}` {'is reserved' if is_stamp else 'occurs twice'}"
        return Fault(offset, len(word), words, "delete it" if is_stamp else "delete one of the two")
    if reason == "undefined entity":
        return Fault(offset, len(word), f"`{word}` has no meaning", "write the character itself")
    if markup.rfind("<!--", 0, offset) > markup.rfind("-->", 0, offset):
        return Fault(offset, 1, "`--` is inside a comment", "write `{# … #}` around the comment")
    if lone := _LONE.search(before):
        sign = lone[0][0]
        hint = f"write `{'&amp;' if sign == '&' else '&lt;'}` for `{sign}`"
        return Fault(offset - len(lone[0]), 1, f"`{sign}` is not allowed in a text", hint)
    if reason == "no element found":
        return None
    hint = "write one tag around everything, and close every tag"
    if reason.startswith("not well-formed"):
        reason = "a character is not allowed here"
        hint = "delete the character, or correct the expression that prints it"
    elif reason.startswith("junk"):
        reason = "this is behind the end of the outermost tag"
    return Fault(offset, 1, reason, hint)


def _last_tag(markup: str, offset: int) -> re.Match[str] | None:
    """Return the last tag with a stamp that begins before an offset."""
    start = offset
    while (start := markup.rfind("<", 0, start)) >= 0:
        if tag := _TAG.match(markup, start):
            return tag
    return None


def _find_tag_fault(markup: str, offset: int, tag: re.Match[str]) -> Fault | None:
    """Return the fault in the attributes of a tag; None if it ends before the offset."""
    position = tag.end()
    while (match := _ATTRIBUTE.match(markup, position)) and match.end() <= offset:
        position = match.end()
    broken = _BROKEN.match(markup, position)
    assert broken is not None
    name, start, value = broken["name"], broken.start("name"), broken["value"]
    if value[:1] in ("'", '"') and markup[offset : offset + 1] in "<":  # it ends in a later tag
        hint = "write a quote at the end of its value, and `&lt;` for `<`"
        return Fault(start, len(name), f"the quote of `{name}` is not closed", hint)
    if match or offset > broken.end() + 1:
        return None
    if not name:
        is_end = markup[start : start + 1] in "/>" and markup[start : start + 2] != "/ "
        words = f"<{tag[1]}> does not end"
        return None if is_end else Fault(tag.start(), 1, words, "write `>` or `/>` at its end")
    if not broken["space"]:
        hint = 'put each value in quotes, and a space behind it: `x="5" y="3"`'
        return Fault(start, len(name), f"`{name}` directly follows a quote", hint)
    if not broken["equals"]:
        return Fault(start, len(name), f"`{name}` has no value", f'write `{name}="true"`')
    return Fault(start, len(name), f"`{name}` needs quotes", f'write `{name}="{value}"`')


def locate_in_template(
    markup: str, fault: Fault, stamps: list[str], find_tag: FindTag
) -> Location | None:
    """Return the location in a template of a fault in its output; None if it is not found.

    Searches for the characters around the fault, behind the last tag before it and behind the tags
    with ``stamps``.
    """
    offset = fault.offset
    tag = _last_tag(markup, offset + 1)
    before = _STAMP.sub("", markup[max(offset - 400, 0) : offset])
    after = _STAMP.sub("", markup[offset : offset + 400])
    for stamp in ([tag[2]] if tag else []) + stamps:
        source, start = find_tag(stamp)
        for left, right in _AROUND:
            words = before[max(len(before) - left, 0) :]
            place = source.find(words + after[:right], start)
            if place >= 0:
                source_fault = replace(fault, offset=place + len(words))
                return location_in(source, Location.parse(stamp).path, source_fault)
    return None
