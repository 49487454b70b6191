"""A deck out of a table is made in volumes, and is the deck that it would be in YAML."""

import json

import pytest
from test_build_booklet import words
from workshops import contents, write_files

from cardgen.core.diagnostics import Severity
from cardgen.features.overview import overview
from cardgen.model import series as model
from cardgen.pipeline import series_build
from cardgen.pipeline.build import check
from cardgen.pipeline.executors import workers
from cardgen.pipeline.series_build import SeriesBuild

GAME = "card_data/game/game.yaml"
TABLE = "card_data/game/names.csv"
ONE = {"papers": ("a4",), "products": ("series",)}
MANIFEST = "series/heroes/manifest.json"


def volumes(*numbers):
    return {f"series/heroes/{number:04}.a4.pdf" for number in numbers}


@pytest.fixture
def series(workshop):
    """Three heroes of a table, two a volume."""
    workshop.edit(GAME, "size: poker,", "size: poker, series: {rows: names.csv, volume: 2},")
    (workshop.root / "card_data/game/decks/heroes.yaml").unlink()
    write(workshop, "Anna,Hold {rule:hand} cards.,1", "Bert,,2", 'Carl,"A **bold**, one",1')
    return workshop


def write(workshop, *rows):
    (workshop.root / TABLE).write_text("\n".join(["title,text,copies", *rows, ""]))


def made(workshop, **options):
    report = workshop.build(**{**ONE, **options})
    assert not report.diagnostics.has_errors, list(report.diagnostics)
    return {path for path in report.games[0].made if path.startswith("series/")}


def test_each_volume_is_a_file_for_each_paper(series):
    assert made(series, papers=()) == {
        *volumes(1, 2),
        *(name.replace("a4", "letter") for name in volumes(1, 2)),
        MANIFEST,
    }
    first, _ = words(series.output / "game/series/heroes/0001.a4.pdf")
    assert first.count("Bert") == 2
    assert "Hold 5 cards." in first
    assert "Heroes, volume 1 of 2" in first
    assert "Carl" in words(series.output / "game/series/heroes/0002.a4.pdf")[0]
    found = json.loads((series.output / "game" / MANIFEST).read_text())
    assert (found["deck"], found["cards"]) == ("heroes", 3)
    assert [(one["path"], one["first"], one["last"]) for one in found["volumes"]][::2] == [
        ("0001.a4.pdf", 1, 2),
        ("0002.a4.pdf", 3, 3),
    ]
    assert {e["path"] for e in series.manifest()["artifacts"]} >= {*volumes(1, 2), MANIFEST}


def test_cards_of_a_table_are_those_of_lines_of_json(series):
    made(series, output=series.root / "rows")
    series.edit(GAME, "names.csv", "names.jsonl")
    text = """{"title": "Anna", "text": "Hold {rule:hand} cards."}
{"title": "Bert", "copies": 2}
{"title": "Carl", "text": "A **bold**, one"}
"""
    write_files(series.root, {"card_data/game/names.jsonl": text})
    made(series, output=series.root / "json")
    one, two = (contents(series.root / name / "game/series") for name in ("rows", "json"))
    assert one == two


def test_templates_see_the_number_of_a_card_and_of_all(series):
    series.edit(GAME, "{rows: names.csv, volume: 2}", "{count: 5, volume: 2}")
    series.edit("templates/game/card.xml.j2", "{{ card.title }}", "{{ index }}/{{ total }}")
    made(series)
    assert words(series.output / "game/series/heroes/0003.a4.pdf")[0].startswith("5/5\nGame")


def test_nothing_is_made_twice(series):
    made(series)
    before = series.stamps()
    assert made(series) == set()
    assert made(series, products=("sheets",)) == set()
    assert series.stamps()["series/heroes/0001.a4.pdf"] == before["series/heroes/0001.a4.pdf"]
    series.edit(TABLE, "Carl", "Carlo")
    assert made(series) == {*volumes(2), MANIFEST}
    (series.output / "game/series/heroes/0001.a4.pdf").unlink()
    assert made(series) == volumes(1)
    assert made(series, force=True) == set()  # made again, with the same bytes
    series.edit("templates/game/back.xml.j2", "sea", "ink")
    assert made(series) == {*volumes(1, 2), MANIFEST}


def test_a_series_that_is_no_more_leaves_nothing(series):
    made(series)
    write(series, "Anna,,1")
    assert made(series) == {*volumes(1), MANIFEST}
    assert not volumes(2) & set(series.files())
    series.edit(GAME, "  heroes:", "  # heroes:")
    series.build(**ONE)
    assert not [name for name in series.files() if name.startswith("series/")]


def test_a_build_that_was_ended_goes_on(series, monkeypatch):
    put = SeriesBuild._write_volume

    def end(self, order, *more):
        if order.volume.number == 2:
            raise KeyboardInterrupt
        put(self, order, *more)

    with monkeypatch.context() as patch:
        patch.setattr(SeriesBuild, "_write_volume", end)
        with pytest.raises(KeyboardInterrupt):
            series.build(**ONE)
    assert made(series) == {*volumes(2), MANIFEST}
    assert made(series) == set()


