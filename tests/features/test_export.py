"""A deck that is exported is the same deck when it is read back."""

import csv
import io
import json
import shutil
from pathlib import Path

import openpyxl
import pytest
from breadth import examples
from click.testing import CliRunner
from documents import document
from five_games import GAMES
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from cardgen.cli.main import cli
from cardgen.core.diagnostics import OutputError
from cardgen.features.export import FORMATS, export
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_game
from cardgen.source.files import BUNDLED

GAME = document("features/export_game.yaml")
DECK = document("features/export_deck.yaml")
FILE = "card_data/shop/decks/wares.yaml"


def write(root: Path, deck: str = DECK) -> Path:
    (root / "card_data/shop/decks").mkdir(parents=True)
    (root / "card_data/shop/game.yaml").write_text(GAME, encoding="utf-8")
    (root / FILE).write_text(deck, encoding="utf-8")
    return root


@pytest.fixture
def shop(tmp_path):
    return write(tmp_path)


def cards(root: Path, game: str = "shop"):
    """All cards of a game as templates see them."""
    return [
        (deck.id, card.record, card.assumption)
        for deck in decks_of(load_game(root, game))
        for card in deck.cards
    ]


def put_back(root: Path, form: str, game: str = "shop"):
    """Let a game have its exported decks in place of its own; return its cards before."""
    before = cards(root, game)
    done = export(root, game, form, root / "out")
    assert {one.deck for one in done.files} == {deck for deck, _, _ in before}
    decks = root / "card_data" / game / "decks"
    shutil.rmtree(decks)
    shutil.copytree(root / "out", decks)
    assert cards(root, game) == before
    return before


def run(*args: object):
    return CliRunner().invoke(cli, [str(arg) for arg in args])


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("game", GAMES)
def test_the_games_read_back_the_same_cards(tmp_path, game, form):
    shutil.copytree(BUNDLED / "card_data" / game, tmp_path / "card_data" / game)
    (tmp_path / "fonts").symlink_to(BUNDLED / "fonts")
    put_back(tmp_path, form, game)


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_shown_of_a_picture_is_read_back(shop, form):
    (shop / "card_data/shop/a.png").write_bytes(b"")
    game = shop / "card_data/shop/game.yaml"
    game.write_text(game.read_text().replace("fields: {code", "fields: {art: image, code"))
    view = '{id: other, art: {src: a.png, focus: 40% 20%, zoom: 1.5}, type: other, code: "1"}'
    deck = DECK.replace('{id: other, type: other, code: "1"}', view)
    deck = deck.replace("{id: no, type", '{id: no, art: "a.png#focus=1% 2%", type')
    (shop / FILE).write_text(deck, encoding="utf-8")
    arts = [record.art for _, record, _ in put_back(shop, form) if "art" in record]
    assert arts == ["a.png#focus=40% 20%&zoom=1.5", "a.png#focus=1% 2%"]


@pytest.mark.parametrize("form", FORMATS)
def test_values_of_every_kind_are_read_back_and_exported_alike(shop, form):
    export(shop, "shop", "json", shop / "first")
    before = put_back(shop, form)
    assert {type(record.cost) for _, record, _ in before if "cost" in record} == {int, float}
    export(shop, "shop", "json", shop / "second")
    first, second = (
        json.loads((shop / f"{n}/wares.json").read_text()) for n in ("first", "second")
    )
    assert second == first


def test_cards_that_are_called_by_their_titles_and_share_values_of_the_game(shop):
    game = shop / "card_data/shop/game.yaml"
    more = "wares: {kind: deck, ids: title, defaults: {type: ware, cost: 7, note: n}}"
    game.write_text(game.read_text().replace("wares: {kind: deck}", more))
    (shop / FILE).unlink()
    (shop / FILE).with_suffix(".csv").write_text("title,tags\nOne Two,a; b\nOne two,\n")
    put_back(shop, "json")
    assert json.loads((shop / "out/wares.json").read_text())["cards"] == [
        {"id": "one-two", "type": "ware", "title": "One Two", "cost": 7, "note": "n",
         "tags": ["a", "b"]},
        {"id": "one-two-2", "type": "ware", "title": "One two", "cost": 7, "note": "n"},
    ]  # fmt: skip


