import json
import re

import pytest
import yaml
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st

import cardgen.source.yaml as reader
from cardgen.core.diagnostics import SourceError
from cardgen.source.node import SourceFile
from cardgen.source.yaml import load_yaml


@pytest.fixture(params=["c", "pure"], autouse=True)
def parser(request, monkeypatch):
    if request.param == "pure":
        monkeypatch.setattr(reader, "_PARSER", yaml.SafeLoader)
    return str(request.param)


def load(text):
    return load_yaml(SourceFile("d.yaml", text))


def fault(text):
    with pytest.raises(SourceError) as caught:
        load(text)
    [found] = caught.value.diagnostics
    assert found.location.path == "d.yaml"
    assert found.hints, found
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("Yes", "Yes"),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("1:30", "1:30"),
        ("2001-12-14", "2001-12-14"),
        ("1_000", "1_000"),
        ("1.0", 1.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("-7", -7),
        ("+7", 7),
        ("-", "-"),
        ("1-2", "1-2"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("nulls", "nulls"),
        ("'7'", "7"),
        ('"a\\tb"', "a\tb"),
        ("!!str 7", "7"),
        ("! 7", "7"),
        ('!!int "7"', 7),
        ("!!float 7", 7.0),
        ("!!bool 'true'", True),
        ("!!null ''", None),
        ("-.inf", float("-inf")),
    ],
)
def test_scalars_mean_what_yaml_1_2_says(text, value):
    node = load(f"[{text}]" if text != "-" else "a: '-'")
    [item] = node.value if node.kind == "list" else node.value.values()
    assert item.value == value
    assert type(item.value) is type(value)


def test_raw_keeps_what_was_written():
    node = load("version: 1.0\ncode: 007\nanswer: no\n")
    assert [node.value[k].raw for k in ("version", "code", "answer")] == ["1.0", "007", "no"]


def test_keys_are_always_text():
    assert load("1: a\nno: b\nnull: c\n1.50: d\n").to_python() == {
        "1": "a",
        "no": "b",
        "null": "c",
        "1.50": "d",
    }


