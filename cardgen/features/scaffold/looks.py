"""Looks for ``cardgen new --look``: small complete games to start from, each with its own design.

A look is a folder in ``looks/``: the folders of a game, and ``look.yaml``, which says what the look
is and which columns of a table go to which of its places. Templates read the names of the fields in
``places.xml.j2`` of the game, so the game of a table has all templates of the look and another
``places.xml.j2``. Its cards and their fields are those of the game without a look.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from msgspec import Struct, convert

from cardgen.core.diagnostics import ModelError
from cardgen.features import problems
from cardgen.features.scaffold import Beginning, copy_files
from cardgen.model.foreign.decks import ForeignDeck
from cardgen.model.foreign.roles import quote_value
from cardgen.model.theme import slug
from cardgen.source.node import SourceFile
from cardgen.source.yaml import load_yaml
from cardgen.template.pages import fill_template

_write_text = partial(json.dumps, ensure_ascii=False)
_FOLDER = Path(__file__).with_name("looks")


class Look(Struct, frozen=True):
    """A design for a new game, and its place in the list of looks.

    ``places`` has the roles of columns for each place on a card; after ``#``, a word of the header.
    ``numbers`` is how many numbers have a place. With ``has_tokens``, the rows become tokens.
    """

    id: str
    about: str
    order: int
    places: Mapping[str, tuple[str, ...]]
    numbers: int
    size: str = "poker"
    has_tokens: bool = False

    def begin(self, name: str, title: str) -> tuple[Mapping[str, bytes], str]:
        """Make the files of the look's own game."""
        files, _ = copy_files(f"looks/{self.id}", name, title)
        return files, (_FOLDER / "README.md").read_text("utf-8")

    def begin_table(self, table: Beginning, deck: ForeignDeck) -> Beginning:
        """Return the function that makes the game of a table in this look.

        ``table`` makes the game without a look.
        """

        def begin(name: str, title: str) -> tuple[Mapping[str, bytes], str]:
            own, readme = self.begin(name, title)
            files, _ = table(name, title)
            game, templates = f"card_data/{name}/game.yaml", f"templates/{name}/"
            values = {
                "look": self,
                "deck": deck,
                "own": own[game].decode(),
                "table": files[game].decode(),
                "goes_on": f"{templates}card.back.xml.j2" in files,
                "fields": {item.field: dict(item.declaration) for item in deck.fields},
                "roles": {item.column.header: item for item in deck.roles},
            }
            filters = {"quoted": quote_value, "slug": slug, "quoted_text": _write_text}
            result = {path: data for path, data in files.items() if not path.startswith(templates)}
            result |= {path: data for path, data in own.items() if path.startswith(templates)}
            if self.has_tokens:
                result = {path: result[path] for path in result if "/decks/" not in path}
            elif values["goes_on"]:
                back = (_FOLDER / "table/card.back.xml.j2").read_bytes()
                result[f"{templates}card.back.xml.j2"] = back
            result[f"card_data/{name}/rules.md"] = (_FOLDER / "table/rules.md").read_bytes()
            for path, page in ((game, "game.yaml"), (f"{templates}places.xml.j2", "places.xml")):
                result[path] = fill_template(_FOLDER / f"table/{page}.j2", filters, **values)
            return result, readme

        return begin


@cache
def all_looks() -> Mapping[str, Look]:
    """Return all looks by name, in the order of the help."""
    manifests = sorted(_FOLDER.glob("*/look.yaml"))
    values = [load_yaml(SourceFile("", file.read_text("utf-8"))).to_python() for file in manifests]
    looks = [
        convert({"id": file.parent.name, **value}, Look)
        for file, value in zip(manifests, values, strict=True)
    ]
    return {look.id: look for look in sorted(looks, key=lambda look: look.order)}


def find_look(name: str) -> Look:
    """Return the look with a name; raises ModelError if there is none."""
    looks = all_looks()
    if name not in looks:
        raise ModelError(problems.no_look(None, name, tuple(looks)))
    return looks[name]
