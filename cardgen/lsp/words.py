"""Completion and hover: the words that fit at a location, and the meaning of a word."""

import base64
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lsprotocol.types import CompletionItemKind as Kind

from cardgen.core.diagnostics import Location
from cardgen.lsp.names import Names, Use, definitions
from cardgen.lsp.open_texts import OpenTexts
from cardgen.preview.editing.texts import is_template, text_paths
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.writing import vocabulary

Words = dict[str, Any]
Item = tuple[str, str, Kind]
"""A word, a line that explains it, and its kind."""
_SuggestWords = Callable[[Words, re.Match[str]], Iterable[Item]]
_MAX_CONTEXT_LINES = 80
"""The most lines before the cursor to search for a context."""


def words_of(loaded: LoadedGame) -> Words:
    """Return the words of the registries and of a game, with its colours and templates."""
    game = loaded.game
    files = {path.split("/", 2)[-1]: "" for path in text_paths(loaded) if is_template(path)}
    colors = {name: color.hex for name, color in game.theme.colors.items()} if game else {}
    return {**(vocabulary(loaded) or {}), "files": files, "colors": colors}


def _offer_list(part: str, kind: Kind) -> _SuggestWords:
    return lambda words, _: ((name, doc, kind) for name, doc in words[part].items())


def _attributes(words: Words, match: re.Match[str]) -> Words:
    return dict(words["tags"].get(match[1], {}).get("attributes", {}))


def _values(words: Words, match: re.Match[str]) -> Iterable[Item]:
    values = _attributes(words, match).get(match[2], {}).get("values", ())
    return ((name, words["colors"].get(name, ""), Kind.Value) for name in values)


def _offer_references(words: Words, match: re.Match[str]) -> Iterable[Item]:
    prefix = "card:" if match[1] == "card" else "count:"
    references = ((name, doc) for name, doc in words["marks"].items() if name.startswith(prefix))
    return ((name.removeprefix(prefix), doc, Kind.Reference) for name, doc in references)


_IN_TAG = r'<([\w-]+)(?:[^<>"]|"[^"]*")*\s'
_MARKS = _offer_list("marks", Kind.Constant)
_Contexts = tuple[tuple[re.Pattern[str], _SuggestWords], ...]
_IN_YAML: _Contexts = (  # except where YAML itself opens a mapping
    (re.compile(r"[^\s:\[{-][ \t]*\{([^{}\s]*)\Z"), _MARKS),
)
_IN_MARKDOWN: _Contexts = (
    (re.compile(r"^```(cards?)[ \t]+(?:\S+[ \t]+)*([\w/-]*)\Z", re.MULTILINE), _offer_references),
    (re.compile(r"^```(\w*)\Z", re.MULTILINE), _offer_list("directives", Kind.Keyword)),
    (re.compile(r"\{([^{}\s]*)\Z"), _MARKS),
)
_IN_TEMPLATES: _Contexts = (
    (
        re.compile(r"\b(?:include|import|from|extends)\s+[\"']([\w./-]*)\Z"),
        _offer_list("files", Kind.File),
    ),
    (re.compile(r"\{[{%][^{}]*\|\s*(\w*)\Z"), _offer_list("filters", Kind.Function)),
    (re.compile(r"\{[{%](?:[^{}]*[^\w.{}])?([\w.]*)\Z"), _offer_list("names", Kind.Variable)),
    (re.compile(rf'{_IN_TAG}([\w-]+)="(?:[^"<>]*[\s,(])?([\w-]*)\Z'), _values),
    (
        re.compile(rf"{_IN_TAG}([\w-]*)\Z"),
        lambda words, match: (
            (name, entry["doc"], Kind.Property) for name, entry in _attributes(words, match).items()
        ),
    ),
    (
        re.compile(r"</?([\w-]*)\Z"),
        lambda words, _: ((tag, entry["doc"], Kind.Class) for tag, entry in words["tags"].items()),
    ),
)
"""Patterns of the text before the cursor; the first match counts, its last group is the word."""


def completions(words: Words, texts: OpenTexts, location: Location) -> tuple[str, list[Item]]:
    """Return the typed part of a word before a location, and the words that fit there."""
    lines = texts.lines(location.path)[max(location.line - _MAX_CONTEXT_LINES, 0) : location.line]
    before = "\n".join([*lines[:-1], lines[-1][: location.column - 1]]) if lines else ""
    contexts = _IN_MARKDOWN if location.path.endswith(".md") else _IN_YAML
    for pattern, offer in _IN_TEMPLATES if is_template(location.path) else contexts:
        if match := pattern.search(before):
            return match.groups()[-1], list(offer(words, match))
    return "", []


_WORD = re.compile(r"[\w:.-]+")


def explanation_of(
    loaded: LoadedGame, names: Names, texts: OpenTexts, location: Location
) -> tuple[str, Location] | None:
    """Return the meaning of the word at a location, as Markdown, and the location of the word."""
    use, words = names.use_at(location), words_of(loaded)
    if use is not None:
        definition_places = [
            f"{location.path}:{location.line}"
            for location in names.defined.get((use.kind, use.name), ())
        ]
        meaning = _meaning(loaded, words, names, use)
        lines = (f"{use.kind} `{use.name}`", meaning, ", ".join(definition_places))
        return "\n\n".join(filter(None, lines)), use.location
    line = texts.text(Location(location.path, location.line, 1, 1 << 20))
    for word in _WORD.finditer(line) if is_template(location.path) else ():
        if word.start() < location.column <= word.end() + 1:
            end = Location(location.path, location.line, word.end() + 1)
            typed, items = completions(words, texts, end)
            span = Location(location.path, location.line, end.column - len(typed), len(typed))
            return next((f"`{name}`: {d}" for name, d, _ in items if name == typed), ""), span
    return None


def _meaning(loaded: LoadedGame, words: Words, names: Names, use: Use) -> str:
    game, name = loaded.game, use.name
    assert game is not None
    match use.kind:
        case "icon":
            return "".join(
                picture(Path(location.path)) for location in definitions(loaded, names, use)
            )
        case "color":
            return str(words["colors"].get(name, ""))
        case "style" if style := game.theme.styles.get(name):
            return f"{style.font}, {style.size:g} pt on {style.leading:g}, {style.color}"
        case "field":
            fields = (type.fields[name] for type in game.card_types.values() if name in type.fields)
            return "; ".join(
                dict.fromkeys(f"{field.kind}, {field.doc}".strip(", ") for field in fields)
            )
    prefix = {"rule": "rule:", "card": "card:", "component": "count:"}.get(use.kind, "")
    return str(words["marks"].get(f"{prefix}{name}", ""))


def picture(file: Path) -> str:
    """Return an icon as a picture in Markdown, on white, as most icons are black."""
    try:
        svg = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return ""
    on_white = re.sub(r"<svg\b(?![^>]*\sstyle=)", '<svg style="background:#fff"', svg, count=1)
    data = base64.b64encode(on_white.encode()).decode()
    return f"![{file.stem}](data:image/svg+xml;base64,{data}|width=72,height=72)"
