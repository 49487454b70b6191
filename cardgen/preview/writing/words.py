"""What may stand in a text, for completion while one writes: all that the registries know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.core.style import Theme
from cardgen.layout.attributes import COLOR, INK, PAINT, STROKE, Kind, Tag
from cardgen.layout.box import ELEMENTS
from cardgen.layout.reader import INLINE
from cardgen.layout.text.block import SpanTag
from cardgen.layout.text.blocks import TAGS
from cardgen.model.directives import DIRECTIVES
from cardgen.model.game import Game
from cardgen.preview.editing.forms import options
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.template.filters import FILTERS
from cardgen.template.sandbox import Sandbox

Json = dict[str, Any]


def words(loaded: LoadedGame) -> Json | None:
    """List marks and directives for rule texts, and tags and names for templates.

    Each has a line that explains it, which may be empty; a tag has its attributes, and these the
    values that are known.
    """
    game = loaded.game
    if game is None:
        return None
    icons = options(loaded, game)["icon"]
    tags: dict[str, type[Tag]] = dict.fromkeys(INLINE, Tag)
    tags |= {"span": SpanTag, **TAGS, **dict(ELEMENTS.items())}
    return {
        "marks": dict(_marks(game, icons)),
        "directives": {name: _line(read.__doc__) for name, read in DIRECTIVES.items()},
        "tags": {
            tag: {"doc": _line(kind.__doc__), "attributes": _attributes(kind, game.theme, icons)}
            for tag, kind in tags.items()
        },
        "filters": {name: _line(one.__doc__) for name, one in FILTERS.items()},
        "names": dict.fromkeys([*Sandbox(None).globals, *_names(game)], ""),
    }


def _marks(game: Game, icons: list[str]) -> Iterator[tuple[str, str]]:
    for name, rule in game.rules.items():
        yield f"rule:{name}", f"{rule.value} {rule.text}".strip()
    for name, term in game.terms.items():
        yield name, term.text
    for id, component in game.components.items():
        if component.cards:
            yield f"count:{id}", component.title
        for card in component.cards:
            yield f"card:{id}/{card.id}", card.title.plain
    yield from ((f"icon:{name}", "") for name in icons)


def _names(game: Game) -> Iterator[str]:
    """Yield what templates see of the game and of a card."""
    for name, record in game.context.items():
        yield from (f"{name}.{key}" for key in record)
    for card in (card for component in game.components.values() for card in component.cards):
        yield from (f"card.{key}" for key in card.record)


def _attributes(kind: type[Tag], theme: Theme, icons: list[str]) -> Json:
    listed = {"style": list(theme.styles), "icon": icons}
    if "name" in kind.needed:
        listed["name"] = icons
    return {
        name: {
            "doc": f"{one.doc} ({one.kind.name})",
            "values": listed.get(name) or _values(one.kind, theme),
        }
        for name, one in kind.attributes.items()
    }


def _values(kind: Kind, theme: Theme) -> list[str]:
    """Return the values of a kind that can be listed: the colours, or its choices."""
    if kind in (COLOR, INK, PAINT, STROKE):
        return list(theme.colors)
    choices = kind.name.split(" or ")
    try:
        return [one for one in choices if len(choices) > 1 and kind.parse(one, theme) is not None]
    except ValueError:
        return []


def _line(doc: str | None) -> str:
    return (doc or "").strip().partition("\n")[0]