def test_names_of_columns_may_stay_for_the_table_that_is_put_back(shop):
    game = shop / "card_data/shop/game.yaml"
    more = "wares: {kind: deck, defaults: {type: ware}, columns: {Kosten: cost}}"
    game.write_text(game.read_text().replace("wares: {kind: deck}", more))
    (shop / FILE).unlink()
    (shop / FILE).with_suffix(".csv").write_text(
        "id,title,sold,Kosten\na,A,true,0.1234567890123456\n"
    )
    put_back(shop, "xlsx")


MARKUP = "{}*\\"
texts = st.text(
    st.characters(
        exclude_categories=("Cc", "Cs", "Cn", "Co"), exclude_characters=MARKUP + "\ufeff"
    ),
    max_size=30,
)
lines = st.lists(st.one_of(texts, st.sampled_from(["- a", "  - b", "1. c", "2. d", ""]))).map(
    "\n".join
)
sizes = st.fixed_dictionaries({"wide": st.integers(0, 9)}, optional={"name": texts})


@pytest.mark.parametrize(
    "form",
    ["csv", "xlsx", *(pytest.param(form, marks=pytest.mark.broad) for form in ("json", "yaml"))],
)
@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "title": texts,
                "cost": st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
                "code": texts.filter(lambda text: text == text.strip()),
                "tags": st.lists(texts, max_size=4),
                "prices": st.lists(st.integers(-9, 9), max_size=3),
                "text": lines,
                "size": sizes,
                "steps": st.lists(st.fixed_dictionaries({"text": lines}), max_size=3),
            },
        ),
        min_size=1,
        max_size=5,
    )
)
def test_any_texts_are_read_back(tmp_path_factory, form, given_cards):
    root = tmp_path_factory.mktemp("shop")
    entries = [{"id": f"ware-{n}", "type": "ware", **one} for n, one in enumerate(given_cards)]
    write(root, json.dumps({"cards": entries}, ensure_ascii=False))
    put_back(root, form)


def test_a_table_has_the_fields_in_order_and_only_those_that_are_used(shop):
    export(shop, "shop", "csv", shop / "out")
    data = (shop / "out/wares.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbfid,")
    header, first, _, odd, *_ = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert header == [
        "id", "type", "title", "copies", "cost", "sold", "code", "note", "tags", "prices", "text",
        "size", "steps", "assumption",
    ]  # fmt: skip
    assert first == ["ware-01", "ware", "", "", "2", "", "01", "", "", "", "All: {gold}", *[""] * 3]
    row = dict(zip(header, odd, strict=True))
    assert row["tags"] == '["a", "b;c", "[d]"]'
    assert row["prices"] == "1; 2.5; 1e+16"
    assert row["text"] == "First *line* goes on.\n\nSecond, {gold}:\n- one\n- two"
    assert json.loads(row["size"]) == {"wide": 0.30000000000000004, "name": "no"}


def test_a_workbook_holds_numbers_as_numbers_and_texts_as_texts(shop):
    export(shop, "shop", "xlsx", shop / "out")
    sheet = openpyxl.load_workbook(shop / "out/wares.xlsx")["wares"]
    kinds = {cell.value: cell.data_type for row in sheet.iter_rows() for cell in row}
    values = (3, "01", 'Odd, "quoted"; =1+1', True)
    assert "".join(kinds[value] for value in values) == "nssb"
    assert sheet.freeze_panes == "B2"
    assert sheet["A1"].font.bold
    assert sheet["K4"].alignment.wrap_text
    assert sheet.auto_filter.ref == "A1:N7"  # 14 columns, and 6 cards below their names
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.page_setup.orientation == "landscape"
    assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight) == (1, 0)
    # Two more than the longest line, of 8 at least and 60 at most; Excel adds 5 pixels of 7.
    widths = [round(sheet.column_dimensions[id].width - 5 / 7) for id in "ABCL"]
    longest = [len(text) for text in ("ware-01", "other", 'Odd, "quoted"; =1+1')]
    assert widths == [longest[0] + 2, 8, longest[2] + 2, 45]


