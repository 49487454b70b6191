"""Assumptions as numbered notes: what marks them in a text, and the list that explains the marks.

``{assumption:id}`` in a rule text becomes a raised number that leads to the note, and the note
leads back to each of its places. Numbers follow the text: the first that it refers to is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model.document import Block, Citation, Listing, Paragraph, mark
from cardgen.model.game import Assumption, Game
from cardgen.model.richtext import Rich, escape, link

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class AssumptionLine(Struct, frozen=True):
    """What is said of one assumption; ``names`` are those by which texts may refer to it."""

    names: tuple[str, ...]
    text: Rich


def assumption_lines(game: Game) -> list[AssumptionLine]:
    """Return a line for each assumption: first those about the game, then those about cards.

    A line about cards names them; cards with the same assumption share a line.
    """
    lines = [
        AssumptionLine((one.name,), _with_why(one)) for one in game.assumptions if not one.card
    ]
    alike: dict[Rich, dict[str, Rich]] = {}
    for one in game.assumptions:
        deck, _, id = one.card.partition("/")
        for card in (card for card in game.components[deck].cards if card.id == id) if deck else ():
            title = card.title or Rich(id, escape(id))
            alike.setdefault(one.text, {})[one.card] = title
    for text, cards in alike.items():
        titles = dict.fromkeys(cards.values())
        words = ", ".join(title.plain for title in titles)
        markup = ", ".join(f"<b>{title.markup}</b>" for title in titles)
        about = Rich(f"{words}: {text.plain}", f"{markup}: {text.markup}", text.cites)
        lines.append(AssumptionLine(tuple(cards), about))
    return lines


def _with_why(one: Assumption) -> Rich:
    if not one.why:
        return one.text
    words = f"{one.text.plain} ({one.why.plain})"
    markup = f"{one.text.markup} <i>{one.why.markup}</i>"
    return Rich(words, markup, one.text.cites | one.why.cites)


def assumption_marks(game: Game, references: Sequence[Citation], style: str) -> dict[str, str]:
    """Return the markup of each place that refers to an assumption, by the mark that it left.

    ``style`` is that of the raised numbers.
    """
    found: dict[str, str] = {}
    numbers = _numbers(_cited_first(game, references))
    for name, count in _places(references):
        number = numbers.get(name)
        if number is not None:
            words = f'<span style="{escape(style)}">{str(number).translate(_RAISED)}</span>'
            words = link("to", f"note:{number}", words)
            found[f"assumption:{name}#{count}"] = link("id", f"cited:{name}:{count}", words)
    return found


def assumption_notes(game: Game, references: Sequence[Citation], at: Location) -> list[Block]:
    """Return all assumptions as notes: those that the text refers to are numbered in its order."""
    lines = _cited_first(game, references)
    places: dict[str, list[str]] = {}
    for name, count in _places(references):
        places.setdefault(name, []).append(f"cited:{name}:{count}")
    cited: list[tuple[Block, ...]] = []
    other: list[tuple[Block, ...]] = []
    for number, line in enumerate(lines, 1):
        back = [place for name in line.names for place in places.get(name, ())]
        if back:
            cited.append((Paragraph(_with_places(line.text, number, back), at, "note"),))
        else:
            other.append((Paragraph(line.text, at, "note"),))
    blocks: list[Block] = [Listing(tuple(cited), 1, at)] if cited else []
    return [*blocks, Listing(tuple(other), None, at)] if other else blocks


def _with_places(text: Rich, number: int, places: Sequence[str]) -> Rich:
    """Add the pages that refer to a note, each linked to its place."""
    markup = link("id", f"note:{number}", text.markup)
    pages = mark("places", escape(" ".join(places)))
    return Rich(text.plain, f"{markup} ({pages})", text.cites)


def _cited_first(game: Game, references: Sequence[Citation]) -> list[AssumptionLine]:
    """Return the lines in the order in which a text refers to them, the others behind."""
    order = {name: index for index, name in enumerate(dict(_places(references)))}
    lines = assumption_lines(game)
    return sorted(lines, key=lambda line: min(order.get(n, len(order)) for n in line.names))


def _numbers(lines: Sequence[AssumptionLine]) -> Mapping[str, int]:
    return {name: number for number, line in enumerate(lines, 1) for name in line.names if name}


def _places(references: Sequence[Citation]) -> list[tuple[str, int]]:
    """Return the name of the assumption at each place, and the how manieth place it is."""
    counts: Counter[str] = Counter()
    found = []
    for reference in references:
        if reference.kind == "assumption":
            counts[reference.name] += 1
            found.append((reference.name, counts[reference.name]))
    return found
