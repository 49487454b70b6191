"""Read the file to make a new game from as a table of columns.

The words of headers and texts tell the roles of columns, the language, and the names of templates
and decks.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import SourceError
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable.columns import ForeignTable, columns_of
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import IDENTIFIER, NAME_LIMIT
from cardgen.source.files import DECK_ENDINGS, Project, decode
from cardgen.source.node import YamlNode
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.reading import TABLE_LIMIT, read_rows, split_sheet
from cardgen.source.tables.table import NOTE, deck_table
from cardgen.source.yaml import load_yaml

_DEEP = 3
_VERTICAL_TAB = re.compile(rb"(?<!\\)((?:\\\\)*)\\u000[bB]")
_KEY = "name"
"""The column of what rows are called in an object of objects."""
_Objects = list[Mapping[str, YamlNode]]


def read_foreign(given: str, here: Path) -> ForeignTable:
    """Read ``FILE`` or ``FILE.xlsx#Sheet``; raises SourceError if it is not a table of cards."""
    if given.lower().startswith(("http://", "https://")):
        raise SourceError(problems.no_table(None, paths.printable(given), None))
    named, sheet = split_sheet(given)
    path = (here / named).resolve()
    ending = path.suffix.lower().replace(".yml", ".yaml")
    if ending not in DECK_ENDINGS:
        raise SourceError(problems.no_table(None, paths.printable(named), ending))
    data = Project(path.parent).data(path.name, what="the table", limit=TABLE_LIMIT)
    return table_of(path.name, data, sheet)


def table_of(name: str, data: bytes, sheet: str = "") -> ForeignTable:
    """Read the bytes of a file of that name."""
    path = PurePosixPath(name)
    ending = path.suffix.lower().replace(".yml", ".yaml")
    if ending in (".yaml", ".json"):
        return _tree(name, ending, data)
    read = read_rows(name, data, sheet, path.stem)
    rows = list(read.rows)
    table = deck_table(read.source, iter(rows), str, read.found)
    cards = table.tree.value["cards"].value
    if not cards:
        raise SourceError(problems.no_rows(table.tree.at, name))
    columns = columns_of([card.value for card in cards], (one.written for one in table.columns))
    begins = next(n for n, row in enumerate(rows) if any(cell.raw for cell in row.cells))
    line_of = {row.line: n - begins for n, row in enumerate(rows)}
    return ForeignTable(
        name,
        sheet,
        data,
        tuple(one for one in columns if not one.written.startswith(NOTE)),
        tuple([cell.raw for cell in row.cells] for row in rows[begins:]),
        tuple(line_of[card.line] for card in cards),
        table.found,
    )


def _tree(name: str, ending: str, data: bytes) -> ForeignTable:
    """Read YAML or JSON; any part that looks like cards is taken.

    A deck file stays unchanged; any other data becomes a list of objects.
    """
    is_json = ending == ".json"
    written = data
    if is_json:  # the line break of word processors, which no card can show
        data = _VERTICAL_TAB.sub(rb"\1\\n", data)
    mended = ("line breaks of word processors (U+000B) made plain ones",) if data != written else ()
    source = decode(name, data)
    tree = load_json(source) if is_json else load_yaml(source)
    deck = tree.value["cards"] if tree.kind == "map" and set(tree.value) == {"cards"} else tree
    rows = _objects(deck)
    is_deck = rows is not None and (is_json or all(map(_is_card, rows)))
    rows = rows or _rows(tree, _DEEP)
    if not rows:
        raise SourceError(problems.no_rows(tree.at, name))
    if not is_deck:
        name = PurePosixPath(name).with_suffix(".json").name
        plain = [{key: node.plain() for key, node in row.items()} for row in rows]
        return replace(_tree(name, ".json", as_json(plain)), mended=mended)
    return ForeignTable(name, "", data, columns_of(rows), mended=mended)


