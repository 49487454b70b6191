"""Limits of a contest are held against what is there: `check` insists, a build only warns."""

import pikepdf
import pytest
from workshops import SMALL

from cardgen.core.diagnostics import Severity
from cardgen.pipeline.build import check

GAME = "card_data/game/game.yaml"
MORE = """\
  chips: {kind: tokens, template: back.xml.j2, tokens: [{id: one, size: 1in, copies: 4}]}
  die: {kind: dice, template: back.xml.j2, copies: 2}
  map: {kind: board, template: back.xml.j2, size: {width: 300mm, height: 300mm}}
  rules: {kind: booklet}
"""


@pytest.fixture
def whole(workshop):
    """The small game: 6 cards of two sizes, 4 tokens, 2 dice, a board, a booklet of a page."""
    game = workshop.root / GAME
    game.write_text(game.read_text("utf-8") + MORE, "utf-8")
    (workshop.root / "card_data/game/rules.md").write_text("# Rules\n\nPlay.\n", "utf-8")
    return workshop


def limited(workshop, limits):
    """Return what is beyond some limits, with the columns of where that is said."""
    game = workshop.root / GAME
    text = game.read_text("utf-8").partition("limits: ")[0]
    game.write_text(f"{text}limits: {{{limits}}}\n", "utf-8")
    line, found = text.count("\n") + 1, check(workshop.root, jobs=1)
    assert {(one.code, one.severity) for one in found} <= {("CG706", Severity.ERROR)}
    assert {(one.location.path, one.location.line) for one in found if one.location} <= {
        (GAME, line)
    }
    return [f"{one.location and one.location.column}: {one.message}" for one in found]


def said(found, allowed, column):
    return [f"{column}: the game has {found}, and its limits allow {allowed}"]


@pytest.mark.parametrize(
    ("limit", "within", "beyond", "found", "allowed"),
    [
        ("cards", "6", "5", "6 cards", "at most 5"),
        ("cards", "exactly 6", "exactly 7", "6 cards", "exactly 7"),
        ("tokens", "4", "none", "4 tokens", "none"),
        ("dice", "2", "1", "2 dice", "at most 1"),
        ("pieces", "6", "5", "6 pieces", "at most 5"),
        ("boards", "1", "none", "1 board", "none"),
        ("pages", "1", "0", "1 page", "none"),
        ("papers", "[letter, a4, a3]", "[letter]", "sheets of A4, Letter", "Letter"),
        (
            "card_size",
            "{width: 63.3mm, height: 75mm}",
            "poker",
            "cards of 63.5 × 63.5 mm in `places`",
            "63 × 88 mm",
        ),
    ],
)
def test_a_limit_is_told_with_both_numbers(whole, limit, within, beyond, found, allowed):
    if limit == "card_size":
        whole.edit(GAME, "size: poker", "size: {width: 63mm, height: 76mm}")
        whole.edit(GAME, "size: square-small", "size: {width: 64mm, height: 74.2mm}")
    assert limited(whole, f"{limit}: {within}") == []
    if limit == "card_size":
        whole.edit(GAME, "size: {width: 63mm, height: 76mm}", "size: poker-us")
        whole.edit(GAME, "size: {width: 64mm, height: 74.2mm}", "size: square-small")
    assert limited(whole, f"{limit}: {beyond}") == said(found, allowed, 12 + len(limit))


def test_sheets_are_those_of_the_files(whole):
    whole.build(**SMALL)
    counts = dict.fromkeys(("a4", "letter"), 0)
    for paper in counts:
        for folder in ("sheets", "tokens", "boards"):
            for path in (whole.output / "game" / folder).glob(f"*.{paper}.pdf"):
                with pikepdf.open(path) as pdf:
                    both = "Flip" in str(pdf.Root.ViewerPreferences.get("/Duplex", ""))
                    counts[paper] += -(-len(pdf.pages) // (2 if both else 1))
    most = max(counts.values())
    assert most > 5
    assert limited(whole, f"sheets: exactly {most}") == []
    assert limited(whole, f"sheets: {most - 1}") == said(
        f"{most} sheets", f"at most {most - 1}", 18
    )


def test_a_build_warns_and_check_insists_before_and_after_it(whole):
    beyond = said("6 cards", "at most 5", 17)
    assert limited(whole, "cards: 5") == beyond
    for _ in range(2):
        done = whole.build()
        warned = [one for one in done.diagnostics if one.code == "CG706"]
        assert [one.severity for one in warned] == [Severity.WARNING]
        assert done.games[0].status in ("built", "unchanged")
        assert limited(whole, "cards: 5") == beyond
    done = whole.build(products=("sheets",))  # which does not lay out all that counts
    assert not done.diagnostics.has_errors


def test_check_insists_on_nothing_else_that_a_build_lets_pass(whole):
    (whole.root / "card_data/game/notes.yaml").write_text("notes: [{id: 1}]\n")
    found = [(one.code, one.severity) for one in check(whole.root, jobs=1)]
    assert {severity for _, severity in found} == {Severity.WARNING}
    whole.build()
    assert [(one.code, one.severity) for one in check(whole.root, jobs=1)] == found


@pytest.mark.parametrize("wrong", ["nine", "-1", "1.5", "exactly none", "true"])
def test_a_limit_is_a_number_exactly_one_or_none(whole, wrong):
    game = whole.root / GAME
    game.write_text(f"{game.read_text('utf-8')}limits: {{cards: {wrong}}}\n", "utf-8")
    [found] = check(whole.root, jobs=1)
    assert found.code == "CG204"
    assert found.message == f"`{wrong}` is no limit for a number of pieces"
    assert found.hints == ("write for example `9`, `exactly 9` or `none`",)
