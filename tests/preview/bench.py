from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from documents import document

from cardgen.preview.live.live_project import LiveProject

GAME = document("preview/bench_game.yaml")
DECK = document("preview/bench_deck.yaml")
HERO = """\
<side background="paper">
  {% from "parts.xml.j2" import band %}
  {{ band(card.title) }}
  <text style="body" x="6" y="30" width="51" height="40">{{ card.text or "" }}</text>
  <text style="body" x="6" y="75" width="20" height="6">{{ card.power }}</text>
</side>
"""
PARTS = """\
{% macro band(title) %}
<rect x="4" y="4" width="55" height="12" fill="red"/>
<text style="title" x="6" y="6" width="51" height="8">{{ title }}</text>
{% endmacro %}
"""
PLAIN = """\
<side background="paper">
  <text style="title" x="6" y="6" width="51" height="8">{{ card.title }}</text>
</side>
"""
BACK = '<side background="red"/>\n'
MAT = """\
<side background="paper">
  <card ref="heroes/anna" x="10" y="10" width="40" height="60"/>
</side>
"""
RULES = "# Rules\n\nKeep {rule:hand} cards. There are {count:heroes} heroes.\n"

FILES = {
    "card_data/test/game.yaml": GAME,
    "card_data/test/decks/heroes.yaml": DECK,
    "card_data/test/rules.md": RULES,
    "templates/test/hero.xml.j2": HERO,
    "templates/test/parts.xml.j2": PARTS,
    "templates/test/plain.xml.j2": PLAIN,
    "templates/test/heroes.back.xml.j2": BACK,
    "templates/test/mat.xml.j2": MAT,
}
HEROES = "card_data/test/decks/heroes.yaml"
EMIL = "  - {id: emil, title: Emil, class: mage, power: 2}\n  - id: dora\n"
"""A card before the last one of the heroes."""
GUARDS = """\
  - each: {n: [1, 2]}
    id: "guard-{n}"
    title: "Guard {n}"
    class: knight
    power: "{n}"
  - id: dora
"""
"""An entry that makes two cards, before the last one of the heroes."""


@dataclass
class Bench:
    """A project under a live preview that works when it is told to, and what it published."""

    root: Path
    live: LiveProject
    events: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def at(cls, root: Path, files: dict[str, str]) -> Bench:
        """Return a project of these files, none of which was read yet."""
        made = cls(root, LiveProject(root))
        for path, text in files.items():
            made.write(path, text)
        made.live.subscribe(made.events.append)
        return made

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def save(self, path: str, old: str, new: str) -> list[dict[str, Any]]:
        """Edit a file as an author would; return the events that followed."""
        text = self.text(path)
        assert old in text
        return self.put(path, text.replace(old, new, 1))

    def put(self, path: str, text: str) -> list[dict[str, Any]]:
        """Write a file as an author would; return the events that followed."""
        self.write(path, text)
        return self.saved(path)

    def saved(self, *paths: str) -> list[dict[str, Any]]:
        self.events.clear()
        self.live.queue_saved(paths)
        self.live.settle()
        return list(self.events)

    @property
    def loaded(self) -> Any:
        return self.live.loaded["test"]

    def print_of(self, side: str) -> str:
        return self.loaded.side_results[side].fingerprint

    def changed(self) -> dict[str, Any]:
        """The sides that were published since the last edit, but for those that only waited."""
        sides: dict[str, Any] = {}
        for event in self.events:
            sides.update(event.get("sides", {}))
        return {id: facts for id, facts in sides.items() if not facts.get("s")}
