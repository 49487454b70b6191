"""Write a cardgen project with N unique cards: the work that the benchmarks time.

The same seed and count give the same files, byte for byte. Run as
``python benchmarks/generate.py --cards 1000 FOLDER``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from vocabulary import rules_text, title

GAME = "bench"
DECK = "cards"
DECK_FILE = f"card_data/{GAME}/decks/{DECK}.yaml"
TABLE = f"card_data/{GAME}/{DECK}.csv"
SUITS = {
    "tide": "#1f5673",
    "moss": "#4a6b2f",
    "rust": "#8f3b1b",
    "dusk": "#553a6b",
    "gold": "#7a5a10",
    "coal": "#3a3f45",
}

# Solid glyphs on a 24-unit grid: lines, curves, arcs and holes as real icons have them.
_ICONS = {
    "anchor": "M12 1.5a3.4 3.4 0 0 0-1.4 6.5V10H7v2.6h3.6v6.8c-2.9-.5-5.1-2.4-5.9-5l1.7.6-3-5.2 "
    "-2.4 5.5 1.4-.5C3.3 19.2 7.2 22.5 12 22.5s8.7-3.3 9.6-7.7l1.4.5-2.4-5.5-3 5.2 "
    "1.7-.6c-.8 2.6-3 4.5-5.9 5v-6.8H17V10h-3.6V8A3.4 3.4 0 0 0 12 1.5z",
    "bolt": "M13.5 1 4 13.5h6.2L8.5 23 20 9.5h-6.8L16.5 1z",
    "crown": "M2 6.5l5 4.5L12 3l5 8 5-4.5-2.2 11.5H4.2zM4.2 19.5h15.6V22H4.2z",
    "drop": "M12 1.5C15 6.5 19 10.3 19 15a7 7 0 0 1-14 0C5 10.3 9 6.5 12 1.5z",
    "eye": "M12 4.5C6.5 4.5 2.5 8.8 1 12c1.5 3.2 5.5 7.5 11 7.5S21.5 15.2 23 12c-1.5-3.2-5.5-7.5"
    "-11-7.5zM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "flame": "M12.5 1c.8 4.5 6.5 7 6.5 13.5C19 19 16 23 12 23s-7-3.6-7-8c0-3.5 2-5.3 3-8 1.3 1 2 "
    "2.3 2.2 4C12 9 13 5.5 12.5 1z",
    "heart": "M12 21.5C5.5 16.5 1.5 12.7 1.5 8.3 1.5 5 4 2.8 6.9 2.8c2 0 3.9 1 5.1 3 1.2-2 3.1-3 "
    "5.1-3 2.9 0 5.4 2.2 5.4 5.5 0 4.4-4 8.2-10.5 13.2z",
    "leaf": "M21.5 2.5C10 2.5 4 7.5 4 14c0 1.7.4 3 1 4.2L2 21.5l1.5 1.3 3-3.3C8 20.5 9.5 21 11 21"
    "c7.5 0 10.5-8.5 10.5-18.5zM17 7.5C12.5 9.5 9.5 12.5 7.8 16.8 8.5 12 11.5 8.8 17 7.5z",
    "moon": "M15.5 2.2a10 10 0 1 0 6.3 14.3A8.5 8.5 0 0 1 15.5 2.2z",
    "shield": "M12 1.5l9 3v6.8c0 5.2-3.6 9.2-9 11.2-5.4-2-9-6-9-11.2V4.5zM12 4.7v14.5c3.7-1.7 6-4.5"
    " 6-7.9V6.7z",
    "star": "M12 1.5l3.2 6.8 7.3.9-5.4 5.1 1.4 7.4L12 18.1l-6.5 3.6 1.4-7.4L1.5 9.2l7.3-.9z",
    "sword": "M22 2l-6.5 1.3L7.3 11.5 5.8 10 4 11.8l2.4 2.4L2.5 18.1 5.9 21.5l3.9-3.9 2.4 2.4L14 "
    "18.2l-1.5-1.5 8.2-8.2z",
}
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<path fill="currentColor" fill-rule="evenodd" d="{data}"/></svg>\n'
)

_GAME = """\
title: Benchmark Deck
subtitle: A deck of many cards
players: 2-4
version: "1.0"
credits: ["Words and drawings: made by benchmarks/generate.py"]
theme:
  colors:
    ink: "#1d1a16"
    paper: "#efe6d2"
    panel: "#fbf7ec"
    white: "#ffffff"
{colors}
  styles:
    title: {{font: barlow-condensed/bold, size: 13pt, leading: 1.0, color: ink}}
    cost: {{font: barlow-condensed/bold, size: 16pt, leading: 1.0, color: white, align: center}}
    body: {{font: atkinson/regular, bold: atkinson/bold, size: 8.5pt, leading: 1.3, color: ink}}
    footer: {{font: atkinson/regular, size: 6pt, leading: 1.0, color: ink}}
    back: {{font: barlow-condensed/bold, size: 22pt, leading: 1.0, color: paper, align: center}}
card_types:
  card:
    template: card.xml.j2
    fields:
      suit: {{kind: choice, options: [{suits}]}}
      cost: {{kind: number, min: 0, max: 9}}
      icons: {{kind: list, of: icon, min: 3, max: 3}}
      text: {{kind: rich}}
