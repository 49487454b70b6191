import json
import re
from collections.abc import Callable

import pytest
from repositories import NEEDS_GIT, commit
from workshops import Workshop, write_files

from cardgen.comparison.printed import record_printed
from cardgen.comparison.snapshot import DIGITS
from cardgen.comparison.state_file import printed_file
from cardgen.comparison.states import edition
from cardgen.core.diagnostics import CardgenError
from cardgen.features.revision import DiffReport, diff
from cardgen.frame.packing import look
from cardgen.pipeline.request import BuildRequest

HEROES = "card_data/game/decks/heroes.yaml"
GAME = "card_data/game/game.yaml"


def differs(workshop: Workshop, against: str | None = None, **options: object) -> DiffReport:
    return diff(BuildRequest(workshop.root), "game", against, **options)


def refused(asked: Callable[[], object]) -> set[str]:
    """The codes of an error."""
    with pytest.raises(CardgenError) as raised:
        asked()
    return {found.code for found in raised.value.diagnostics}


def cards(report: DiffReport) -> dict[str, str]:
    return {f"{card.deck}/{card.id}": card.kind for card in report.changes.cards}


# What was printed


def test_a_record_is_small_and_says_nothing_of_the_machine(recorded):
    file = recorded.root / printed_file("game")
    text = file.read_text(encoding="utf-8")
    assert str(recorded.root) not in text
    assert len(text) < 5000
    facts = json.loads(text)
    assert facts["decks"]["heroes"]["cards"]["bert"]["copies"] == 2
    assert facts["decks"]["heroes"]["cards"]["anna"]["fields"] == {"text": "Hold 5 cards."}
    assert facts["rules"] == {"hand": 5, "lives": 3}
    assert len(facts["booklets"]["rules"]["pages"]) > 4
    assert set(facts["boards"]["map"]["tiles"]) == {"a4", "letter"}
    assert set(facts["pieces"]["chips"]["parts"]) == {"one", "five"}


def test_a_leaflet_is_no_part_of_what_is_printed(project):
    """A form that names the print changes with every card."""
    game = (project.root / GAME).read_text(encoding="utf-8")
    form = "card_data/game/form.md"
    write_files(project.root, {GAME: f"{game}  form: {{kind: leaflet}}\n", form: "# One\n"})
    record_printed(project.root, "game")
    project.edit(form, "One", "Two")
    changes = differs(project).changes
    assert not [*changes.pieces, *changes.booklets]


def test_only_another_state_is_written_or_one_that_is_broken(recorded):
    file = recorded.root / printed_file("game")
    before, time = file.read_bytes(), file.stat().st_mtime_ns
    assert not record_printed(recorded.root, "game").changed
    assert file.stat().st_mtime_ns == time
    file.write_text("<<<<<<< ours")
    assert record_printed(recorded.root, "game").changed
    assert file.read_bytes() == before
    recorded.edit(HEROES, "copies: 2", "copies: 3")
    assert record_printed(recorded.root, "game").changed


def test_a_record_does_not_make_a_build_stale(project):
    project.build(papers=("a4",))
    record_printed(project.root, "game")
    report = project.build(papers=("a4",))
    assert [game.status for game in report.games] == ["unchanged"]


def test_a_record_is_not_written_through_a_link(project, tmp_path):
    outside = tmp_path / "elsewhere.json"
    (project.root / printed_file("game")).symlink_to(outside)
    assert refused(lambda: record_printed(project.root, "game"))
    assert not outside.exists()


# What differs


def test_nothing_differs_or_everything_that_follows_from_one_number(recorded):
    report = differs(recorded)
    assert not report.changes
    assert report.against == "what was printed (version 1)"
    recorded.edit(GAME, "hand: 5", "hand: 6")
    changes = differs(recorded).changes
    (rule,) = changes.rules
    assert (rule.id, rule.old, rule.new) == ("hand", 5, 6)
    assert [(str(one.location), one.owner) for one in rule.stated] == [
        ("card_data/game/decks/heroes.yaml:2:41", "heroes/anna"),
        ("card_data/game/decks/places.yaml:2:45", "places/den"),
        ("card_data/game/rules.md:17:6", ""),
        ("templates/game/map.xml.j2:3:72", ""),
    ]
    assert [(card.id, card.fields[0].new) for card in changes.cards] == [
        ("anna", "Hold 6 cards."),
        ("den", "Draw up to 6."),
    ]
    (board,) = changes.boards
    assert {len(labels) for labels in board.tiles.values()} == {1}
    (booklet,) = changes.booklets
    assert len(booklet.pages) == 1
    assert changes.pieces == ()


