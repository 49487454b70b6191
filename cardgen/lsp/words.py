"""What may stand at a place of a text, and what the word there means: completion and hover."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lsprotocol.types import CompletionItemKind as Kind

from cardgen.core.diagnostics import Location
from cardgen.lsp.names import Names, Use, places
from cardgen.lsp.open_texts import OpenTexts
from cardgen.preview.editing.texts import is_template, offered
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.writing import words

Words = dict[str, Any]
Item = tuple[str, str, Kind]
"""A word, a line that explains it, and what it is."""
_Offer = Callable[[Words, re.Match[str]], Iterable[Item]]
_FAR = 80
"""Lines before the cursor that are looked at."""


def words_of(loaded: LoadedGame) -> Words:
    """Return what the registries and a game know, with its colours and templates."""
    game = loaded.game
    files = {path.split("/", 2)[-1]: "" for path in offered(loaded) if is_template(path)}
    colors = {name: one.hex for name, one in game.theme.colors.items()} if game is not None else {}
    return {**(words(loaded) or {}), "files": files, "colors": colors}


def _listed(part: str, kind: Kind) -> _Offer:
    return lambda words, _: ((name, doc, kind) for name, doc in words[part].items())


def _attributes(words: Words, found: re.Match[str]) -> Words:
    return dict(words["tags"].get(found[1], {}).get("attributes", {}))


def _values(words: Words, found: re.Match[str]) -> Iterable[Item]:
    one = _attributes(words, found).get(found[2], {})
    return ((name, words["colors"].get(name, ""), Kind.Value) for name in one.get("values", ()))


def _cited(words: Words, found: re.Match[str]) -> Iterable[Item]:
    lead = "card:" if found[1] == "card" else "count:"
    marks = ((name, doc) for name, doc in words["marks"].items() if name.startswith(lead))
    return ((name.removeprefix(lead), doc, Kind.Reference) for name, doc in marks)


_IN_TAG = r'<([\w-]+)(?:[^<>"]|"[^"]*")*\s'
_MARKS = _listed("marks", Kind.Constant)
_Contexts = tuple[tuple[re.Pattern[str], _Offer], ...]
_IN_YAML: _Contexts = (  # not where YAML itself opens a mapping
    (re.compile(r"[^\s:\[{-][ \t]*\{([^{}\s]*)\Z"), _MARKS),
)
_IN_MARKDOWN: _Contexts = (
    (re.compile(r"^```(cards?)[ \t]+(?:\S+[ \t]+)*([\w/-]*)\Z", re.MULTILINE), _cited),
    (re.compile(r"^```(\w*)\Z", re.MULTILINE), _listed("directives", Kind.Keyword)),
    (re.compile(r"\{([^{}\s]*)\Z"), _MARKS),
)
_IN_TEMPLATES: _Contexts = (
    (
        re.compile(r"\b(?:include|import|from|extends)\s+[\"']([\w./-]*)\Z"),
        _listed("files", Kind.File),
    ),
    (re.compile(r"\{[{%][^{}]*\|\s*(\w*)\Z"), _listed("filters", Kind.Function)),
    (re.compile(r"\{[{%](?:[^{}]*[^\w.{}])?([\w.]*)\Z"), _listed("names", Kind.Variable)),
    (re.compile(rf'{_IN_TAG}([\w-]+)="(?:[^"<>]*[\s,(])?([\w-]*)\Z'), _values),
    (
        re.compile(rf"{_IN_TAG}([\w-]*)\Z"),
        lambda words, found: (
            (name, one["doc"], Kind.Property) for name, one in _attributes(words, found).items()
        ),
    ),
    (
        re.compile(r"</?([\w-]*)\Z"),
        lambda words, _: ((tag, one["doc"], Kind.Class) for tag, one in words["tags"].items()),
    ),
)
"""What stands before the cursor, its last group what has been typed of a word; the first counts."""


def completed(words: Words, texts: OpenTexts, at: Location) -> tuple[str, list[Item]]:
    """Return what has been typed of a word before a place, and the words that may stand there."""
    lines = texts.lines(at.path)[max(at.line - _FAR, 0) : at.line]
    before = "\n".join([*lines[:-1], lines[-1][: at.column - 1]]) if lines else ""
    contexts = _IN_MARKDOWN if at.path.endswith(".md") else _IN_YAML
    for pattern, offer in _IN_TEMPLATES if is_template(at.path) else contexts:
        if found := pattern.search(before):
            return found.groups()[-1], list(offer(words, found))
    return "", []


_AROUND = re.compile(r"[\w:.-]+")


def explained(
    loaded: LoadedGame, names: Names, texts: OpenTexts, at: Location
) -> tuple[str, Location] | None:
    """Return what the word at a place means, as Markdown, and the place of all of it."""
    use, words = names.under(at), words_of(loaded)
    if use is not None:
        where = [f"{at.path}:{at.line}" for at in names.defined.get((use.kind, use.name), ())]
        said = _meaning(loaded, words, names, use)
        lines = (f"{use.kind} `{use.name}`", said, ", ".join(where))
        return "\n\n".join(filter(None, lines)), use.at
    line = texts.text(Location(at.path, at.line, 1, 1 << 20))
    for word in _AROUND.finditer(line) if is_template(at.path) else ():
        if word.start() < at.column <= word.end() + 1:
            end = Location(at.path, at.line, word.end() + 1)
            typed, items = completed(words, texts, end)
            place = Location(at.path, at.line, end.column - len(typed), len(typed))
            return next((f"`{name}`: {d}" for name, d, _ in items if name == typed), ""), place
    return None


def _meaning(loaded: LoadedGame, words: Words, names: Names, use: Use) -> str:
    game, name = loaded.game, use.name
    assert game is not None
    match use.kind:
        case "icon":
            return "".join(picture(Path(at.path)) for at in places(loaded, names, use))
        case "color":
            return str(words["colors"].get(name, ""))
        case "style" if style := game.theme.styles.get(name):
            return f"{style.font}, {style.size:g} pt on {style.leading:g}, {style.color}"
        case "field":
            types = (one.fields[name] for one in game.card_types.values() if name in one.fields)
            return "; ".join(dict.fromkeys(f"{one.kind}, {one.doc}".strip(", ") for one in types))
    lead = {"rule": "rule:", "card": "card:", "component": "count:"}.get(use.kind, "")
    return str(words["marks"].get(f"{lead}{name}", ""))


def picture(file: Path) -> str:
    """Return an icon as a picture in Markdown, on white: most are drawn in black."""
    try:
        svg = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return ""
    shown = re.sub(r"<svg\b(?![^>]*\sstyle=)", '<svg style="background:#fff"', svg, count=1)
    data = base64.b64encode(shown.encode()).decode()
    return f"![{file.stem}](data:image/svg+xml;base64,{data}|width=72,height=72)"