print: {{bleed: 3mm, safe: 3mm}}
components:
  {deck}: {{kind: deck, title: Cards, size: poker, back: card.back.xml.j2{series}, \
    arrangement: butt}}
"""

_CARD_TEMPLATE = """\
<side background="paper">
  <rect x="3" y="3" width="57" height="82" radius="2.5"
        fill="panel" stroke="{{ card.suit }}" stroke-width="0.6"/>
  <ellipse x="4.5" y="4.5" width="9" height="9" fill="{{ card.suit }}"/>
  <text style="cost" x="4.5" y="4.5" width="9" height="9" valign="middle">{{ card.cost }}</text>
  <text style="title" x="15.5" y="4.5" width="42.5" height="9" valign="middle">
    {{- card.title -}}
  </text>
  <rect x="3" y="15.5" width="57" height="11" fill="{{ card.suit }}"/>
  <row x="3" y="15.5" width="57" height="11" gap="4" align="center" justify="center">
    {%- for name in card.icons %}
    <icon name="{{ name }}" color="white" size="8"/>
    {%- endfor %}
  </row>
  <text style="body" x="6.5" y="30" width="50" height="46">{{ card.text }}</text>
  <text style="footer" x="6.5" y="79" width="30" height="3">
    {{- game.title }} · {{ game.version -}}
  </text>
  <text style="footer" x="36.5" y="79" width="20" height="3" align="right">
    {{- index }} / {{ total -}}
  </text>
</side>
"""

_BACK_TEMPLATE = """\
<side background="tide">
  <rect x="4" y="4" width="55" height="80" radius="2"
        fill="none" stroke="paper" stroke-width="0.6"/>
  {%- for row in range(7) %}{% for column in range(5) %}
  {%- set x = 11.5 + 10 * column %}{% set y = 14 + 10 * row %}
  <polygon points="{{ x }},{{ y - 3 }} {{ x + 3 }},{{ y }} {{ x }},{{ y + 3 }} {{ x - 3 }},{{ y }}"
           fill="paper/20%"/>
  {%- endfor %}{% endfor %}
  <text style="back" x="4" y="38" width="55" height="12" valign="middle">{{ game.title }}</text>
</side>
"""


def write_project(folder: Path, cards: int, seed: int = 1, volume: int = 0) -> None:
    """Write the whole project into ``folder``, which need not exist.

    With a ``volume`` the deck is a series: the same cards as rows of a table.
    """
    series = f", series: {{rows: {Path(TABLE).name}, volume: {volume}}}" if volume else ""
    files = {
        f"card_data/{GAME}/game.yaml": _GAME.format(
            colors="\n".join(f'    {name}: "{value}"' for name, value in SUITS.items()),
            suits=", ".join(SUITS),
            deck=DECK,
            series=series,
        ),
        f"templates/{GAME}/card.xml.j2": _CARD_TEMPLATE,
        f"templates/{GAME}/card.back.xml.j2": _BACK_TEMPLATE,
    }
    for name, data in _ICONS.items():
        files[f"card_data/{GAME}/icons/{name}.svg"] = _ICON.format(data=data)
    for path, text in files.items():
        _write(folder / path, (text,))
    entry, head = (_ROW, _ROW_HEAD) if volume else (_ENTRY, _ENTRY_HEAD)
    _write(folder / (TABLE if volume else DECK_FILE), _deck(cards, Random(seed), head, entry))


def _write(target: Path, parts: Iterable[str]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(parts)


def edit_card(folder: Path, number: int, seed: int) -> None:
    """Give the card with this 1-based number another rules text, as an author would."""
    path = folder / DECK_FILE
    lines = path.read_text(encoding="utf-8").split("\n")
    spots = [index for index, line in enumerate(lines) if line.startswith("    text: ")]
    lines[spots[number - 1]] = f"    text: {rules_text(Random(f'edit {seed}'))}"
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


_ENTRY_HEAD = "defaults: {type: card}\ncards:\n"
_ENTRY = """\
  - id: {id}
    title: {title}
    suit: {suit}
    cost: {cost}
    icons: [{icons}]
    text: {text}
"""
_ROW_HEAD = "id,title,suit,cost,icons,text\n"
_ROW = '{id},{title},{suit},{cost},{row_icons},"{text}"\n'


def _deck(count: int, random: Random, head: str, entry: str) -> Iterator[str]:
    yield head
    names = sorted(_ICONS)
    suits = list(SUITS)
    texts: set[str] = set()
    for number in range(1, count + 1):
        text = rules_text(random)
        while text in texts:
            text = rules_text(random)
        texts.add(text)
        heading, suit, cost = title(random), random.choice(suits), random.randint(0, 9)
        icons = random.sample(names, 3)
        yield entry.format(
            id=f"card-{number:05}",
            title=heading,
            suit=suit,
            cost=cost,
            icons=", ".join(icons),
            row_icons=";".join(icons),
            text=text,
        )


def _main() -> None:
    parser = argparse.ArgumentParser(description="Write a cardgen project with N unique cards.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write_project(options.folder, options.cards, options.seed)
    print(f"{options.cards} cards in {options.folder}")


if __name__ == "__main__":
    _main()
