from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgen.comparison.change_list import SideLook, change_list, picture_sections
from cardgen.comparison.changes import Changes, FieldChange, compare
from cardgen.comparison.snapshot import (
    BoardState,
    BookletState,
    CardState,
    DeckState,
    PartState,
    PieceState,
    Snapshot,
)
from cardgen.comparison.wording import next_version
from cardgen.core.registry import list_names
from cardgen.features.revision import pull_pages
from cardgen.features.revision.pull_list import pull_list, pull_states
from cardgen.products.parts import sheets_to_replace

EMPTY = Snapshot("game", "Game", "1")
ANNA = CardState("Anna", "card", 2, "face-a", "back", {"power": 3, "text": "Hold 5 cards."})


def deck(**cards: CardState) -> Snapshot:
    return replace(EMPTY, decks={"heroes": DeckState("Heroes", cards)})


def only(changes: Changes):
    (card,) = changes.cards
    return card


def test_added_removed_and_changed():
    bert, carl = replace(ANNA, title="Bert", face="b"), replace(ANNA, title="Carl", face="c")
    new = replace(carl, face="c2", fields={"power": 4, "text": "Hold 5 cards."})
    changes = compare(deck(anna=ANNA, carl=carl), deck(bert=bert, carl=new))
    assert [(c.id, c.kind, c.pull, c.put) for c in changes.cards] == [
        ("bert", "added", 0, 2),
        ("carl", "changed", 2, 2),
        ("anna", "removed", 2, 0),
    ]
    assert changes.cards[1].fields == (FieldChange("power", 3, 4),)
    assert changes.cards[1].sides == ("face",)
    assert [card.remarks for card in changes.cards] == [["2 copies"], [], ["2 copies"]]
    assert changes.summary == "cards: 1 added, 1 removed, 1 changed"


@pytest.mark.parametrize(
    ("change", "wording", "pull", "put"),
    [
        ({"face": "x", "back": "y"}, "look only (face and back)", 2, 2),
        ({"fields": {**ANNA.fields, "ai": 1}}, "data only", 0, 0),
        ({"copies": 5}, "copies 2 → 5", 0, 3),
        ({"copies": 1}, "copies 2 → 1", 1, 0),
        ({"copies": 0}, "copies 2 → 0", 2, 0),
    ],
)
def test_a_card_that_differs(change, wording, pull, put):
    card = only(compare(deck(anna=ANNA), deck(anna=replace(ANNA, **change))))
    assert (card.kind, card.pull, card.put) == ("changed", pull, put)
    assert card.remarks == [wording]
    assert replace(card, numbers=("total",)).remarks[0] in (wording, f"{wording}: prints `total`")
    assert card.look_only == wording.startswith("look only")
    assert card.fields == ((FieldChange("ai", None, 1),) if "fields" in change else ())


def test_a_card_with_another_id_is_the_same_card():
    card = only(compare(deck(anna=ANNA), deck(anne=replace(ANNA, copies=3))))
    assert (card.id, card.was, card.kind) == ("anne", "anna", "changed")
    assert (card.pull, card.put) == (0, 1)
    assert card.remarks[0] == "was anna"


def test_a_new_field_that_says_nothing_is_no_change():
    more = replace(ANNA, fields={**ANNA.fields, "note": "", "flag": False, "list": [], "x": None})
    assert not compare(deck(anna=ANNA), deck(anna=more))


def test_records_are_compared_by_their_parts():
    old = replace(ANNA, fields={"step": {"icon": "a", "n": 1}, "rows": [{"n": 1}, {"n": 2}]})
    new = replace(ANNA, fields={"step": {"icon": "b", "n": 1}, "rows": [{"n": 1}, {"n": 3}]})
    assert only(compare(deck(anna=old), deck(anna=new))).fields == (
        FieldChange("step.icon", "a", "b"),
        FieldChange("rows.2.n", 2, 3),
    )
    longer = replace(new, fields={**new.fields, "rows": [{"n": 1}]})
    assert [one.name for one in only(compare(deck(anna=new), deck(anna=longer))).fields] == ["rows"]


def test_rules_and_titles():
    changes = compare(
        replace(EMPTY, rules={"hand": 5, "gone": 1, "same": "5-6"}),
        replace(EMPTY, version="2", rules={"hand": 6, "new": 2, "same": "5-6"}),
    )
    assert [(r.id, r.old, r.new) for r in changes.rules] == [
        ("hand", 5, 6),
        ("gone", 1, None),
        ("new", None, 2),
    ]
    assert changes.titles == (FieldChange("version", "1", "2"),)


