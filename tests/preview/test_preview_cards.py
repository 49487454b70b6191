"""Cards that are made, copied, moved, renamed and deleted from the page."""

import codecs
import csv
import io
import json

import pytest
from bench import DECK, FILES, GUARDS, HEROES

from cardgen.preview.editing.editor import Editor

GAME = "card_data/test/game.yaml"
API = "/api/games/test"
CSV, JSON = (HEROES.replace(".yaml", ending) for ending in (".csv", ".json"))
ROWS = [
    ["type", "id", "title", "class", "power", "text", "Qty"],
    ["hero", "anna", "Anna", "knight", "3", "Draw **two** cards.", ""],
    ["hero", "bert", "Bert", "mage", "1", "Keep {rule:hand} cards.", "2"],
    ["hero", "cleo", "Cleo", "mage", "7", "", ""],
    ["plain", "dora", "Dora", "", "", "Nothing.", ""],
]


def as_csv(delimiter=",", quoting=csv.QUOTE_MINIMAL, newline="\n"):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=newline).writerows(ROWS)
    return out.getvalue().encode()


def as_json(indent=None):
    cards = [
        {name: int(v) if v.isdigit() else v for name, v in zip(ROWS[0], row, strict=True) if v}
        for row in ROWS[1:]
    ]
    return json.dumps({"cards": cards}, indent=indent).encode()


KINDS = {
    "yaml": (HEROES, DECK.encode()),
    "csv": (CSV, as_csv()),
    "semicolons": (CSV, codecs.BOM_UTF8 + as_csv(";", newline="\r\n")),
    "quotes": (CSV, as_csv(quoting=csv.QUOTE_ALL).rstrip(b"\n")),
    "tabs": (CSV.replace(".csv", ".tsv"), as_csv("\t")),
    "utf-16": (CSV, as_csv("\t").decode().encode("utf-16")),
    "json": (JSON, as_json()),
    "indented": (JSON, as_json(2)),
}


class Deck:
    """The heroes in a file of some kind, under a live preview."""

    def __init__(self, bench, client, path, data):
        self.bench, self.client, self.path = bench, client, path
        (bench.root / HEROES).unlink()
        self.put(data)

    def put(self, data):
        (self.bench.root / self.path).write_bytes(data)
        self.bench.saved(HEROES, self.path)
        assert not [str(one) for one in self.bench.loaded.diagnostics()]

    @property
    def data(self):
        return (self.bench.root / self.path).read_bytes()

    @property
    def cards(self):
        return self.bench.loaded.game.components["heroes"].cards

    @property
    def ids(self):
        return [card.id for card in self.cards]

    def card(self, id):
        return next(card for card in self.cards if card.id == id)

    def post(self, *changes, what="change"):
        made = [{"deck": "heroes", **change} for change in changes]
        answer = self.client.send(f"{API}/{what}", {"changes": made})
        self.bench.live.settle()
        return answer

    def act(self, what, card, **more):
        answer = self.post({"act": what, "card": card, **more}).json()
        assert answer["written"], answer
        return answer

    def set(self, card, field, value, **more):
        return self.post({"card": card, "field": [field], "value": value, **more}).json()

    def undo(self):
        step = self.client.get(f"{API}/steps").json()["undo"]
        assert self.client.send(f"{API}/undo", {"step": step["id"]}).status_code == 200
        self.bench.live.settle()


SHARPEST = ("yaml", "semicolons", "json")
"""The kinds that differ most: a mapping, rows behind a mark with other ends, a line of records."""
BROADER = [pytest.param(kind, marks=pytest.mark.broad) for kind in KINDS if kind not in SHARPEST]
QUOTED = ("anna", "title", 'Say "hi", then; go\tto: #1')
VALUES = [
    QUOTED,
    ("anna", "title", "Annabel"),
    ("anna", "title", "03.10."),
    ("bert", "text", "One line\nand another"),
    ("anna", "power", "12"),
    ("cleo", "copies", "3"),
    ("cleo", "text", "Something."),
    ("dora", "text", None),
    ("anna", "title", "Ännchen Ü"),
]


@pytest.fixture(params=[*SHARPEST, *BROADER])
def deck(request, bench, client):
    return Deck(bench, client, *KINDS[request.param])


@pytest.fixture
def yaml(bench, client):
    return Deck(bench, client, *KINDS["yaml"])


