"""Markup that nothing reads is printed as letters: that of other programs, or in a wrong place."""

from __future__ import annotations

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
    | </?(?P<tag> [A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>
    | (?P<entity> &(?:[A-Za-z]\w+|\#\d+|\#[xX][\da-fA-F]+);)
    | (?P<code> \{[{%]|[}%]\})
    | \{(?P<form> br|(?:card|count|icon|odds|page|rule|su[bp]|[su]):[^{}]*)\}
    | \{(?P<braces> [a-z][\w-]*)(?::[a-z]+)?\}
    | (?P<link> \[[^\[\]]+\]\([^()\s]+\))
    | \[/?(?P<brackets> [A-Za-z][\w-]*)(?:=[^\[\]]*)?\]
    | (?P<b> (?<!\*)\*\*(?=\w)|(?<=[\w.!?])\*\*(?!\*)|(?<![_\w])__(?=[^\W_])|(?<=[^\W_])__(?![_\w]))
    | (?P<s> ~~(?=\w)|(?<=\w)~~)
    | (?P<br> (?<![:\\])\\n)
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
_SAME = {
    "strong": "b",
    "em": "i",
    "ins": "u",
    "del": "s",
    "strike": "s",
    "img": "icon",
    "ul": "li",
    "ol": "li",
}
_OTHER_TAGS = frozenset(
    "a big center code div font h1 h2 h3 hr mark small span table td tr".split()
)
_COMMENTS = "write `# …` in YAML, `{# … #}` in a template, and end it with `-->` in Markdown"
_CODE = "use expressions and statements in templates only; in data, write `{rule:name}`"
_LINK = "links work only in rule texts: write the words and the address"


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
    if kind in _FORMS:
        kind, name = "tag", kind
    match kind:
        case "comment":
            return _COMMENTS
        case "tag" | "brackets":
            name = _SAME.get(name, name)
            if kind == "brackets" and name in evidence.library.icon_names():
                return _either(f"{{icon:{name}}}", f'<icon name="{name}"/>')
            if name in _FORMS:
                return _either(*_FORMS[name])
            return "delete it" if kind == "tag" and name in _OTHER_TAGS else ""
        case "entity":
            character = unescape(match[0])
            return f"write the character itself: `{character}`" if len(character) == 1 else ""
        case "code":
            return _CODE
        case "form":
            form, _, argument = name.partition(":")
            rule_name = re.split("[?:]", argument)[0]
            in_template = {"br": "<br/>", "rule": f"{{{{ rules.{rule_name} }}}}"}.get(form)
            return _either(match[0], in_template or "the words, or a tag")
        case "braces" if name in evidence.library.icon_names():  # or a term of the same name
            return _either(match[0], f'<icon name="{name}"/>')
        case "link":
            return _LINK
    return ""


def _either(in_data: str, in_template: str) -> str:
    return f"in a field of the kind `rich`, write `{in_data}`; in a template, `{in_template}`"