def as_json(rows: list[dict[str, Any]]) -> bytes:
    """Write rows as a list of objects, a value a line, as people edit it."""
    return (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode()


def _is_card(row: Mapping[str, YamlNode]) -> bool:
    """Whether an object is a card as a deck file in YAML has it, where no column is renamed."""
    fields = [key for key in row if key not in BUILT_IN]
    named = "id" in row and "title" in row and "type" not in row
    return named and all(IDENTIFIER.fullmatch(key) for key in fields)


def _objects(node: YamlNode) -> _Objects | None:
    if node.kind == "list" and node.value and all(item.kind == "map" for item in node.value):
        return [item.value for item in node.value]
    return None


def _rows(node: YamlNode, depth: int) -> _Objects | None:
    """Return the most rows that a tree has: a list of objects, or an object of objects."""
    found = _objects(node)
    if found is not None or node.kind != "map" or not depth:
        return found
    inner = [_rows(one, depth - 1) for one in node.value.values()]
    best = max((rows for rows in inner if rows), key=len, default=None)
    if len(node.value) > 1 and all(one.kind == "map" for one in node.value.values()):
        mine = [_keyed(node.keys or {}, key, one) for key, one in node.value.items()]
        return mine if best is None or len(mine) >= len(best) else best
    return best


def _keyed(keys: Mapping[str, YamlNode], key: str, node: YamlNode) -> Mapping[str, YamlNode]:
    """Return an object with its key as its name, if it has no name."""
    row: dict[str, Any] = node.value
    return {"key" if _KEY in row else _KEY: keys[key], **row}


_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
MEANINGS: Mapping[str, tuple[str, ...]] = {
    name: tuple(words.split()) for name, words in _WORDS["headers"].items()
}
"""What people write over columns, by what it means."""
_LANGUAGES = {name: frozenset(words.split()) for name, words in _WORDS["languages"].items()}
HUES: Mapping[str, str] = {name: said.split()[0] for name, said in _WORDS["hues"].items()}
"""Colours by name, each dark enough for white type."""

_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d"}
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 40
_SIGNS = {"#": "number", "%": "percent", "€": "euro", "$": "dollar", "+": "plus", "&": "and"}


def words_of(written: str) -> tuple[str, ...]:
    """Return the words of a header in plain small letters: ``castingTime`` is casting, time."""
    found = "".join(map(_plain, _HUMPS.sub(" ", written))).split()
    return tuple(found or [_SIGNS[char] for char in written if char in _SIGNS])


def _plain(char: str) -> str:
    """Spell a character in plain letters: ``é`` is e, ``⚡`` is high voltage sign."""
    plain = unicodedata.normalize("NFKD", char.lower().translate(_LETTERS))
    if plain.isascii():
        return plain if plain.isalnum() else " "
    if plain[0].isascii() and plain[0].isalnum():  # an accent of a letter
        return plain[0]
    name = unicodedata.name(char, "").lower()
    if char.isalpha():
        last = name.rpartition("letter ")[2] if "letter " in name else name.rpartition("-")[2]
        return re.sub(r"[^a-z0-9]+", "", last)
    return f" {re.sub(r'[^a-z0-9]+', ' ', name)} " if unicodedata.category(char) == "So" else " "


def identifier(written: str, otherwise: str = "column") -> str:
    """Return a name by which templates can read a column: small letters, digits and ``_``."""
    name = "_".join(words_of(written))[:_LONGEST].strip("_") or otherwise
    return name if name[0].isalpha() else f"n_{name}"


def distinct(name: str, taken: Collection[str]) -> str:
    """Return the name, or the first of ``name_2``, ``name_3`` … that is not taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def file_name(stem: str, otherwise: str = "cards") -> str:
    """Return the id of a deck for a file: as `identifier`, but a digit may come first."""
    return "-".join(words_of(stem))[:NAME_LIMIT].strip("-") or otherwise


def label_of(written: str) -> str:
    """Return the words of a header as they are printed: ``casting_time`` is Casting time."""
    text = " ".join(written.replace("_", " ").split())
    if any(unicodedata.category(char) in ("So", "Cn", "Co") for char in text):  # pictures
        text = " ".join(words_of(written))
    if " " not in text and (text != written or not text.isupper()):
        head, _, tail = _HUMPS.sub(" ", text).partition(" ")
        text = f"{head} {tail.lower()}" if tail else head
    return text[:1].upper() + text[1:]


def means(written: str, known: Iterable[str]) -> int:
    """Say how well a header means one of some names: 2 if it is one, 1 if a word of it is."""
    words = words_of(written)
    names = set(known)
    if "_".join(words) in names:
        return 2
    return int(not names.isdisjoint(words))


def rank(written: str, known: Sequence[str]) -> int:
    """Return the place of the first of some names that a header means; 99 for none."""
    return next((place for place, name in enumerate(known) if means(written, (name,))), 99)


def language_of(texts: Iterable[str]) -> str:
    """Return the language of most texts, by its little words; empty if it is not clear."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in known for word in words) for name, known in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 0.08 * len(words) else ""


def tints(words: Sequence[str]) -> dict[str, str]:
    """Return a colour for each word: the one that it means, else the next that is free."""
    found: dict[str, str] = {}
    free = dict(HUES)
    for word in words:
        parts = set(words_of(word))
        meant = (hue for hue, said in _WORDS["hues"].items() if parts & set(said.split()[1:]))
        hue = next(meant, "")
        if hue in free:
            found[word] = free.pop(hue)
    rest = list(free.values()) or list(HUES.values())
    for number, word in enumerate(one for one in words if one not in found):
        found[word] = rest[number % len(rest)]
    return {word: found[word] for word in words}