def test_cards_are_copied_moved_deleted_and_renamed_and_each_is_one_step(deck):
    before = deck.data
    assert deck.act("copy", "bert")["card"] == "bert-2"
    assert deck.ids == ["anna", "bert", "bert-2", "cleo", "dora"]
    assert deck.card("bert-2").fields == deck.card("bert").fields
    assert deck.card("bert-2").copies == 2
    deck.act("move", "bert-2", to="anna")
    assert deck.ids == ["bert-2", "anna", "bert", "cleo", "dora"]
    deck.act("delete", "bert")
    assert deck.ids == ["bert-2", "anna", "cleo", "dora"]
    assert deck.set("bert-2", "id", "ben", was="bert-2")["written"]
    assert deck.ids == ["ben", "anna", "cleo", "dora"]
    made = deck.act("new", "cleo")
    assert made["card"] == "new-card"
    assert deck.ids == ["ben", "anna", "cleo", "new-card", "dora"]
    new = deck.card("new-card")
    assert (new.title.plain, new.copies, new.fields.power) == ("New card", 1, 7)
    for label in ("new card", "id of Bert", "removal of Bert", "place of Bert", "copy of Bert"):
        assert deck.client.get(f"{API}/steps").json()["undo"]["label"] == label
        deck.undo()
    assert deck.data == before


def test_cards_move_by_steps_from_the_file_and_new_ones_have_values(yaml):
    """The game is read again only after all of it: each act starts from the file."""

    def act(card, what, **more):
        return yaml.client.send(
            f"{API}/change", {"changes": [{"deck": "heroes", "card": card, "act": what, **more}]}
        ).json()

    for _ in range(2):
        assert act("anna", "move", by=1)["written"]
    assert act("dora", "move", by=-1, among=["bert", "dora"])["written"]
    for _ in range(2):
        assert act("cleo", "new", values={"title": "Éva", "power": "9"})["written"]
    yaml.bench.live.settle()
    assert yaml.ids == ["dora", "bert", "cleo", "eva-2", "eva", "anna"]
    assert yaml.card("eva").fields["power"] == 9
    assert not act("cleo", "new", values={"power": "many"})["written"]


def test_a_new_card_is_named_though_the_file_is_read_before_the_answer(yaml, monkeypatch):
    write = Editor.write

    def write_and_read(editor, *arguments):
        step = write(editor, *arguments)
        yaml.bench.saved(yaml.path)
        return step

    monkeypatch.setattr(Editor, "write", write_and_read)
    assert yaml.act("new", "dora")["card"] == "new-card"
    assert yaml.act("copy", "dora")["card"] == "dora-2"


@pytest.mark.parametrize(
    ("kind", "card", "field", "value"),
    [
        pytest.param(
            *(kind, *value), marks=() if kind in SHARPEST or value is QUOTED else pytest.mark.broad
        )
        for kind in KINDS
        for value in VALUES
    ],
)
def test_values_are_written_at_their_place(bench, client, kind, card, field, value):
    deck = Deck(bench, client, *KINDS[kind])
    before = deck.data
    others = [one for one in deck.cards if one.id != card]
    found = deck.set(card, field, value)
    assert found["written"], found
    form = deck.client.get(f"{API}/deck?deck=heroes").json()
    given = next(one for one in form["cards"] if one["id"] == card)["given"]
    assert given.get(field) == value
    assert [
        (one.id, one.title, one.copies, one.fields) for one in deck.cards if one.id != card
    ] == [(one.id, one.title, one.copies, one.fields) for one in others]
    again = deck.set(card, field, value, was=value)
    assert again["written"]
    assert again["step"] is None
    deck.undo()
    assert deck.data == before


def test_what_changed_meanwhile_is_not_overwritten(deck):
    answer = deck.post({"card": "anna", "field": ["power"], "value": "9", "was": "4"})
    assert answer.status_code == 409
    assert answer.json()["clashes"] == [{"number": 0, "label": "power of Anna", "now": "3"}]