@pytest.mark.parametrize(
    ("row", "place", "said"),
    [
        ("Dora,{rule:hnd},1", "4:6", "unknown rule `hnd`"),
        ("Dora,,many", "4:7", "expected a whole number"),
        ("Dora,", "4:1", "this row cannot be read: it has 2 values, and the header 3 names"),
    ],
)
def test_a_fault_costs_its_volume(series, row, place, said):
    made(series)
    write(series, "Anna,,1", "Bert,,2", row, "Emil,,1")
    report = series.build(**ONE)
    assert report.games[0].status == "failed"
    [found] = [one for one in report.diagnostics if one.severity is Severity.ERROR]
    assert str(found.location) == f"{TABLE}:{place}"
    assert said in found.message
    assert list(check(series.root)) == [found]
    write(series, "Anna,,1", "Bert,,2", "Dora,,1", "Emil,,1")
    assert made(series) == {*volumes(2), MANIFEST}


def test_warnings_come_again(series):
    series.edit(GAME, "size: 8pt", "size: 4pt")
    found = [list(series.build(**ONE).diagnostics) for _ in range(2)]
    series.edit(GAME, "title: Places", "title: Plaza")
    found.append(list(series.build(**ONE).diagnostics))
    assert found[0] == found[1] == found[2]
    assert {one.severity for one in found[0]} == {Severity.WARNING}
    assert any("heroes/" in id for one in found[0] for id in one.side_ids)


def test_findings_are_counted_where_they_are_too_many(series, monkeypatch):
    monkeypatch.setattr(series_build, "_FINDINGS", 3)
    write(series, *(f"Name {n},,x" for n in range(40)))
    found = [one.code for one in series.build(**ONE).diagnostics if one.code != "CG752"]
    assert len(found) == 4
    assert found[-1] == "CG788"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("names.csv", "name.csv", "the table"),
        ("names.csv", "names.xlsx", "cannot read `names.xlsx` in volumes"),
        ("names.csv", "../../names.csv", "leads out"),
        ("rows: names.csv,", "", "a series takes either `rows` or `count`"),
        ("rows: names.csv,", "rows: names.csv, count: 3,", "a series takes either"),
        ("rows: names.csv, volume: 2", "count: 100001, volume: 1", "series has 100,001 volumes"),
        ("volume: 2", "volume: 0", "`0` is not a whole number from 1 to 100000"),
    ],
)
def test_a_series_is_checked(series, old, new, said):
    series.edit(GAME, old, new)
    assert any(said in one.message for one in check(series.root)), list(check(series.root))


def test_volumes_of_a_table_are_limited(series, monkeypatch):
    monkeypatch.setattr(model, "_MAX_VOLUMES", 1)
    for found in (check(series.root), series.build(**ONE).diagnostics):
        [error] = [one for one in found if one.severity is Severity.ERROR]
        assert (error.code, str(error.location)) == ("CG235", f"{GAME}:11:60")


def test_a_table_may_be_named_in_any_way(series):
    series.edit(GAME, "names.csv", ".//names.csv")
    made(series)
    series.edit(TABLE, "Carl", "Carlo")
    assert made(series) == {*volumes(2), MANIFEST}


def test_an_unknown_column_is_told(series):
    series.edit(TABLE, "text", "txt")
    [found] = check(series.root)
    assert (found.code, str(found.location)) == ("CG158", f"{TABLE}:1:7")
    assert "did you mean `text`?" in found.hints


def test_a_booklet_states_the_number_and_no_more(series):
    series.edit(GAME, "components:", "components:\n  rules: {kind: booklet}")
    rules = series.root / "card_data/game/rules.md"
    rules.write_text("# Rules\n\nThere are {count:heroes} heroes.\n")
    made(series, products=("booklets",))
    pages = words(series.output / "game/booklets/rules.pdf")
    assert "There are 3 heroes." in " ".join(" ".join(pages).split())
    rules.write_text("# Rules\n\nThere are {count:heroes?type=card} heroes.\n")
    [found] = check(series.root)
    assert "is a series" in found.message


def test_fresh_processes_make_the_same(series, monkeypatch):
    monkeypatch.setattr(workers, "START_COST", 0.0)
    write(series, *(f"Name {n},,1" for n in range(20)))
    made(series)
    assert len(made(series, jobs=2, output=series.root / "two")) == 11
    assert contents(series.root / "two/game") == series.files()


def test_only_a_few_volumes_are_held(series, monkeypatch):
    """When a volume is put in place, its cards and Frames are gone."""
    left = []
    put = SeriesBuild._write_volume

    def look(self, *given):
        work = self.build.work
        left.append(len(work.drawings) + sum("heroes" in id for id in work._pictures.frames))
        put(self, *given)

    monkeypatch.setattr(SeriesBuild, "_write_volume", look)
    write(series, *(f"Name {n},,1" for n in range(9)))
    made(series)
    assert left == [0] * 5


def test_the_overview_names_a_series(series):
    [game], _ = overview(series.root)
    [heroes, places] = game["decks"]
    assert (heroes["designs"], heroes["cards"], places["cards"]) == (3, 3, 2)
    assert MANIFEST in game["products"]


def test_a_template_saved_before_the_volumes_are_made_is_seen_by_the_next_build(
    series, monkeypatch
):
    make = SeriesBuild.make

    def saved_before(self):
        series.edit("templates/game/card.xml.j2", 'x="4" y="4"', 'x="5" y="4"')
        make(self)

    with monkeypatch.context() as patch:
        patch.setattr(SeriesBuild, "make", saved_before)
        made(series)
    assert made(series) >= volumes(1, 2)
    assert made(series) == set()