@pytest.mark.parametrize("form", FORMATS)
def test_equal_decks_give_equal_bytes(shop, form):
    for folder in ("one", "two"):
        export(shop, "shop", form, shop / folder)
    one, two = ((shop / folder / f"wares.{form}").read_bytes() for folder in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("form", "code", "said"),
    [
        ("csv", '" a"', "with a space"),
        ("xlsx", '"a "', "with a space"),
        ("xlsx", "x" * 32_768, "32,768"),
        ("xlsx", '"#N/A"', "formula"),
    ],
)
def test_what_no_cell_can_hold_is_refused(shop, form, code, said):
    (shop / FILE).write_text(f"cards:\n  - {{id: a, type: ware, code: {code}}}\n")
    result = run("export", "shop", "--project", shop, "--format", form, "--to", shop / "out")
    assert result.exit_code == 1
    assert "CG756" in result.output
    assert said in result.output
    assert not (shop / "out").exists()
    put_back(shop, "json")


def test_the_longest_text_of_a_cell_is_read_back(shop):
    (shop / FILE).write_text(f"cards:\n  - {{id: a, type: ware, code: {'x' * 32_767}}}\n")
    put_back(shop, "xlsx")


@pytest.mark.parametrize("form", FORMATS)
def test_a_list_of_one_item_is_refused_at_its_place(shop, form):
    deck = "cards:\n  - id: a\n    type: ware\n    text: |\n      - one\n        goes on\n"
    (shop / FILE).write_text(deck)
    with pytest.raises(OutputError) as refused:
        export(shop, "shop", form, shop / "out")
    assert [str(one.location) for one in refused.value.diagnostics] == [f"{FILE}:4:11"]
    assert not (shop / "out").exists()
    (shop / FILE).write_text(deck + "      - two\n")
    put_back(shop, form)


def test_an_empty_text_is_refused_where_leaving_it_out_would_say_something_else(shop):
    (shop / FILE).write_text('cards:\n  - {id: a, type: ware, code: "", note: ""}\n')
    with pytest.raises(OutputError) as refused:
        export(shop, "shop", "csv", shop / "out")
    assert [one.message for one in refused.value.diagnostics] == [
        "`note` of card `a` cannot be written into a table: it is an empty text"
    ]


def test_files_that_no_export_has_written_stay(shop):
    command = ("export", "shop", "--project", shop, "--format", "csv", "--to", shop / "out")
    file = shop / "out/wares.csv"
    file.parent.mkdir()
    file.write_text("mine")
    refused = run(*command)
    assert refused.exit_code == 1
    assert "CG759" in refused.output
    assert file.read_text() == "mine"
    assert run(*command, "--force").exit_code == 0
    first = file.read_bytes()
    assert "unchanged" in run(*command).output
    (shop / FILE).write_text(DECK.replace("copies: 3", "copies: 4"))
    assert run(*command).exit_code == 0
    assert file.read_bytes() != first
    file.write_bytes(first)
    assert run(*command).exit_code == 1
    assert file.read_bytes() == first


def test_one_deck_out_of_several(tmp_path):
    shutil.copytree(BUNDLED / "card_data/railroaded", tmp_path / "card_data/railroaded")
    command = ("export", "railroaded", "--project", tmp_path, "--format", "json", "--to", tmp_path)
    result = run("--format", "json", *command, "--deck", "aid")
    assert json.loads(result.stdout)["files"] == [
        {"deck": "aid", "path": "aid.json", "cards": 4, "made": True}
    ]
    assert not (tmp_path / "terminal.json").exists()
    assert "unknown deck `aids`" in run(*command, "--deck", "aids").output


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (("nothing", "--format", "csv", "--to", "out"), 1, "there is no game `nothing`"),
        (("shop", "--format", "csv", "--to", "card_data/shop/game.yaml"), 1, "cannot write"),
    ],
)
def test_what_cannot_be_asked(shop, monkeypatch, more, code, said):
    monkeypatch.chdir(shop)
    result = run("export", *more)
    assert (result.exit_code, said in result.output) == (code, True)


def test_a_series_is_left_out_and_told(shop):
    game = shop / "card_data/shop/game.yaml"
    game.write_text(f"{GAME}  many: {{kind: deck, series: {{count: 9, type: ware}}}}\n")
    done = export(shop, "shop", "json", shop / "out")
    assert [one.deck for one in done.files] == ["wares"]
    assert [one.code for one in done.diagnostics] == ["CG757"]
    assert not done.diagnostics.has_errors
    with pytest.raises(OutputError, match="its cards are a series"):
        export(shop, "shop", "json", shop / "out", ["many"])
