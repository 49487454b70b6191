"""A deck is built from a table as from YAML: the same bytes, and anew when a cell changes."""

import pytest
from repositories import NEEDS_GIT, commit
from workshops import HEROES, HOSTED, PRINTED, SMALL, build_request

from cardgen.features.revision import diff
from cardgen.pipeline.build import check
from cardgen.pipeline.game_ref import pack_files, unpack_files
from tests.source.test_deck_tables import ods, xlsx

YAML = "card_data/game/decks/heroes.yaml"
ROWS = [
    ["id", "title", "text", "Qty", "#why"],
    ["anna", "Anna", "Hold {rule:hand} cards.", "", "the first"],
    ["bert", "Bert", "You have {rule:lives} lives.", 2, ""],
    ["carl", "Carl", "A **bold** man.", "", ""],
]
JSON = """[
\t{"id": "anna", "title": "Anna", "text": "Hold {rule:hand} cards."},
\t{"id": "bert", "title": "Bert", "text": "You have {rule:lives} lives.", "copies": 2},
\t{"id": "carl", "title": "Carl", "text": "A **bold** man."}
]
"""


def as_table(workshop, ending, rows=ROWS):
    (workshop.root / YAML).unlink(missing_ok=True)
    file = (workshop.root / YAML).with_suffix(ending)
    text = "\n".join(";".join(map(str, row)) for row in rows) + "\n"
    made = {".xlsx": xlsx, ".ods": ods, ".json": lambda _: JSON.encode()}
    file.write_bytes(made[ending](rows) if ending in made else text.encode())
    return file


@pytest.mark.parametrize(
    "ending",
    [".csv", ".ods", *(pytest.param(e, marks=pytest.mark.broad) for e in (".xlsx", ".json"))],
)
def test_a_table_is_built_to_the_bytes_of_yaml(workshop, ending):
    workshop.build(**HOSTED, **SMALL)
    before = workshop.files()
    as_table(workshop, ending)
    assert workshop.build(**HOSTED, **SMALL).games[0].made == ()
    assert workshop.equals_a_clean_build(**HOSTED, **SMALL)
    after = workshop.files()
    assert before.pop("build.json") != after.pop("build.json")  # which has digests of inputs
    assert after == before


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_cell_that_changes_makes_its_sheets_anew(built, ending):
    as_table(built, ending)
    built.build(products=PRINTED)
    assert built.build(products=PRINTED).games[0].made == ()
    rows = [list(row) for row in ROWS]
    rows[3][4] = "a note is on no card"
    as_table(built, ending, rows)
    assert built.build(products=PRINTED).games[0].made == ()
    rows[3][2] = "A plain man."
    as_table(built, ending, rows)
    assert set(built.build(products=PRINTED).games[0].made) == set(HEROES)


def test_what_does_not_fit_names_the_cell_of_its_card(workshop):
    as_table(workshop, ".xlsx", [*ROWS, ["dora", "Dora", "long " * 300, "", ""]])
    [found] = check(workshop.root)
    where = "card_data/game/decks/heroes.xlsx!Soldiers!A5"
    assert found.notes[-1] == f"while laying out card `dora`, face ({where})"


def test_a_guessed_encoding_is_told_by_every_build(workshop):
    as_table(workshop, ".csv").write_bytes("id;title\nanna;Änna\n".encode("cp1252"))
    for _ in range(2):
        [found] = workshop.build(products=PRINTED).diagnostics
        assert found.code == "CG142"


@NEEDS_GIT
@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_commit_is_compared_through_its_workbook(workshop, ending):
    as_table(workshop, ending)
    commit(workshop.root, "one")
    rows = [list(row) for row in ROWS]
    rows[2][1] = "Berta"
    as_table(workshop, ending, rows)
    report = diff(build_request(workshop.root), "game", "HEAD")
    assert [(card.id, card.kind) for card in report.changes.cards] == [("bert", "changed")]


def test_a_parcel_for_other_machines_holds_the_workbook(workshop):
    file = as_table(workshop, ".xlsx")
    folder = unpack_files("p", {"p": pack_files(workshop.root, "game", {})})
    assert (folder / YAML).with_suffix(".xlsx").read_bytes() == file.read_bytes()