def test_tiles_of_a_board():
    def board(look: str, **tiles: str) -> Snapshot:
        return replace(EMPTY, boards={"map": BoardState("Map", look, {"a4": tiles})})

    changes = compare(board("x", A1="1", A2="2"), board("y", A1="1", A2="3", B1="4"))
    assert changes.boards[0].tiles == {"a4": ("A2", "B1")}
    # Other seams do not change the board that lies glued on the table.
    assert not compare(board("x", A1="1"), board("x", A1="2"))
    (section,) = pull_list(changes, ("a4",), {})
    assert [pull.title for pull in section.into] == ["tiles A2 and B1 of 3 on A4"]


def booklet(*pages: str, back: bool = False) -> Snapshot:
    return replace(EMPTY, booklets={"rules": BookletState("Rules", pages, back)})


@pytest.mark.parametrize(
    ("old", "new", "back", "pages", "sheets"),
    [
        ("abcdefgh", "abXdefgh", False, (3,), (1,)),
        ("abcdefgh", "Xbcdefgh", False, (1,), (0,)),
        ("abcdefgh", "abcdefgX", False, (8,), (0,)),
        ("abcdefgh", "abcXefXh", False, (4, 7), (0, 1)),
        ("abcdefgh", "abcdefghi", False, (9,), (0, 1, 2)),
        ("abcdefg", "abcdefgh", False, (8,), (0,)),
        ("abcdefg", "abcdefhg", True, (7, 8), (0,)),
        ("", "abcd", False, (1, 2, 3, 4), (0,)),
    ],
)
def test_sheets_of_a_booklet(old, new, back, pages, sheets):
    (change,) = compare(booklet(*old, back=back), booklet(*new, back=back)).booklets
    assert change.pages == pages
    states = change.old.looks, change.new.looks
    assert sheets_to_replace("saddle", *states).chosen == sheets
    assert sheets_to_replace("mini", *states).chosen == (0,)
    assert change.remark.startswith(list_names(pages, "page"))


def test_pieces():
    def chips(**parts: PartState) -> Snapshot:
        return replace(EMPTY, pieces={"chips": PieceState("Chips", "tokens", parts)})

    one = PartState(4, "a", "")
    (change,) = compare(
        chips(one=one, two=one, gone=one),
        chips(one=replace(one, copies=5), two=replace(one, face="b"), new=one),
    ).pieces
    assert change.remark == "one copies 4 → 5, two, new added, gone removed"


LOOKS = st.sampled_from(["red", "green", "blue", "grey"])
CARDS = st.builds(
    CardState,
    title=st.sampled_from(["A", "B"]),
    type=st.just("card"),
    copies=st.integers(0, 4),
    face=LOOKS,
    back=st.sampled_from(["", "plain", "fancy"]),
    fields=st.fixed_dictionaries({"power": st.integers(0, 2)}),
)
DECKS = st.dictionaries(
    st.sampled_from(["heroes", "places"]),
    st.builds(
        DeckState, title=st.just("T"), cards=st.dictionaries(st.sampled_from("abcdef"), CARDS)
    ),
)


def box(state: Snapshot) -> Counter[tuple[str, str, str]]:
    """The cards that lie in the box: in which deck, with which sides."""
    found: Counter[tuple[str, str, str]] = Counter()
    for name, one in state.decks.items():
        for card in one.cards.values():
            found[name, card.face, card.back] += card.copies
    return +found


@given(DECKS, DECKS)
def test_pulling_and_printing_turns_the_old_box_into_the_new(old, new):
    before, after = replace(EMPTY, decks=old), replace(EMPTY, decks=new)
    changes = compare(before, after)
    lying = box(before)
    for card in changes.cards:
        if card.pull:
            assert card.old is not None
            lying[card.deck, card.old.face, card.old.back] -= card.pull
            assert lying[card.deck, card.old.face, card.old.back] >= 0
    for card in changes.cards:
        if card.put:
            assert card.new is not None
            lying[card.deck, card.new.face, card.new.back] += card.put
    assert +lying == box(after)
    sections = pull_list(changes, ("a4",), {})
    assert sum(p.count for s in sections for p in s.out) == sum(c.pull for c in changes.cards)
    assert sum(p.count for s in sections for p in s.into) == sum(c.put for c in changes.cards)
    for section in sections:
        out, into = (sum(p.count for p in some) for some in (section.out, section.into))
        assert section.before is not None
        assert section.after == section.before - out + into


@given(DECKS)
def test_a_state_does_not_differ_from_itself(decks):
    changes = compare(
        replace(EMPTY, decks=decks), replace(EMPTY, decks=dict(reversed(decks.items())))
    )
    assert not changes
    assert changes.summary == ""


