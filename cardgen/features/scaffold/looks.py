"""Looks for ``cardgen new --look``: small complete games to start from, each with its own design.

A look is a folder in ``looks/`` with the folders of a game and ``look.yaml``, which says what the
look is and which columns of a table go to which of its places. The template ``places.xml.j2`` of
a game names the field in each place. So a table needs no templates of its own: its game has the
templates of the look, the card type and decks of the table, and another ``places.xml.j2``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.core.diagnostics import ModelError
from cardgen.features import problems
from cardgen.model.foreign.decks import ForeignDeck
from cardgen.model.foreign.roles import ColumnRole
from cardgen.source.node import SourceFile
from cardgen.source.yaml import load_yaml

_FOLDER = Path(__file__).with_name("looks")
_KEYS = re.compile(r"(?m)^(?=[a-z_]+:)")
_COMPONENTS = re.compile(r"(?m)^(?=  [\w-]+:)")
"""The starts of keys in a game.yaml, and of the components in their block."""
_FALLBACK = re.compile(r"(?m)^  fallback: .*\n(?:  # .*\n)*")


class Look(Struct, frozen=True):
    """A design for a new game: its name, what it is, and the places on its cards.

    ``places`` has, for each place, the roles of columns that it takes, or a word of their headers
    after ``#``. ``numbers`` is the number of places for numbers.
    """

    id: str
    about: str
    places: Mapping[str, tuple[str, ...]]
    order: int = 0
    numbers: int = 0
    size: str = "poker"

    @property
    def folder(self) -> Path:
        """The folder with the files of the look."""
        return _FOLDER / self.id

    def table_files(
        self, files: Mapping[str, bytes], sample: Mapping[str, bytes], deck: ForeignDeck, name: str
    ) -> dict[str, bytes]:
        """Return the files of a table's game in this look.

        ``files`` are those of the table's game without a look, ``sample`` those of the look.
        """
        game, templates = f"card_data/{name}/game.yaml", f"templates/{name}/"
        table = files[game].decode()
        goes_on = "\n    back: " in table
        result = {path: data for path, data in files.items() if not path.startswith(templates)}
        result |= {path: data for path, data in sample.items() if path.startswith(templates)}
        result[f"card_data/{name}/rules.md"] = (_FOLDER / "table-rules.md").read_bytes()
        if goes_on:
            result[f"{templates}card.back.xml.j2"] = (_FOLDER / "card.back.xml.j2").read_bytes()
        result[f"{templates}places.xml.j2"] = self._places(deck, goes_on).encode()
        result[game] = self._game(sample[game].decode(), table).encode()
        return result

    def _game(self, sample: str, table: str) -> str:
        """Return the game.yaml of a table: the design of the look with the decks of the table."""
        head, *blocks = _KEYS.split(table)
        result = {block.partition(":")[0]: block for block in blocks}
        design = {block.partition(":")[0]: block for block in _KEYS.split(sample)}
        # The table's fallback fonts have all letters of its texts.
        fonts = "".join(_FALLBACK.findall(result["theme"]))
        result["theme"] = _FALLBACK.sub(lambda _: fonts, design["theme"])
        _, _, *further = _COMPONENTS.split(design["components"])
        size = f"    size: {self.size}\n    back: cards.back.xml.j2\n"
        decks = re.sub(r"(?m)^    size: .*\n", size, result["components"])
        result["components"] = "".join([decks.rstrip(), "\n\n", *further])
        return "".join([head, *result.values()])

    def _places(self, deck: ForeignDeck, goes_on: bool) -> str:
        """Return the template that names the field in each place."""
        remaining = {role: list(items) for role, items in deck.places.items()}
        places: dict[str, object] = {}
        for place, sources in self.places.items():
            item = next(_candidates(remaining, sources), None)
            places[place] = item.field if item else ""
            if item:
                remaining[item.role].remove(item)
        numbers = remaining["number"]
        texts, lines = remaining.pop("text"), numbers[self.numbers :]
        lines += [item for role in ("group", "corner", "fact", "mark", "foot") for item in remaining[role]]
        places["numbers"] = [[item.field, item.label] for item in numbers[: self.numbers]]
        places["texts"] = [
            [item.field, item.label if index else "", item.column.matches("flavor") > 0]
            for index, item in enumerate(texts)
        ]
        places["lines"] = [[item.field, item.label] for item in lines]
        places["color"] = next((item.field for item in remaining["color"]), "")
        places["tint"] = deck.tint.field if deck.tint else ""
        places["tints"] = list(deck.tints)
        places["goes_on"] = goes_on
        return _PLACES + "".join(
            f"{{% set {place} = {json.dumps(value, ensure_ascii=False)} %}}\n"
            for place, value in places.items()
        )


_PLACES = """\
{# Which field of a card is in which place; "" for none. `texts`, `numbers` and `lines` have several
   fields, each with its label. `tint` is the field that decides the colour of a card. #}
"""


def _candidates(
    remaining: Mapping[str, list[ColumnRole]], sources: Iterable[str]
) -> Iterator[ColumnRole]:
    """Yield the columns for a place, the best first."""
    for source in sources:
        if source.startswith("#"):
            for items in remaining.values():
                yield from (i for i in items if source[1:] in i.column.header.lower())
        else:
            yield from remaining[source]


@cache
def all_looks() -> Mapping[str, Look]:
    """Return all looks by name, in the order of the help."""
    looks = []
    for file in _FOLDER.glob("*/look.yaml"):
        values = load_yaml(SourceFile(str(file), file.read_text("utf-8"))).to_python()
        looks.append(msgspec.convert({"id": file.parent.name, **values}, Look))
    return {look.id: look for look in sorted(looks, key=lambda look: look.order)}


def find_look(name: str) -> Look:
    """Return the look with a name; raises ModelError if there is none."""
    looks = all_looks()
    if name not in looks:
        raise ModelError(problems.no_look(None, name, tuple(looks)))
    return looks[name]
