"""Cards that are moved, copied and taken out as a whole, and what stays as it is."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from breadth import examples
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from cardgen.core.diagnostics import SourceError
from cardgen.features.export import FORMATS
from cardgen.model.components.deck import decks_of
from cardgen.model.deck_rows import deck_rows
from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.files import Project, decode
from cardgen.source.tables.reading import read_table
from cardgen.source.yaml import load_yaml

ROOT = Path(__file__).parents[3]


GAMES = sorted({path.parts[-3] for path in (ROOT / "card_data").glob("*/decks/*.yaml")})


@cache
def decks_of_game(name, form):
    """All decks of a game, as they are or as `cardgen export` writes them."""
    if form == "yaml":
        files = sorted((ROOT / "card_data" / name / "decks").glob("*.yaml"))
        return [(path.name, path.read_bytes()) for path in files]
    read, project = ReadDecks(), Project(ROOT)
    (game,) = load_project(ROOT, (name,), read).games
    rows = [deck_rows(deck, game, read, project) for deck in decks_of(game)]
    return [(f"{deck.id}.{form}", FORMATS[form](deck)) for deck in rows]


def cards(path, data):
    """What the reader of the build finds, card by card."""
    if path.endswith(".yaml"):
        # A block text that ends with the file lacks the break that it has elsewhere.
        last = b"" if data.endswith((b"\n", b"\r")) else b"\n"
        return load_yaml(decode(path, data + last)).to_python()["cards"]
    return read_table(path, data).tree.to_python()["cards"]


def acts(count):
    """An operation on one of so many cards, and what it makes of the list."""
    one = st.integers(0, count - 1)
    return st.one_of(
        st.tuples(st.just("move"), one, one),
        st.tuples(st.just("copy"), one, one),
        st.tuples(st.just("remove"), one),
    )


def applied(some, act):
    name, number, *to = act
    some = list(some)
    if name == "move":
        some.insert(to[0], some.pop(number))
    elif name == "copy":
        some.insert(to[0] + 1, some[number])
    else:
        del some[number]
    return some


def arranged(path, data, act):
    name, *where = act
    return EditedFile(path, data).rearrange_cards(lambda entries: getattr(entries, name)(*where))


def pieces(path, data):
    """The characters of each card, without what stands between."""
    file = EditedFile(path, data)
    (listed,) = (value for key, value in file.root.entries if key.raw == "cards")
    return [file.text[one.start : one.end] for one in listed.items]


def assert_arranged(path, data, draw):
    """Move, copy or remove a card, and undo it; return the operation and the changed file."""
    before = cards(path, data)
    act = draw.draw(acts(len(before)))
    assume(act[0] != "remove" or len(before) > 1)
    changed, order = arranged(path, data, act)
    assert order == applied(range(len(before)), act)
    assert cards(path, changed) == [before[n] for n in order]
    assert pieces(path, changed) == applied(pieces(path, data), act)
    if act[0] == "move":
        assert arranged(path, changed, ("move", act[2], act[1]))[0] == data
    elif act[0] == "copy":
        assert arranged(path, changed, ("remove", act[2] + 1))[0] == data
    return act, changed


@pytest.mark.parametrize("form", ["yaml", "csv", "json"])
@pytest.mark.parametrize("game", GAMES)
@examples(12, suppress_health_check=list(HealthCheck))
@given(draw=st.data())
def test_a_deck_of_a_game_is_read_again_as_it_was_with_one_card_elsewhere(game, form, draw):
    path, data = draw.draw(st.sampled_from(decks_of_game(game, form)))
    act, changed = assert_arranged(path, data, draw)
    if act[0] == "move":
        assert Counter(changed.splitlines()) == Counter(data.splitlines())


@pytest.mark.parametrize("form", ["yaml", "csv", "json"])
@pytest.mark.parametrize("game", GAMES)
@examples(2, suppress_health_check=list(HealthCheck))
@given(draw=st.data())
def test_twenty_operations_one_after_the_other(game, form, draw):
    path, data = draw.draw(st.sampled_from(decks_of_game(game, form)))
    said, text = cards(path, data), pieces(path, data)
    for _ in range(20):
        act = draw.draw(acts(len(said)))
        if act[0] == "remove" and len(said) == 1:
            continue
        data, _ = arranged(path, data, act)
        said, text = applied(said, act), applied(text, act)
    assert cards(path, data) == said
    assert pieces(path, data) == text


TOP = "# A deck.\ncards:  # all of them\n"
ABOVE = "  # Of Anna,\n  # in two lines.\n"
ANNA = "  - id: anna\n    title: Anna\n    # a note on Anna\n\n"
SECTION = "  # A section by itself.\n\n"
BERT = "  - id: bert\n    text: |\n      # no comment\n\n"
CLEO = "  - {id: cleo}   # behind\n\n"
LAST = "after: 1\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    ("act", "after"),
    [
        (("move", 0, 1), [TOP, BERT, SECTION, ABOVE, ANNA, CLEO, LAST]),
        (("copy", 0, 1), [TOP, ABOVE, ANNA, SECTION, BERT, ANNA, CLEO, LAST]),
        (("remove", 0), [TOP, "\n", SECTION, BERT, CLEO, LAST]),
        (("remove", 2), [TOP, ABOVE, ANNA, SECTION, BERT, LAST]),
    ],
)
def test_comments_above_a_card_go_with_it_and_others_stay(act, after, newline, mark):
    def file(*parts):
        return (mark + "".join(parts).replace("\n", newline)).encode()

    changed, _ = arranged("f.yaml", file(TOP, ABOVE, ANNA, SECTION, BERT, CLEO, LAST), act)
    assert changed == file(*after)


LINES = "cards: [\n%s\n]\n"
JSON = '{"cards": [\n\t%s\n]}'


@pytest.mark.parametrize(
    ("path", "before", "act", "after"),
    [
        ("f.yaml", "cards:\n- id: a\n- id: b", ("move", 0, 1), "cards:\n- id: b\n- id: a"),
        ("f.yaml", "cards:\n- id: a\n- id: b", ("remove", 1), "cards:\n- id: a"),
        ("f.yaml", "cards:\n- id: a", ("copy", 0, 0), "cards:\n- id: a\n- id: a"),
        ("f.yaml", "cards: [{id: a}, {id: b}]\n", ("move", 1, 0), "cards: [{id: b}, {id: a}]\n"),
        ("f.yaml", "cards: [{id: a}]\n", ("copy", 0, 0), "cards: [{id: a}, {id: a}]\n"),
        ("f.yaml", LINES % "  {id: a},\n  {id: b},", ("remove", 1), LINES % "  {id: a},"),
        ("f.yaml", "cards:\n-\n  id: a\n-\n  id: b\n", ("remove", 0), "cards:\n-\n  id: b\n"),
        ("f.json", '[{"id":"a"},{"id":"b"}]', ("move", 0, 1), '[{"id":"b"},{"id":"a"}]'),
        ("f.json", JSON % '{"id": "a"}', ("copy", 0, 0), JSON % '{"id": "a"},\n\t{"id": "a"}'),
        ("f.csv", "id;n\r\na;1\r\n\r\nb;2", ("move", 1, 0), "id;n\r\nb;2\r\n\r\na;1"),
        ("f.csv", "sep=;\nid;n\na;1\nb;2\n", ("remove", 0), "sep=;\nid;n\nb;2\n"),
        ("f.csv", 'id,n\na,"1\n2"\nb,3', ("copy", 0, 1), 'id,n\na,"1\n2"\nb,3\na,"1\n2"'),
        ("f.tsv", "id\tn\na\t1\n\t\nb\t2\n", ("move", 0, 1), "id\tn\nb\t2\n\t\na\t1\n"),
    ],
)
def test_pieces_stand_as_others_do(path, before, act, after):
    assert arranged(path, before.encode(), act)[0].decode() == after


@pytest.mark.parametrize(
    ("text", "act", "said"),
    [
        ("cards: [{id: a}, # one\n {id: b}]\n", ("move", 0, 1), "its list is unusual"),
        ("cards:\n- id: a\n", ("remove", 0), "other values would change"),
        ("cards:\n- id: &x a\n- id: *x\n", ("move", 0, 1), "has no anchor"),
        ("cards:\n- id: &x a\n- id: &x b\n- id: *x\n", ("move", 0, 1), "other values"),
    ],
)
def test_what_would_change_more_is_refused(text, act, said):
    with pytest.raises(SourceError, match=said.replace("*", r"\*")):
        arranged("f.yaml", text.encode(), act)


# Decks as anybody may write them

ENTRIES = st.sampled_from(
    [
        "- id: {id}\n  title: One",
        "- {{id: {id}, title: 'a # b'}}  # behind",
        "-\n    id: {id}\n    # inside",
        "- id: {id}\n  text: |\n    # text\n\n    more",
        "- title: >-\n    folded\n    text\n  id: {id}\n    # deeper",
        "- &n{id}\n  id: {id}\n  list:\n  - x\n  - y",
    ]
)
GAPS = st.sampled_from(["", "\n", "\n\n", "\n# alone\n\n", "# above\n", "\n# above\n# two\n"])


@st.composite
def yaml_decks(draw):
    parts = [draw(st.sampled_from(["cards:\n", "# top\ndefaults: {a: 1}\ncards: # all\n"]))]
    indent = draw(st.sampled_from(["", "  "]))
    for number in range(draw(st.integers(1, 6))):
        text = draw(GAPS) + draw(ENTRIES).format(id=f"c{number}") + "\n"
        parts += [f"{indent}{line}\n" if line else "\n" for line in text.split("\n")[:-1]]
    text = "".join(parts) + draw(st.sampled_from(["", "\n", "last: 1\n", "# end\n"]))
    text = text.rstrip("\n") if draw(st.booleans()) else text
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return (mark + text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))).encode()


@st.composite
def csv_decks(draw):
    delimiter, newline = draw(st.sampled_from(",;")), draw(st.sampled_from(["\n", "\r\n"]))
    cell = st.sampled_from(["", "x", "#1", '"a,b;c"', '"two\nlines"', '"say ""hi"""', " y "])
    lines = [delimiter.join(["id", "title", "text"])]
    for number in range(draw(st.integers(1, 6))):
        lines += draw(st.sampled_from([[], [""], [delimiter * 2]]))
        lines.append(delimiter.join([f"c{number}", draw(cell), draw(cell)]))
    text = newline.join(lines) + draw(st.sampled_from(["", newline, newline * 2]))
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return (mark + text).encode(draw(st.sampled_from(["utf-8", "utf-16"])) if mark else "utf-8")


@pytest.mark.parametrize(
    ("path", "decks"), [("f.yaml", yaml_decks()), ("f.csv", csv_decks())], ids=["yaml", "csv"]
)
@examples(60)
@given(draw=st.data())
def test_any_deck_is_put_in_another_order_and_back(path, decks, draw):
    data = draw.draw(decks)
    act, changed = assert_arranged(path, data, draw)
    if act[0] == "remove":
        assert changed.count(b"# alone") == data.count(b"# alone")
