"""One number of the rules is edited: what states it is made anew, and nothing else.

Each game is built for paper, one rule gets another number, and it is built again into the same
folder. What may change follows from the words on the sides; the rest must keep its bytes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from one_rule import GAMES, RULES, copy_game, raise_rule

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame, Text
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich
from cardgen.pipeline import game_build as maker
from cardgen.pipeline.build import build
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.results import SideResult

PRODUCTS = ("sheets", "boards", "tokens", "boxes", "booklets")


@dataclass(frozen=True)
class Built:
    """A game as it was built: build.json, files with their times, and the words on every side."""

    game: Game
    manifest: dict[str, Any]
    files: dict[str, tuple[bytes, int]]
    words: dict[str, tuple[str, ...]]

    @property
    def prints(self) -> dict[str, str]:
        return {side["id"]: side["fingerprint"] for side in self.manifest["sides"]}

    @property
    def keys(self) -> dict[str, str]:
        return {artifact["path"]: artifact["key"] for artifact in self.manifest["artifacts"]}


@dataclass(frozen=True)
class Edit:
    """A game before and after the edit of a rule."""

    rule: str
    before: Built
    after: Built

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


@cache
def edit_of(name: str, root: Path) -> Edit:
    copy_game(name, root)
    before = built(root, name)
    raise_rule(root, name)
    return Edit(RULES[name], before, built(root, name))


def built(root: Path, name: str) -> Built:
    """Build a game and keep what its Frames say on the way."""
    words: dict[str, tuple[str, ...]] = {}

    class Listener(maker.GameBuild):
        def record(
            self,
            entries: Iterable[Any],
            results: Sequence[SideResult],
            warnings: tuple[Diagnostic, ...],
        ) -> None:
            words.update({r.id: tuple(said(r.frame)) for r in results if r.frame is not None})
            super().record(entries, results, warnings)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maker, "GameBuild", Listener)
        report = build(BuildRequest(root, (name,), PRODUCTS, ("a4",)))
    assert not report.diagnostics.has_errors
    output = root / "output" / name
    manifest = json.loads((output / "build.json").read_bytes())
    files = {
        path: ((output / path).read_bytes(), (output / path).stat().st_mtime_ns)
        for path in (artifact["path"] for artifact in manifest["artifacts"])
    }
    return Built(load_game(root, name), manifest, files, words)


def said(frame: Frame) -> Iterator[str]:
    """Return the texts of a side, of what is pictured on it too."""
    return (item.string for item, _ in frame.walk() if isinstance(item, Text))


@pytest.fixture(scope="module", params=GAMES)
def edit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Edit:
    return edit_of(request.param, tmp_path_factory.getbasetemp() / f"edit-{request.param}")


def test_exactly_the_sides_that_state_it_change(edit: Edit) -> None:
    assert edit.before.prints.keys() == edit.after.prints.keys() == edit.after.words.keys()
    assert edit.changed == edit.reworded
    assert edit.changed


def test_every_card_whose_text_cites_it_changes(edit: Edit) -> None:
    for deck in edit.after.game.decks:
        for card in deck.cards:
            if f"rule:{edit.rule}" in cites((card.title, card.fields)):
                sides = {f"{deck.id}/{card.id}/face", f"{deck.id}/{card.id}/back"}
                assert sides & edit.changed, card.id
    assert len(edit.changed) < len(edit.after.prints) / 2


def cites(value: Any) -> set[str]:
    """Name what the texts in a value draw from."""
    if isinstance(value, Rich):
        return set(value.cites)
    if isinstance(value, Record):
        return cites(tuple(values_of(value).values()))
    if isinstance(value, Mapping):
        return cites(tuple(value.values()))
    if isinstance(value, tuple | list):
        return set().union(*map(cites, value))
    return set()


def test_cards_board_and_booklet_state_it(edit: Edit) -> None:
    components, words = edit.after.game.components, edit.after.words
    stating = {
        components[id.partition("/")[0]].kind
        for id in edit.changed
        if edit.states(edit.before.words[id], words[id])
    }
    there = {component.kind for component in components.values()}
    assert stating >= {"deck", "board", "booklet"} & there


def test_only_files_that_show_a_changed_side_are_made_again(edit: Edit) -> None:
    old, new = edit.before, edit.after
    assert old.files.keys() == new.files.keys()
    shown = {id.partition("/")[0] for id in edit.changed}
    stale = {path for path in new.files if component_of(path) in shown}
    assert {path for path in new.keys if old.keys[path] != new.keys[path]} == stale
    for path, (data, time) in new.files.items():
        assert (old.files[path][0] != data) == (path in stale), path
        assert (old.files[path][1] != time) == (path in stale), path


def test_the_new_number_can_be_read_in_every_file_made_again(edit: Edit) -> None:
    for path, (data, _) in edit.after.files.items():
        before = edit.before.files[path][0]
        if data != before:
            assert edit.states(pdf_text(before), pdf_text(data)), path


def test_build_json_lists_every_side_page_and_piece(edit: Edit) -> None:
    game, listed = edit.after.game, set(edit.after.prints)
    expected: set[str] = set()
    for component in game.components.values():
        for one in component.sides(game):
            expected |= {spec.id for spec in (one.face, one.back) if spec is not None}
        if component.kind == "booklet":
            data, _ = edit.after.files[f"booklets/{component.id}.pdf"]
            pages = len(pypdfium2.PdfDocument(data))
            expected |= {f"{component.id}/page-{n:02d}" for n in range(1, pages + 1)}
    assert listed == expected
    made = {component_of(path) for path in edit.after.files}
    assert made == {id.partition("/")[0] for id in listed}


def component_of(path: str) -> str:
    return Path(path).name.partition(".")[0]


def tokens(texts: Iterable[str]) -> Counter[str]:
    """Count the words and numbers of some texts."""
    found = (re.findall(r"[^\W\d_]+|\d+", text.casefold()) for text in texts)
    return Counter(word for words in found for word in words)


def pdf_text(data: bytes) -> Iterator[str]:
    document = pypdfium2.PdfDocument(data)
    for page in document:
        yield page.get_textpage().get_text_bounded()