def test_a_template_changes_looks_alone(recorded):
    recorded.edit("templates/game/card.xml.j2", "<text", '<text id="title"')
    assert not differs(recorded).changes
    recorded.edit("templates/game/card.xml.j2", 'background="paper"', 'background="#ffffee"')
    changes = differs(recorded).changes
    assert len(changes.cards) == 5
    assert all(card.look_only and card.sides == ("face",) for card in changes.cards)


def test_a_back_changes_the_cards_of_its_deck_and_a_cut_the_tokens(recorded):
    recorded.edit("templates/game/back.xml.j2", "sea", "ink")
    recorded.edit(GAME, "    size: 20mm", "    size: 20mm\n    shape: square")
    found = differs(recorded).changes
    assert [(card.deck, card.sides) for card in found.cards] == [("heroes", ("back",))] * 3
    assert [one.parts for one in found.pieces] == [("one", "five")]


def test_added_and_removed_and_renamed(recorded):
    recorded.edit(HEROES, "  - {id: anna,", "  - {id: zoe, title: Zoe}\n  - {id: anne,")
    recorded.edit("card_data/game/decks/places.yaml", "  - {id: elm, title: Elm}\n", "")
    report = differs(recorded)
    assert cards(report) == {
        "heroes/zoe": "added",
        "heroes/anne": "changed",
        "places/elm": "removed",
    }
    assert report.changes.cards[1].was == "anna"


# Baselines


def test_the_last_build_where_nothing_is_printed(project):
    project.build(papers=("a4",))
    project.edit(HEROES, "title: Carl", "title: Karl")
    for against in (None, "build"):
        report = differs(project, against)
        assert report.against == "the last build"
        (card,) = report.changes.cards
        assert (card.fields[0].old, card.fields[0].new) == ("Carl", "Karl")
    project.build(papers=("a4",))
    assert not differs(project).changes


def test_a_failed_build_keeps_its_state(project):
    project.build(papers=("a4",))
    project.edit(HEROES, "{rule:hand}", "{rule:hands}")
    project.build(papers=("a4",))
    project.edit(HEROES, "{rule:hands}", "{rule:lives}")
    (card,) = differs(project, "build").changes.cards
    assert card.fields[0].old == "Hold 5 cards."


def test_what_cannot_be_compared(project):
    for against, code in ((None, "CG762"), ("printed", "CG762"), ("build", "CG763")):
        assert refused(lambda against=against: differs(project, against)) == {code}
    assert refused(lambda: diff(BuildRequest(project.root), "gaem", "build")) == {"CG210"}
    assert refused(lambda: record_printed(project.root, "gaem")) == {"CG210"}
    record_printed(project.root, "game")
    project.edit(GAME, "title: Game", "titel: Game")
    assert refused(lambda: differs(project)) == {"CG201"}
    (project.root / printed_file("game")).write_text("{")
    assert refused(lambda: differs(project)) == {"CG760"}


@NEEDS_GIT
def test_against_a_commit(project):
    first = commit(project.root)
    project.edit(HEROES, "copies: 2", "copies: 4")
    second = commit(project.root)
    project.edit(GAME, "lives: 3", "lives: 2")
    report = differs(project, "HEAD~1")
    assert report.against == f"HEAD~1 ({first[:10]})"
    assert cards(report) == {"heroes/bert": "changed"}
    assert [field.name for field in report.changes.cards[0].fields] == ["text"]
    assert report.changes.cards[0].put == 4
    assert differs(project, second[:8]).changes.cards[0].put == 4
    assert differs(project, second[:8]).against == second[:8]
    assert not (project.root / "output").exists()


@NEEDS_GIT
def test_commits_that_cannot_be_compared_with(project):
    (project.root / "card_data/game").rename(project.root / "card_data/other")
    commit(project.root)
    (project.root / "card_data/other").rename(project.root / "card_data/game")
    for against, code in (("HEAD", "CG766"), ("nope", "CG765"), ("--all", "CG765")):
        assert refused(lambda against=against: differs(project, against)) == {code}


