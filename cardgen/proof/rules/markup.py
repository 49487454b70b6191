"""Finds markup that is printed as letters: of other programs, or in the wrong place."""

import re
from collections.abc import Iterator
from html import unescape

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.frame import Group, Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, quote, rule

_SIGNS = re.compile(r"[<&{\[*_~\\]|-->")
"""All markup has one of these: other texts need no closer look."""
_MARKUP = re.compile(
    r"""
    (?P<comment> <!--|-->)
    | </?(?P<tag> [A-Za-z][A-Za-z0-9]*)
        (?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))*\s*/?>  # not: x < b and b > 3
    | (?P<entity> &(?:[A-Za-z]\w+|\#\d+|\#[xX][\da-fA-F]+);)
    | (?P<code> \{[{%]|[}%]\})
    | (?P<br> \{br\}|(?<![:\\])\\n)
    | \{(?P<form> (?:card|count|icon|odds|page|rule|su[bp]|[su]):[^{}]*)\}
    | \{(?P<braces> [a-z][\w-]*)(?::[a-z]+)?\}
    | (?P<link> \[[^\[\]]+\]\([^()\s]+\))
    | \[/?(?P<brackets> [A-Za-z][\w-]*)(?:=[^\[\]]*)?\]
    | (?P<b> (?<!\*)\*\*(?=\w)|(?<=[\w.!?])\*\*(?!\*)|(?<![_\w])__(?=[^\W_])|(?<=[^\W_])__(?![_\w]))
    | (?P<s> ~~(?=\w)|(?<=\w)~~)
    """,
    re.VERBOSE,
)
_FORMS = {
    "b": ("**words**", "<b>words</b>"),
    "i": ("*words*", "<i>words</i>"),
    "u": ("{u:words}", "<u>words</u>"),
    "s": ("{s:words}", "<s>words</s>"),
    "sup": ("{sup:words}", "<sup>words</sup>"),
    "sub": ("{sub:words}", "<sub>words</sub>"),
    "br": ("{br}", "<br/>"),
    "icon": ("{icon:name}", '<icon name="name"/>'),
    "p": ("an empty line", "<p>words</p>"),
    "li": ("- words", "<li>words</li>"),
}
"""What has the effect of an HTML tag: in data and in a template."""
_ALIASES = "strong=b em=i ins=u del=s strike=s img=icon ul=li ol=li"
_SAME = dict(pair.split("=") for pair in _ALIASES.split())
_OTHER_TAGS = "a big center code div font h1 h2 h3 hr mark small span table td tr".split()
_HINTS = {
    "comment": "write `# …` in YAML, `{# … #}` in a template, and end it with `-->` in Markdown",
    "code": "use expressions and statements in templates only; in data, write `{rule:name}`",
    "link": "links work only in rule texts: write the words and the address",
}


@rule("markup", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report markup among the printed words, once for each tag."""
    if evidence.limits.markup:
        return
    for item, _ in evidence.items:
        if isinstance(item, Text):
            words = item.string
        elif isinstance(item, Group) and item.reads is None and item.alt:
            words = item.alt  # of a text that is set letter by letter
        else:
            continue
        for term in evidence.limits.terms.splitlines():
            words = words.replace(term, "")
        if _SIGNS.search(words):
            for match in _MARKUP.finditer(words):
                if hint := _working_form(match, evidence):
                    text = quote(evidence, item) if isinstance(item, Text) else words
                    location = Location.of(item.stamp)
                    yield problems.markup_printed(location, match[0], text, hint)
                    break


def _working_form(match: re.Match[str], evidence: Evidence) -> str:
    """Return a hint with the form that works; empty if the characters are no markup."""
    kind = match.lastgroup or ""
    name = match[kind].lower()
    if kind in ("brackets", "braces") and name in evidence.library.icon_names():
        return _either(f"{{icon:{name}}}", f'<icon name="{name}"/>')
    tag = {"tag": name, "brackets": name}.get(kind, kind)
    if (tag := _SAME.get(tag, tag)) in _FORMS:
        return _either(*_FORMS[tag])
    if kind == "entity":
        character = unescape(match[0])
        return f"write the character itself: `{character}`" if len(character) == 1 else ""
    if kind == "form":
        form, _, argument = name.partition(":")
        value = f"{{{{ rules.{re.split('[?:]', argument)[0]} }}}}" if form == "rule" else "a tag"
        return _either(match[0], value)
    return "delete it" if kind == "tag" and name in _OTHER_TAGS else _HINTS.get(kind, "")


def _either(in_data: str, in_template: str) -> str:
    return f"in a field of the kind `rich`, write `{in_data}`; in a template, `{in_template}`"
