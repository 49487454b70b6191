"""A game before and after one number of its rules is edited, all of it built: once a run."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from five_games import copy_known_game
from pieces import set_rules
from workshops import build_request

from cardgen.comparison import printed
from cardgen.comparison.printed import record_printed
from cardgen.core.diagnostics import Diagnostic
from cardgen.features.revision import DiffReport, diff, reprint
from cardgen.frame import Frame, Text
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.pipeline import game_build
from cardgen.pipeline.build import build
from cardgen.pipeline.results import SideResult

PAPER = ("sheets", "boards", "tokens", "boxes", "booklets")
BASE = "https://example.org/"
RULES = {
    "hachi-train": "round_loss",
    "last-men-standing": "mission_aid",
    "last-train": "spared",
    "minecart": "torch_step",
    "railroaded": "play_draw",
}
"""For each game a number that its cards, its board and its booklet state."""


def raise_rule(root: Path, name: str) -> tuple[int, int]:
    """Make the number one higher; return both."""
    [number] = set_rules(root, name, **{RULES[name]: 0})
    set_rules(root, name, **{RULES[name]: number + 1})
    return number, number + 1


@dataclass(frozen=True)
class Built:
    """A game as it was built: build.json, the table, and the words on every side.

    Files with their times, and keys, are those of what is printed.
    """

    game: Game
    manifest: dict[str, Any]
    files: dict[str, tuple[bytes, int]]
    words: dict[str, tuple[str, ...]]
    table: dict[str, Any]

    @property
    def prints(self) -> dict[str, str]:
        return {side["id"]: side["fingerprint"] for side in self.manifest["sides"]}

    @property
    def keys(self) -> dict[str, str]:
        artifacts = self.manifest["artifacts"]
        return {one["path"]: one["key"] for one in artifacts if one["kind"] in PAPER}


@dataclass(frozen=True)
class Edit:
    """A game before and after the edit of a rule, and what was found to be different."""

    rule: str
    numbers: tuple[int, int]
    before: Built
    after: Built
    diff: DiffReport
    reprint: DiffReport
    folder: Path

    @property
    def changed(self) -> set[str]:
        """Sides that are painted in another way."""
        old, new = self.before.prints, self.after.prints
        return {id for id in new if old.get(id) != new[id]}

    @property
    def reworded(self) -> set[str]:
        """Sides with other words."""
        old, new = self.before.words, self.after.words
        return {id for id in new if old.get(id) != new[id]}

    def states(self, before: Iterable[str], after: Iterable[str]) -> bool:
        """Whether the new number stands in some texts that had it less often, as digits or word."""
        value = self.after.game.rules[self.rule].value
        return bool({str(value), value.word} & set(tokens(after) - tokens(before)))


def printed_in(game: Game, component: str) -> str:
    """Name the component in whose files one is printed: cards may share the sheets of a deck."""
    deck = game.components[component]
    return (deck.sheets if isinstance(deck, Deck) else "") or component


@cache
def edit_of(name: str, root: Path, outputs: Path) -> Edit:
    """Build, print and edit a copy of a game, build it again, compare and reprint."""
    copy_known_game(name, root, outputs)
    before = built(root, name)
    record(root, name)
    numbers = raise_rule(root, name)
    after = built(root, name)
    found = diff(build_request(root), name)
    again = reprint(build_request(root, papers=("a4",)), name)
    return Edit(RULES[name], numbers, before, after, found, again, root / "output" / name)


def record(root: Path, name: str) -> None:
    """Record a game as printed, without the pictures for other versions: these take seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printed, "write_pictures", lambda looks, library: b"")
        record_printed(root, name)


def built(root: Path, name: str) -> Built:
    """Build a game and keep what its Frames say on the way."""
    words: dict[str, tuple[str, ...]] = {}

    merge = game_build.merge

    def listening(results: Sequence[SideResult], *rest: Any) -> list[Diagnostic]:
        words.update({r.id: tuple(said(r.frame)) for r in results if r.frame is not None})
        return merge(results, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_build, "merge", listening)
        report = build(
            build_request(
                root, (name,), (*PAPER, "tts"), ("a4",), tts_base_url=BASE, tts_max_side=256
            )
        )
    assert not report.diagnostics.has_errors
    output = root / "output" / name
    manifest = json.loads((output / "build.json").read_bytes())
    files = {
        path: ((output / path).read_bytes(), (output / path).stat().st_mtime_ns)
        for path in (one["path"] for one in manifest["artifacts"] if one["kind"] in PAPER)
    }
    table = json.loads((output / f"tts/{name}.json").read_bytes())
    return Built(load_game(root, name), manifest, files, words, table)


def said(frame: Frame) -> Iterator[str]:
    """Return the texts of a side, of what is pictured on it too."""
    return (item.string for item, _ in frame.walk() if isinstance(item, Text))


def tokens(texts: Iterable[str]) -> Counter[str]:
    """Count the words and numbers of some texts."""
    found = (re.findall(r"[^\W\d_]+|\d+", text.casefold()) for text in texts)
    return Counter(word for words in found for word in words)


def pdf_text(data: bytes) -> Iterator[str]:
    document = pypdfium2.PdfDocument(data)
    for page in document:
        yield page.get_textpage().get_text_bounded()