def test_a_letter_that_the_encoding_lacks_is_refused(bench, client):
    data = as_csv().replace(b"Anna", "Ännchen".encode("cp1252"))
    (bench.root / HEROES).unlink()
    (bench.root / CSV).write_bytes(data)
    bench.saved(HEROES, CSV)

    def change(value):
        one = {"deck": "heroes", "card": "anna", "field": ["title"], "value": value}
        return client.send(f"{API}/change", {"changes": [one]}).json()

    [fault] = change("Łukasz")["faults"]
    assert "Windows-1252, in which the file is written, has no `Ł`" in fault["message"]
    assert (bench.root / CSV).read_bytes() == data
    assert change("Ängstlich")["written"]
    assert (bench.root / CSV).read_bytes() == data.replace(b"nnchen", b"ngstlich")


def test_a_new_card_does_not_copy_the_text_of_its_neighbour(bench, client):
    bench.save(GAME, "text: {kind: rich, optional: true}", "text: {kind: rich}")
    deck = Deck(bench, client, CSV, as_csv().replace(b"7,,", b"7,Rest.,"))
    assert deck.act("new", "anna")["written"]
    new = deck.card("new-card")
    assert (new.fields.power, new.fields.text.plain) == (3, "New text")


def test_a_field_without_a_column_gets_one(bench, client):
    deck = Deck(bench, client, CSV, as_csv().replace(b",Qty", b",#"))
    assert deck.set("anna", "copies", "3")["written"]
    assert [line.rsplit(b",", 1)[1] for line in deck.data.splitlines()[:2]] == [b"Copies", b"3"]
    assert deck.card("anna").copies == 3


def test_lists_in_cells_stay_lists(bench, client):
    bench.save("templates/test/hero.xml.j2", "card.power", "card.power|join(' ')")
    bench.save(GAME, "power: {kind: number}", "power: {kind: list, of: {kind: text}}")
    rows = 'id;title;type;class;power\nanna;Anna;hero;knight;3, 4\nbert;B;hero;mage;"a; b"\n'
    deck = Deck(bench, client, CSV, rows.encode())
    assert deck.set("bert", "power", ["a", "b", "c"], was=["a", "b"])["written"]
    assert deck.data.decode().splitlines()[2] == 'bert;B;hero;mage;"a; b; c"'
    assert deck.set("bert", "power", ["a; b", "c"])["written"]
    assert deck.card("bert").fields.power == ("a; b", "c")


# What names a card

NAMES = {
    GAME: FILES[GAME].replace(
        "rules:\n  hand", 'showcase: ["heroes/bert", heroes/bert-x]\nrules:\n  hand', 1
    ),
    "card_data/test/rules.md": (
        "# Rules\n\n{card:heroes/bert} and {card:heroes/bert:name}, not heroes/bert-x.\n\n"
        "```card heroes/anna heroes/bert\nSee heroes/bert.\n```\n"
    ),
    "templates/test/mat.xml.j2": FILES["templates/test/mat.xml.j2"].replace("anna", "bert")
    + '{% if board.id == "bert" %}{% endif %}\n',
}


def test_whatever_the_model_reads_as_the_name_of_a_card_follows(yaml):
    yaml.put(DECK.replace("cleo", "bert-x").encode())
    for path, text in NAMES.items():
        yaml.bench.put(path, text)
    assert not yaml.bench.loaded.diagnostics()
    change = {"card": "bert", "field": ["id"], "value": "bea"}
    found = yaml.post(change, what="consequences").json()
    assert [(one["path"], one["line"]) for one in found["follow"]] == [
        ("card_data/test/game.yaml", 8),
        ("card_data/test/rules.md", 3),
        ("card_data/test/rules.md", 3),
        ("card_data/test/rules.md", 5),
        ("templates/test/mat.xml.j2", 2),
    ]
    left = [(one["path"], one["line"]) for one in found["left"]]
    assert left == [("card_data/test/rules.md", 6), ("templates/test/mat.xml.j2", 4)]
    assert yaml.post(change).json()["written"]
    texts = {path: yaml.bench.text(path) for path in NAMES}
    assert '["heroes/bea", heroes/bert-x]' in texts[GAME]
    assert "{card:heroes/bea} and {card:heroes/bea:name}, not heroes/bert-x" in "".join(
        texts["card_data/test/rules.md"]
    )
    assert "```card heroes/anna heroes/bea\nSee heroes/bert." in texts["card_data/test/rules.md"]
    assert not yaml.bench.loaded.diagnostics()
    yaml.undo()
    assert {path: yaml.bench.text(path) for path in NAMES} == NAMES