@NEEDS_GIT
def test_a_commit_whose_game_has_errors(project):
    project.edit("templates/game/card.xml.j2", "card.title", "card.titel")
    commit(project.root)
    project.edit("templates/game/card.xml.j2", "card.titel", "card.title")
    report = differs(project, "HEAD")
    assert report.notes == ("left out, because of errors: heroes, places",)
    assert not report.changes
    assert report.diagnostics.has_errors
    for found in report.diagnostics:
        assert found.location is not None
        # No file of today has such a name: no line of it is shown for an error of then.
        assert found.location.path == "HEAD:templates/game/card.xml.j2"
        assert "this is the game as it was at `HEAD`" in found.notes


# Pages


@NEEDS_GIT
@pytest.mark.parametrize("clean", [True, False])
def test_before_and_after_side_by_side(project, clean, tmp_path):
    if clean:  # the commit that was recorded holds the state
        commit(project.root)
        project.edit("card_data/game/game.yaml", "title: Game", "title: Game  # of hands")
        assert record_printed(project.root, "game").commit
    else:  # the commit that brought the record holds it
        assert not record_printed(project.root, "game").commit
        commit(project.root)
    project.edit(GAME, "hand: 5", "hand: 6")
    project.edit(HEROES, "  - {id: carl,", "  - {id: dora, title: Dora}\n  - {id: karl,")
    project.edit(HEROES, "title: Carl", "title: Karl")
    html = tmp_path / "changes.html"
    report = differs(project, page=html)
    assert report.files == (str(html),)
    text = html.read_text(encoding="utf-8")
    for words in ("Game: what changed", ">new</i>", ">removed</i>", "The Map", "Page ", "Carl"):
        assert words in text, words
    assert "<del>5</del> → <ins>6</ins>" in text
    assert "no picture at hand" not in text
    assert text.count("<img ") >= 2 * 4
    alts = re.findall(r'<img alt="([^"]*)"', text)
    assert len(alts) == len(set(alts)) == text.count("<img ")
    assert {"Heroes: Anna, face, before", "Heroes: Anna, face, after"} <= set(alts)
    assert any(alt.startswith("Rules: Page ") for alt in alts)
    assert "<del>Hold 5 cards.</del> → <ins>Hold 6 cards.</ins>" in text
    assert "http" not in text.replace("http-equiv", "")
    before = html.read_bytes()
    differs(project, page=html)
    assert html.read_bytes() == before


@NEEDS_GIT
def test_a_state_that_was_never_committed_is_of_no_commit(project):
    head = commit(project.root)
    assert record_printed(project.root, "game").commit == head
    project.edit(HEROES, "title: Anna", "title: Anne")
    assert record_printed(project.root, "game").commit == ""


def test_a_state_that_nobody_can_lay_out_any_more_and_text_that_is_no_markup(recorded, tmp_path):
    recorded.edit(HEROES, "title: Anna", 'title: "<script>&{br}x"')
    html = tmp_path / "changes.html"
    differs(recorded, page=html)
    text = html.read_text(encoding="utf-8")
    assert text.count("no picture at hand") == 1
    assert "<dt>title</dt><dd><del>Anna</del> → <ins>&lt;script&gt;&amp;" in text
    assert "<script>" not in text


def test_looks_by_another_program_are_told(recorded):
    file = recorded.root / printed_file("game")
    facts = json.loads(file.read_text())
    facts["cardgen"] = "0.0.1"
    file.write_text(json.dumps(facts))
    assert differs(recorded).notes == ()
    recorded.edit("templates/game/back.xml.j2", "sea", "ink")
    (note,) = differs(recorded).notes
    assert "laid out by cardgen 0.0.1" in note


def test_an_edition_has_a_picture_of_each_look(project):
    now = edition(BuildRequest(project.root), "game")
    front, back = now.build.frames["chips/one/face"], now.build.frames["heroes/back"]
    assert now.drawn[now.snapshot.pieces["chips"].parts["one"].face] is front
    assert now.drawn[look(back)[:DIGITS]] is back
    assert now.snapshot.decks["heroes"].cards["anna"].back == look(back)[:DIGITS]
