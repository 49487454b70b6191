from msgspec.structs import replace

from cardgen.comparison.change_list import SideLook, change_list, picture_sections
from cardgen.comparison.changes import compare
from cardgen.comparison.snapshot import (
    BookletState,
    CardState,
    DeckState,
    PartState,
    PieceState,
    Snapshot,
)

ANNA = CardState("Anna", "card", 2, "a", "back", {"power": 3})
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


OTHER_BACK = replace(ANNA, back="other")
OLD = state(("p", "q"), FOUR, anna=ANNA, bert=ANNA, carl=ANNA)
NEW = state(
    ("p", "r", "s"), FIVE, anna=OTHER_BACK, bert=replace(ANNA, fields={"power": 4}), carl=OTHER_BACK
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
