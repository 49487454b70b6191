"""A file parsed again in part equals the file parsed as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.core.errors import SourceError
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.regrow import regrow
from cardgen.source.yaml import load_yaml

BASE = """\
# a deck
defaults: {type: hero}
cards:
  - id: anna
    title: "Anna, the
      first"
    text: |
      One
      - two
  # between
  - id: bert
    tags: [a, b]
    steps:
      - one
      - two
  - {id: cleo, title: 'it''s'}
  -
    id: dora
    text: >
      folded
      text

  - id: emil
"""
LINES = BASE.split("\n")
BITS = [
    "",
    " ",
    "x",
    "-",
    "- ",
    ":",
    '"',
    "'",
    "#",
    "[",
    "]",
    "{",
    "|",
    ">",
    "\n",
    "\n  - id: new",
    "\n    more: 1",
    "\nend: 1",
    "---\n",
    "...\n",
    "&a b",
    "*a",
    "a & b",
    "**bold**",
    "  - id: x\n",
    "id: ",
    "é",
]


def tree(node: YamlNode):
    inner = node.value
    if node.kind == "list":
        inner = [tree(one) for one in node.value]
    elif node.kind == "map":
        inner = {key: tree(one) for key, one in node.value.items()}
    keys = node.keys and {key: tree(one) for key, one in node.keys.items()}
    place = (node.line, node.column, node.length)
    return (node.kind, place, node.raw, node.style, node.source, inner, keys)


def parsed(text: str) -> YamlNode | None:
    try:
        return load_yaml(SourceFile("deck.yaml", text))
    except SourceError:
        return None


def again(before: str, after: str) -> YamlNode | None:
    root = parsed(before)
    assert root is not None
    return regrow(SourceFile("deck.yaml", after), root, "cards")


@settings(max_examples=400, deadline=None)
@given(
    start=st.integers(0, len(BASE)),
    length=st.integers(0, 40),
    bits=st.lists(st.sampled_from(BITS), max_size=3),
)
def test_any_edit_gives_the_same_tree_or_none(start, length, bits):
    after = BASE[:start] + "".join(bits) + BASE[start + length :]
    made = again(BASE, after)
    whole = parsed(after)
    if made is not None:
        assert whole is not None
        assert tree(made) == tree(whole)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 22), st.sampled_from(LINES)), min_size=1, max_size=8))
def test_many_edits_in_a_row(edits):
    text = BASE
    root = parsed(text)
    for line, new in edits:
        lines = text.split("\n")
        lines[min(line, len(lines) - 1)] = new
        text = "\n".join(lines)
        whole = parsed(text)
        made = regrow(SourceFile("deck.yaml", text), root, "cards") if root else None
        if made is not None:
            assert whole is not None
            assert tree(made) == tree(whole)
        root = made if made is not None else whole


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[a, b]", "[a, b, c]"),
        ("- two\n  # between", "- two\n      - three\n  # between"),
        ("'it''s'", "'it''s not'"),
        ("folded", "much\n      folded"),
        ("  - {id: cleo, title: 'it''s'}\n", ""),
        ("  - id: emil\n", "  - id: emil\n  - id: fay\n"),
    ],
)
def test_usual_edits_are_regrown(old, new):
    assert old in BASE
    after = BASE.replace(old, new, 1)
    made = again(BASE, after)
    assert made is not None
    assert tree(made) == tree(parsed(after))


def test_nodes_of_other_entries_stay_the_same_objects():
    root = parsed(BASE)
    before = list(root.value["cards"].value)
    after = BASE.replace("[a, b]", "[a]\n    more: 1", 1)
    made = regrow(SourceFile("deck.yaml", after), root, "cards")
    now = made.value["cards"].value
    assert [one is two for one, two in zip(before, now, strict=True)] == [
        True,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize(
    "after",
    [
        BASE.replace("defaults", "default"),  # in front of the list
        BASE.replace("[a, b]", "[a, b"),
        BASE.replace("'it''s'", "*anchor"),
        BASE + "end: 1\n",
    ],
)
def test_what_reaches_further_is_left_to_the_parser(after):
    assert again(BASE, after) is None


def test_anchors_are_left_to_the_parser():
    shared = BASE.replace("[a, b]", "&tags [a, b]") + "    tags: *tags\n"
    assert again(shared, shared.replace("[a, b]", "[a]")) is None