def test_positions_of_keys_and_values():
    node = load("cards:\n  - id: rail\n    skills: [a, 'bc']\n")
    card = node.value["cards"].value[0]
    assert (card.location.line, card.location.column) == (2, 5)
    assert (card.key_at("skills").line, card.key_at("skills").column) == (3, 5)
    assert card.key_at("skills").length == 6
    skill = card.value["skills"].value[1]
    assert (skill.line, skill.column, skill.length) == (3, 17, 4)
    assert card.key_at("nothing") == card.location


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a:\n\tb: 1\n", "CG102", 2, 1),
        ("a: x\n\t\nb: y\n", "CG102", 2, 1),
        ("a: [1\nb: 2\n", "CG101", 1, 4),
        ("a: {b: 1\n", "CG101", 1, 4),
        ("a: [\n", "CG101", 1, 4),
        ("a: {\n\n", "CG101", 1, 4),
        ("a: [1,\n", "CG101", 1, 4),
        ("a: 'x\nb: 2\n", "CG101", 1, 4),
        ("a: b: c\n", "CG101", 1, 5),
        ("- a\nb: 1\n", "CG101", 2, 1),
        ("a: @x\n", "CG101", 1, 4),
        ("a: {medic} saves\n", "CG101", 1, None),
        ("a: *bold* x\n", "CG101", 1, None),
        ("a: 1\nb: 2\na: 3\n", "CG104", 3, 1),
        ("a: {b: 1, b: 2}\n", "CG104", 1, 11),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "CG105", 3, 3),
        ("a: !!python/object:os.system x\n", "CG106", 1, 4),
        ("a: !thing {}\n", "CG106", 1, 4),
        ("a: !!int seven\n", "CG106", 1, 4),
        ("a: *nope\n", "CG107", 1, 4),
        ("a: &x [1, *x]\n", "CG108", 1, 11),
        ("{a: 1}: b\n", "CG111", 1, 1),
        ("[a]: b\n", "CG111", 1, 1),
        ("a: &x b\n*x : c\n", "CG111", 2, 1),
        ("a: 1\n---\nb: 2\n", "CG112", 2, 1),
        ("a: " + "9" * 5000, "CG113", 1, 4),
        ('a: "\\0"\n', "CG124", 1, 4),
        ("", "CG125", 1, 1),
        ("# only a comment\n", "CG125", 1, 1),
        ("---\n", "CG125", 1, 1),
    ],
)
def test_faults_are_located(text, code, line, column):
    found = fault(text)
    assert (found.code, found.location.line) == (code, line)
    assert column is None or found.location.column == column


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('cost: "2"# coins\n', 1, 10, "a comment needs a space"),
        ("cost: '2'#coins\n", 1, 10, "a comment needs a space"),
        ("tags: [a, b]# two\n", 1, 13, "a comment needs a space"),
        ("tags: [a,# one\n  b]\n", 1, 10, "a comment needs a space"),
        ("tags: ['a,#b', c,# one\n  b]\n", 1, 18, "a comment needs a space"),
        ("text: |# words\n  a\n", 1, 8, ""),
        ("text: >2-# words\n  a\n", 1, 10, ""),
        ("tags: [-]\n", 1, 8, "a lone `-`"),
        ("tags: [a, - , b]\n", 1, 11, ""),
        ("tags: {a: -}\n", 1, 11, "a lone `-`"),
        ("tags: [?a]\n", 1, 8, "begins with `?`"),
        ("tags: { ?a: b}\n", 1, 9, "begins with `?`"),
        ("tags: &a:b c\n", 1, 8, "the name of an anchor"),
        ("tags: &a.b [c]\n", 1, None, ""),
        ("tags: &a b\nmore: *a:c\n", 2, None, ""),
        ('text: "one\ntwo"\n', 2, 1, "must be indented"),
        ("- 'one\n\n two'\n- \"one\ntwo\"\n", 5, 1, "must be indented"),
        ('text: "one\n\ttwo"\n', 2, 1, "must be indented"),
        ("a:\n  tags: [b,\n  c]\n", 3, 3, "must be indented"),
        ("tags: {a: 1,\nb: 2}\n", 2, 1, "must be indented"),
        ("- [\n\ta]\n", 2, None, ""),
        ("text: >\n    \n  \n one\n", 4, 2, ""),
        ("text: |\n\n   \n # one\n", 4, 2, "an empty line above"),
    ],
)
def test_what_yaml_1_2_reads_otherwise_is_refused(text, line, column, words):
    found = fault(text)
    assert found.location.line == line
    assert column is None or found.location.column == column
    assert words in found.message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('tint: "#fff"', {"tint": "#fff"}),
        ('tints: ["#fff","#000", "a,#b"]', {"tints": ["#fff", "#000", "a,#b"]}),
        ("text: a,#b-]#c", {"text": "a,#b-]#c"}),
        ("tags: [a-, -b, c - d]", {"tags": ["a-", "-b", "c - d"]}),
        ("ask: [? c]", {"ask": [{"c": None}]}),
        ("ask: ?who", {"ask": "?who"}),
        ("a: &x-1_b c\nd: [*x-1_b]", {"a": "c", "d": ["c"]}),
        ('text: "one\n two\n\n  three"', {"text": "one two\nthree"}),
        ("- 'a\n\n  b'", ["a\nb"]),
        ('"one\ntwo"', "one two"),
        ("[a,\nb]", ["a", "b"]),
        ("tags: [\n  a,\n# no\n  b\n]\n", {"tags": ["a", "b"]}),
        ("a:\n- [b,\n  c]\n", {"a": [["b", "c"]]}),
        ("text: | # words\n  a\n", {"text": "a\n"}),
        ("text: |\n   \nmore: 1\n", {"text": "", "more": 1}),
        ("text: |2\n   \n  a", {"text": " \na"}),
        ("text: |\n  a\n   ", {"text": "a\n \n"}),
        ("text: |+\n  a\n  ", {"text": "a\n\n"}),
        ("text: >-\n  a\n  ", {"text": "a"}),
        ("text: a   ", {"text": "a"}),
    ],
)
def test_what_looks_alike_is_read(text, value):
    assert load(text).to_python() == value