def test_the_mark_is_that_of_what_is_painted():
    state = deck(anna=ANNA, bert=ANNA)
    same = deck(bert=replace(ANNA, title="Berta", fields={}), anna=ANNA)
    assert state.mark == same.mark == replace(state, version="9", rules={"hand": 7}).mark
    others = [
        deck(anna=ANNA, bert=replace(ANNA, face="z")),
        deck(anna=ANNA, bert=replace(ANNA, back="z")),
        deck(anna=ANNA, bert=replace(ANNA, copies=7)),
        replace(state, boards={"map": BoardState("Map", "x", {})}),
        replace(state, booklets=booklet("a").booklets),
        replace(state, pieces={"die": PieceState("Die", "dice", {"1": PartState(1, "a", "")})}),
    ]
    assert len({one.mark for one in (state, *others)}) == 7


@pytest.mark.parametrize(
    ("version", "then"),
    [
        ("1.0", "1.1"),
        ("2nd edition", "3rd edition"),
        ("2.0.9", "2.0.10"),
        ("beta 3b", "beta 4b"),
        ("", "2"),
        ("x", "x 2"),
    ],
)
def test_the_next_version(version, then):
    assert next_version(version) == then


def test_pull_text():
    gone = replace(ANNA, title="Bert", face="b", copies=1)
    new = replace(ANNA, title="Anne", face="a2")
    changes = compare(deck(anna=ANNA, bert=gone), deck(anna=new))
    old, now = changes.old.mark, changes.new.mark
    assert old != now
    states = pull_states("what was printed", changes)
    pages = pull_pages("pulls", "Game", states, pull_list(changes, ("a4",), {}))
    assert pages["pulls.txt"].decode() == (
        "Game: pull list\n"
        f"in the box: what was printed, mark {old}\n"
        f"now: version 1, mark {now}\n"
        "\n"
        "Heroes (3 → 2 cards)\n"
        "  [ ] take out   2 × Anna [anna]  – changed\n"
        "  [ ] take out   1 × Bert [bert]  – removed\n"
        "  [ ] put in     2 × Anne [anna]  – changed\n"
    )


def test_numbers_in_a_row():
    assert list_names([3], "page") == "page 3"
    assert list_names([1, 2], "page") == "pages 1 and 2"
    assert list_names([1, 3, 4, 5, 9], "page") == "pages 1, 3-5 and 9"
    assert list_names(["A1", "B2"], "tile") == "tiles A1 and B2"


SOLDIER = CardState("Anna", "card", 2, "a", "back", {"power": 3})
FOUR, FIVE = PartState(4, "f", ""), PartState(5, "f", "")


def state(pages: tuple[str, ...], part: PartState, **cards: CardState) -> Snapshot:
    return Snapshot(
        "game",
        "Game",
        "1",
        decks={"heroes": DeckState("Heroes", cards)},
        booklets={"rules": BookletState("Rules", pages, False)},
        pieces={"chips": PieceState("Chips", "tokens", {"one": part})},
    )


OTHER_BACK = replace(SOLDIER, back="other")
OLD = state(("p", "q"), FOUR, anna=SOLDIER, bert=SOLDIER, carl=SOLDIER)
NEW = state(
    ("p", "r", "s"),
    FIVE,
    anna=OTHER_BACK,
    bert=replace(SOLDIER, fields={"power": 4}),
    carl=OTHER_BACK,
)
SECTIONS = change_list(compare(OLD, NEW))


def test_each_change_is_one_entry():
    assert [(s.title, s.id, s.note, len(s.entries)) for s in SECTIONS] == [
        ("Heroes", "heroes", "3 cards", 3),
        ("Booklets", "", "", 1),
        ("Pieces", "", "", 1),
    ]
    anna = SECTIONS[0].entries[0]
    assert (anna.name, anna.remarks, anna.look_only) == ("heroes/anna", ("look only (back)",), True)
    assert anna.after == SideLook("heroes/anna/back", "other")
    (booklet,) = SECTIONS[1].entries
    assert booklet.remarks == ("pages 2 and 3, 2 → 3 pages",)
    assert [(one.title, one.kind) for one in booklet.parts or ()] == [
        ("Page 2", "changed"),
        ("Page 3", "added"),
    ]
    (chips,) = SECTIONS[2].entries
    (one,) = chips.parts or ()
    assert [(field.name, field.old, field.new) for field in one.fields] == [("copies", 4, 5)]
    assert one.before == SideLook("chips/one/face", "f")


def test_pages_show_a_common_back_once_and_booklets_page_by_page():
    found = picture_sections(SECTIONS)
    assert [(s.title, s.note) for s in found] == [
        ("Heroes", "3 cards"),
        ("Rules", "pages 2 and 3, 2 → 3 pages"),
        ("Chips", "one copies 4 → 5"),
    ]
    assert [(one.title, one.name) for one in found[0].entries] == [
        ("Anna", "heroes/bert"),
        ("The back of 2 cards", "anna, carl"),
    ]
    assert [one.title for one in found[1].entries] == ["Page 2", "Page 3"]
