"""Looks for ``cardgen new --look``: small complete games to start from, each with its own design.

A look is a folder in ``looks/`` with the folders of a game and ``look.yaml``. Its templates read in
``places.xml.j2`` which field is in which place. The game of a table has the templates of the look,
the cards and fields of its game without a look, and a ``places.xml.j2`` for its columns.
"""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from msgspec import Struct, convert

from cardgen.features.scaffold import Beginning, copy_files
from cardgen.model.foreign.decks import ForeignDeck
from cardgen.model.foreign.roles import quote_value
from cardgen.model.theme import slug
from cardgen.source.node import SourceFile
from cardgen.source.yaml import load_yaml
from cardgen.template.pages import fill_template

_FOLDER = Path(__file__).with_name("looks")
_TABLE = _FOLDER / "table"
_quote_text = partial(json.dumps, ensure_ascii=False)


class GameLook(Struct, frozen=True):
    """A design for a new game; ``about`` describes it, ``order`` is its place in the list.

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
        return copy_files(f"looks/{self.id}", name, title)

    def begin_table(
        self, table: Beginning, deck: ForeignDeck, name: str, title: str
    ) -> tuple[Mapping[str, bytes], str]:
        """Make the files of a table's game in this look; ``table`` makes those without a look."""
        own, readme = self.begin(name, title)
        files, _ = table(name, title)
        game, templates = f"card_data/{name}/game.yaml", f"templates/{name}/"
        back = f"{templates}card.back.xml.j2"
        result = {path: data for path, data in files.items() if not path.startswith(templates)}
        result |= {path: data for path, data in own.items() if path.startswith(templates)}
        result[f"card_data/{name}/rules.md"] = (_TABLE / "rules.md").read_bytes()
        if self.has_tokens:  # the rows are in the game.yaml
            result = {path: data for path, data in result.items() if "/decks/" not in path}
        elif back in files:
            result[back] = (_TABLE / "card.back.xml.j2").read_bytes()
        for path, page in ((game, "game.yaml"), (f"{templates}places.xml.j2", "places.xml")):
            result[path] = fill_template(
                _TABLE / f"{page}.j2",
                {"quoted": quote_value, "slug": slug, "string": _quote_text},
                look=self,
                deck=deck,
                own=own[game].decode(),
                table=files[game].decode(),
                goes_on=back in files,
                fields={item.field: dict(item.declaration) for item in deck.fields},
                roles={item.column.header: item for item in deck.roles},
            )
        return result, readme


def all_looks() -> Mapping[str, GameLook]:
    """Return all looks by name, in the order of the help."""
    texts = {file.parent.name: file.read_text("utf-8") for file in _FOLDER.glob("*/look.yaml")}
    looks = [
        convert({"id": id, **load_yaml(SourceFile("", text)).to_python()}, GameLook)
        for id, text in texts.items()
    ]
    return {look.id: look for look in sorted(looks, key=lambda look: look.order)}