def test_duplicate_key_names_both_places():
    assert fault("cost: 1\ncost: 2\n").notes == ("first given at d.yaml:1:1",)


@pytest.mark.parametrize("opener", ["[", "{a: ", "- ", "[{a: "])
def test_deep_nesting_is_refused(opener, parser):
    assert fault(opener * (100_000 if parser == "c" else 2_000)).code == "CG103"


def test_depth_limit_is_exact():
    assert load("[" * 64 + "1" + "]" * 64).kind == "list"
    found = fault("[" * 65 + "1" + "]" * 65)
    assert (found.code, found.location.line, found.location.column) == ("CG103", 1, 65)


def test_alias_bomb_is_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    found = fault("\n".join(lines))
    assert (found.code, found.location.line) == ("CG109", 7)


def test_aliases_repeat_a_value():
    node = load("a: &x [1, 2]\nb: *x\nc: [*x, *x]\n")
    assert node.to_python() == {"a": [1, 2], "b": [1, 2], "c": [[1, 2], [1, 2]]}
    assert node.value["b"].location.line == 1


def test_huge_scalar_is_refused(parser):
    if parser == "pure":
        pytest.skip("the same code, much slower")
    found = fault("b: 1\na: " + "x" * 1_000_001)
    assert (found.code, found.location.line, found.location.column) == ("CG110", 2, 4)


words = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), max_size=12
)
keys = st.text("abcxyz ", max_size=6)
numbers = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


@given(values)
@examples(30)
def test_json_reads_as_itself(value):
    assert load(json.dumps([value], ensure_ascii=False)).to_python() == [value]


def _reads_the_same(value):
    """Whether YAML 1.1, which the writer speaks, quotes all that 1.2 would take for numbers."""
    return not re.search(r'"[-+.]?\d', json.dumps(value))


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), values, min_size=1).filter(
        _reads_the_same
    )
)
@examples(30)
def test_block_yaml_reads_as_itself(value):
    text = yaml.safe_dump(value, allow_unicode=True, width=60)
    assert load(text).to_python() == value


@pytest.mark.parametrize(
    ("text", "find"),
    [
        ("t: some plain @text\n", "@"),
        ("t: 'it''s @ single'\n", "@"),
        ('t: "a \\"b\\" \\u00e9 @ double"\n', "@"),
        ('t: "a\\n\\tb @ double"\n', "@"),
        ("t: |\n  first line\n   second @ line\n", "@"),
        ("t: >-\n  first line\n  second\n\n  third @ line\n", "@"),
        ("t: >2-\n  @line\n", "@"),
        ("t: plain goes\n  on @here\n", "@"),
        ("t: &anchor 'x @ y'\n", "@"),
        ("t: !!str x @x\n", "@"),
        ('t: "long \\\n   folded @ double"\n', "@"),
    ],
)
def test_locate_finds_the_character_in_every_style(text, find):
    node = load(text).value["t"]
    at = node.locate(node.raw.index(find))
    line = text.split("\n")[at.line - 1]
    assert line[at.column - 1] == find


def test_locate_at_the_end_and_on_blanks():
    node = load("t: 'ab cd'\n").value["t"]
    assert node.locate(2).column == 7
    assert node.locate(5).column == 10
    assert load("t: ''\n").value["t"].locate(0).column == 5


@examples(60)
@given(st.text("ab '\"\\\n{}*:#-", min_size=1, max_size=40))
def test_locate_agrees_with_the_source_whatever_the_writer_chose(text):
    source = yaml.safe_dump({"t": text}, width=20)
    node = load(source).value["t"]
    lines = source.split("\n")
    for offset, char in enumerate(node.raw):
        if not char.isspace():
            at = node.locate(offset)
            found = lines[at.line - 1][at.column - 1]
            assert found == char or found == "\\"