def test_a_card_that_a_text_names_is_not_deleted_and_templates_are_told(yaml):
    text = NAMES["card_data/test/rules.md"].replace("heroes/anna ", "").replace("-x", "")
    yaml.bench.put("card_data/test/rules.md", text)
    before = yaml.data
    answer = yaml.post({"act": "delete", "card": "bert"}).json()
    assert not answer["written"]
    assert {one["path"] for one in answer["faults"]} == {"card_data/test/rules.md"}
    assert yaml.data == before
    [left] = yaml.act("delete", "anna")["follow"] + yaml.act("delete", "cleo")["follow"]
    assert (left["path"], left["line"]) == ("templates/test/mat.xml.j2", 2)


def test_an_id_that_another_card_has_is_refused(deck):
    before = deck.data
    [fault] = deck.set("anna", "id", "bert")["faults"]
    assert "bert" in fault["message"]
    assert deck.data == before


# Entries that make many cards


def test_an_entry_that_makes_many_cards_moves_as_a_whole(yaml):
    yaml.put(DECK.replace("  - id: dora\n", GUARDS).encode())
    yaml.act("move", "guard-2", to="anna")
    assert yaml.ids == ["guard-1", "guard-2", "anna", "bert", "cleo", "dora"]
    assert yaml.act("copy", "guard-1")["card"] == "guard-1-2"
    assert yaml.act("new", "guard-1")["card"] == "new-card"
    answer = yaml.post({"act": "delete", "card": "guard-1"})
    assert answer.status_code == 404
    assert "one of 2 cards of the same entry, in line 3" in answer.json()["message"]
    both = [{"act": "delete", "card": f"guard-{n}"} for n in (1, 2)]
    assert yaml.post(*both).json()["written"]
    assert yaml.ids[:3] == ["new-card", "guard-1-2", "guard-2-2"]


def test_several_cards_are_deleted_in_one_step(deck):
    before = deck.data
    answer = deck.post(*({"act": "delete", "card": id} for id in ("cleo", "bert"))).json()
    assert answer["undo"]["label"] == "removal of 2 cards"
    assert deck.ids == ["anna", "dora"]
    deck.undo()
    assert deck.data == before


def test_titles_stand_for_ids(bench, client):
    bench.save(GAME, "size: poker,", "size: poker, ids: title,")
    deck = Deck(bench, client, CSV, b"title,class,type,power\nAnna,mage,hero,1\nBert,mage,hero,2\n")
    assert deck.act("copy", "anna")["card"] == "anna-2"
    assert deck.act("new", "bert")["card"] == "new-card"
    deck.act("move", "new-card", to="anna")
    assert deck.set("bert", "power", "5")["written"]
    assert deck.data == (
        b"title,class,type,power\nNew card,mage,hero,2\nAnna,mage,hero,1\nAnna,mage,hero,1\n"
        b"Bert,mage,hero,5\n"
    )


def test_answers_tell_which_cards_get_other_ids(bench, client):
    bench.save(GAME, "size: poker,", "size: poker, ids: title,")
    deck = Deck(bench, client, CSV, b"title,class,type,power\nAnna,mage,hero,1\nBert,mage,hero,2\n")
    answer = deck.act("new", "anna")
    assert (answer["card"], answer["renamed"]) == ("new-card", {})
    answer = deck.act("new", "anna")
    assert (answer["card"], answer["renamed"]) == (
        "new-card",
        {"heroes": {"new-card": "new-card-2"}},
    )
    answer = deck.set("new-card", "title", "Emil")
    assert answer["renamed"] == {"heroes": {"new-card": "emil", "new-card-2": "new-card"}}
    undone = client.send(f"{API}/undo", {"step": answer["step"]}).json()
    assert undone["renamed"] == {"heroes": {"emil": "new-card", "new-card": "new-card-2"}}
    bench.live.settle()
    answer = deck.act("delete", "new-card")
    assert answer["renamed"] == {"heroes": {"new-card-2": "new-card"}}
    assert deck.ids == ["anna", "new-card", "bert"]


@pytest.mark.parametrize(
    "change",
    [
        {"act": "burn", "card": "anna"},
        {"act": "move", "card": "anna"},
        {"act": "move", "card": "anna", "to": "nobody"},
        {"act": "copy", "card": "nobody"},
    ],
)
def test_what_does_not_exist_is_refused(yaml, change):
    assert yaml.post(change).status_code == 404
    assert yaml.data == DECK.encode()
