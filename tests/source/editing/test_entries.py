"""Cards that are moved, copied and taken out as a whole, and what stays as it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardgen.core.diagnostics import SourceError
from cardgen.features.exchange.export import FORMATS
from cardgen.features.exchange.rows import deck_rows
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.source.editing.patching import EditedFile
from cardgen.source.files import Project, decode
from cardgen.source.tables.reading import read_table
from cardgen.source.yaml import load_yaml

ROOT = Path(__file__).parents[3]


def exported():
    """All decks of all games, as they are and as `cardgen export` writes them."""
    found = []
    for path in sorted((ROOT / "card_data").glob("*/decks/*.yaml")):
        found.append((f"{path.parts[-3]}-{path.stem}.yaml", path.read_bytes()))
    project = Project(ROOT)
    for name in sorted({path.parts[-3] for path in (ROOT / "card_data").glob("*/decks/*.yaml")}):
        read = ReadDecks()
        (game,) = load_project(ROOT, (name,), read).games
        for deck in decks_of(game):
            rows = deck_rows(deck, game, read, project)
            for form in ("csv", "json"):
                found.append((f"{name}-{deck.id}.{form}", FORMATS[form](rows)))
    return found


DECKS = exported()


def cards(path, data):
    """What the reader of the build finds, card by card."""
    if path.endswith(".yaml"):
        return load_yaml(decode(path, data)).plain()["cards"]
    return read_table(path, data).tree.plain()["cards"]


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
    return EditedFile(path, data).arranged(lambda entries: getattr(entries, name)(*where))


def pieces(path, data):
    """The characters of each card, without what stands between."""
    file = EditedFile(path, data)
    (listed,) = (value for key, value in file.root.entries if key.raw == "cards")
    return [file.text[one.start : one.end] for one in listed.items]


@pytest.mark.parametrize(("path", "data"), DECKS, ids=[name for name, _ in DECKS])
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(draw=st.data())
def test_a_deck_of_a_game_is_read_again_as_it_was_with_one_card_elsewhere(path, data, draw):
    before = cards(path, data)
    act = draw.draw(acts(len(before)))
    assume(act[0] != "remove" or len(before) > 1)
    made, order = arranged(path, data, act)
    assert order == applied(range(len(before)), act)
    assert cards(path, made) == [before[n] for n in order]
    assert pieces(path, made) == [pieces(path, data)[n] for n in order]
    if act[0] == "move":
        assert Counter(made.splitlines()) == Counter(data.splitlines())
        back, _ = arranged(path, made, ("move", act[2], act[1]))
        assert back == data
    elif act[0] == "copy":
        back, _ = arranged(path, made, ("remove", act[2] + 1))
        assert back == data


@pytest.mark.parametrize(("path", "data"), DECKS[::3], ids=[name for name, _ in DECKS[::3]])
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(draw=st.data())
def test_twenty_operations_one_after_the_other(path, data, draw):
    said, text = cards(path, data), pieces(path, data)
    for _ in range(20):
        act = draw.draw(acts(len(said)))
        if act[0] == "remove" and len(said) == 1:
            continue
        data, _ = arranged(path, data, act)
        said, text = applied(said, act), applied(text, act)
    assert cards(path, data) == said
    assert pieces(path, data) == text


YAML = """\
# A deck.
cards:  # all of them
  # Of Anna,
  # in two lines.
  - id: anna
    title: Anna
    # a note on Anna

  # A section by itself.

  - id: bert
    text: |
      # no comment

  - {id: cleo}   # behind

after: 1
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    ("act", "after"),
    [
        (
            ("move", 0, 1),
            """\
# A deck.
cards:  # all of them
  - id: bert
    text: |
      # no comment

  # A section by itself.

  # Of Anna,
  # in two lines.
  - id: anna
    title: Anna
    # a note on Anna

  - {id: cleo}   # behind

after: 1
""",
        ),
        (
            ("copy", 0, 1),
            """\
# A deck.
cards:  # all of them
  # Of Anna,
  # in two lines.
  - id: anna
    title: Anna
    # a note on Anna

  # A section by itself.

  - id: bert
    text: |
      # no comment

  - id: anna
    title: Anna
    # a note on Anna

  - {id: cleo}   # behind

after: 1
""",
        ),
        (
            ("remove", 0),
            """\
# A deck.
cards:  # all of them

  # A section by itself.

  - id: bert
    text: |
      # no comment

  - {id: cleo}   # behind

after: 1
""",
        ),
        (
            ("remove", 2),
            """\
# A deck.
cards:  # all of them
  # Of Anna,
  # in two lines.
  - id: anna
    title: Anna
    # a note on Anna

  # A section by itself.

  - id: bert
    text: |
      # no comment

after: 1
""",
        ),
    ],
)
def test_comments_above_a_card_go_with_it_and_others_stay(act, after, newline, mark):
    data = (mark + YAML.replace("\n", newline)).encode()
    made, _ = arranged("f.yaml", data, act)
    assert made == (mark + after.replace("\n", newline)).encode()


@pytest.mark.parametrize(
    ("path", "before", "act", "after"),
    [
        ("f.yaml", "cards:\n- id: a\n- id: b", ("move", 0, 1), "cards:\n- id: b\n- id: a"),
        ("f.yaml", "cards:\n- id: a\n- id: b", ("remove", 1), "cards:\n- id: a"),
        ("f.yaml", "cards:\n- id: a", ("copy", 0, 0), "cards:\n- id: a\n- id: a"),
        ("f.yaml", "cards: [{id: a}, {id: b}]\n", ("move", 1, 0), "cards: [{id: b}, {id: a}]\n"),
        ("f.yaml", "cards: [{id: a}]\n", ("copy", 0, 0), "cards: [{id: a}, {id: a}]\n"),
        (
            "f.yaml",
            "cards: [\n  {id: a},\n  {id: b},\n]\n",
            ("remove", 1),
            "cards: [\n  {id: a},\n]\n",
        ),
        ("f.yaml", "cards:\n-\n  id: a\n-\n  id: b\n", ("remove", 0), "cards:\n-\n  id: b\n"),
        ("f.json", '[{"id":"a"},{"id":"b"}]', ("move", 0, 1), '[{"id":"b"},{"id":"a"}]'),
        (
            "f.json",
            '{"cards": [\n\t{"id": "a"}\n]}',
            ("copy", 0, 0),
            '{"cards": [\n\t{"id": "a"},\n\t{"id": "a"}\n]}',
        ),
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
