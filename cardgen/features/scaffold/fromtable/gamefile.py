"""Writes the ``game.yaml`` of a game out of a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from cardgen.features.scaffold.fromtable.kinds import quoted, written
from cardgen.features.scaffold.fromtable.palette import GREY, INK, PAPER
from cardgen.features.scaffold.fromtable.roles import FaceField

_FACES = "bold: atkinson/bold, italic: atkinson/italic, bold_italic: atkinson/bolditalic"
_BODY = f"font: atkinson/regular, {_FACES}, size: {{body}}pt, leading: 1.25"
FALLBACK = ("noto-sans/regular", "noto-symbols/regular", "noto-math/regular", "m-plus-1p/regular")
"""Fonts for characters that those of the styles lack."""
_STYLES = {
    "title": "font: barlow-condensed/semibold, size: {title}pt, leading: 1, color: paper",
    "group": "font: barlow-condensed/medium, size: 8pt, leading: 1, tracking: 20, color: paper",
    "number": "font: barlow-condensed/bold, size: 20pt, leading: 1, align: center",
    "body": f"{_BODY}, {{more}}color: ink",
    "fact": "font: atkinson/regular, size: 7.5pt, leading: 1.2, color: ink",
    "label": "font: barlow-condensed/semibold, size: 7pt, leading: 1.2, tracking: 10, color: ink",
    "stat": "font: barlow-condensed/bold, size: 14pt, leading: 1, align: center, color: paper",
    "foot": "font: barlow-condensed/medium, size: 6.5pt, leading: 1, tracking: 20, color: grey",
}


class GameFacts:
    """What ``game.yaml`` says; see `game_yaml`."""

    def __init__(
        self,
        *,
        title: str,
        deck: str,
        source: str,
        cards: str,
        size: str,
        language: str,
        accent: str,
        body: float,
        ids: bool,
        own_back: bool,
    ) -> None:
        self.title = title
        self.deck = deck
        self.source = source
        self.cards = cards
        self.size = size
        self.language = language
        self.accent = accent
        self.body = body
        self.ids = ids
        self.own_back = own_back


def game_yaml(
    facts: GameFacts,
    fields: Sequence[FaceField],
    columns: Mapping[str, str],
    colors: Mapping[str, str],
    hidden: Sequence[FaceField],
) -> str:
    """Return the text of the file.

    ``columns`` are the names of fields by what stands over them, ``colors`` those of the words of a
    choice, ``hidden`` the fields that the face does not show yet.
    """
    return "\n".join(_lines(facts, fields, columns, colors, hidden)) + "\n"


def _lines(
    facts: GameFacts,
    fields: Sequence[FaceField],
    columns: Mapping[str, str],
    colors: Mapping[str, str],
    hidden: Sequence[FaceField],
) -> Iterator[str]:
    yield "# yaml-language-server: $schema=../schema/game.schema.json"
    yield "#"
    yield f"# A game made of {facts.source}. Change the table, this file or the templates, and look"
    yield "# at it with `cardgen preview`. What may stand here: docs/reference/data.md of cardgen."
    yield ""
    yield f"title: {json.dumps(facts.title, ensure_ascii=False)}"
    if facts.language:
        yield f"language: {facts.language}                 # of all texts: how words are divided"
    yield ""
    yield "theme:"
    yield "  colors:                       # quote them: # begins a comment"
    for name, color in {"ink": INK, "paper": PAPER, "grey": GREY, "accent": facts.accent}.items():
        yield f'    {name}: "{color}"'
    for name, color in colors.items():
        yield f'    {quoted(name)}: "{color}"'
    yield "  styles:                       # sizes are in points"
    divide = "hyphenate: true, " if facts.language else ""
    for name, style in _STYLES.items():
        shown = style.format(title=15, body=f"{facts.body:g}", more=divide)
        yield f"    {name}: {{{shown}}}"
    yield f"  fallback: [{', '.join(FALLBACK)}]"
    yield ""
    yield "# What a card states besides id, title and copies: the columns of the table. Kinds were"
    yield "# guessed from the values: change what is guessed wrong. card.xml.j2 draws the card."
    yield "card_types:"
    yield "  card:"
    if facts.own_back:
        yield "    back: card.back.xml.j2      # where a text goes on that is too long for its face"
    if fields:
        yield "    fields:"
        for field in fields:
            yield f"      {field.name}: {written(field.declaration)}"
    else:
        yield "    fields: {}"
    if hidden:
        yield f"    # Not on the card yet: {', '.join(field.name for field in hidden)}."
    yield ""
    yield "components:"
    yield f"  {quoted(facts.deck)}:"
    yield "    kind: deck"
    yield f"    size: {facts.size}"
    yield f"    cards: {quoted(facts.cards)}"
    if facts.ids:
        yield "    ids: title                  # each card is called as its title says"
    if columns:
        yield "    columns:                    # which field a column fills; # is a note"
        for shown, name in columns.items():
            yield f"      {quoted(shown)}: {quoted(name)}"
