"""Values of YAML files that are changed one at a time, and what stays as it is."""

import math
from collections import Counter
from pathlib import Path

import pytest
from breadth import GAMES, examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from cardgen.core.diagnostics import SourceError
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import GONE, Edit, Patch, Patcher
from cardgen.source.editing.scalars import Word
from cardgen.source.editing.written import parse, value_at
from cardgen.source.files import decode
from cardgen.source.yaml import load_yaml, resolve

FOLDER = Path(__file__).parents[2] / "card_data"


def edited(path, data, edits):
    return EditedFile(path, data).apply_edits(edits)


def change(text, path, value, order=()):
    made = edited("f.yaml", text.encode(), [Edit(tuple(path), value, order)])
    return made.decode()


def read(data):
    return load_yaml(
        decode("f.yaml", data if isinstance(data, bytes) else data.encode())
    ).to_python()


# In the author's style


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("a: Anna  # she\n", "Bert", "a: Bert  # she\n"),
        ('a: "Anna"\n', "Bert", 'a: "Bert"\n'),
        ("a: 'it''s'\n", "it's me", "a: 'it''s me'\n"),
        ("a: Anna\n", "Anna: one", 'a: "Anna: one"\n'),
        ("a: Anna\nb: 'x'\n", "Anna: one", "a: 'Anna: one'\nb: 'x'\n"),
        ("a: Anna\n", 'say "hi": x', "a: 'say \"hi\": x'\n"),
        ("a: Anna\n", "no", "a: no\n"),
        ("a: Anna\n", "12", 'a: "12"\n'),
        ("a: Anna\n", Word("12"), "a: 12\n"),
        ("a: Anna\n", "null", 'a: "null"\n'),
        ("a: Anna\n", Word("null"), 'a: "null"\n'),
        ("a: Anna\n", "", 'a: ""\n'),
        ("a: Anna\n", "{medic} heals", 'a: "{medic} heals"\n'),
        ("a: Anna\n", "two\nlines", 'a: "two\\nlines"\n'),
        ("a: 3 # three\n", 4, "a: 4 # three\n"),
        ("a: false\n", True, "a: true\n"),
        ("a:\nb: 1\n", "x", "a: x\nb: 1\n"),
        ("a:  # nothing yet\nb: 1\n", "x", "a: x  # nothing yet\nb: 1\n"),
        ("a: &here x\n", "y", "a: &here y\n"),
        ('a: "one\\u00a0two"\n', "one\u00a0three", 'a: "one\\u00a0three"\n'),
        ('a: "one"\n', "one\u00a0two", 'a: "one\\u00a0two"\n'),
        ("a: one\u00a0two\n", "one\u00a0three", "a: one\u00a0three\n"),
        ("a: one\n  two\n  three\n", "one two four", "a: one\n  two\n  four\n"),
        ('a: "one\n  two\n  three"\n', "one too three", 'a: "one\n  too\n  three"\n'),
        ("a: |  # so\n  one\n\n  two\nb: 1\n", "one\ntwo\n", "a: |  # so\n  one\n  two\nb: 1\n"),
        ("a: |\n  one\nb: 1\n", "one", "a: |-\n  one\nb: 1\n"),
        ("a: >-\n  one\n  two\n\n  three\n", "one two\nfour", "a: >-\n  one\n  two\n\n  four\n"),
        ("a: >-\n  one\n  two\n", "one three\n", "a: >\n  one three\n"),
        ("a: |+\n  one\n\n\nb: 1\n", "two\n\n\n", "a: |+\n  two\n\n\nb: 1\n"),
        ("a: [x]\n", ["x", "y"], "a: [x, y]\n"),
        ("a: [x, y, z]\n", ["x", "z"], "a: [x, z]\n"),
        ("a: [x]\n", [], "a: []\n"),
        ("a: []\n", ["x", "y"], "a: [x, y]\n"),
        ("a: [ x, y ]\n", ["w", "x", "y"], "a: [ w, x, y ]\n"),
        ("a: [\n  x,\n  y,\n]\n", ["x", "y", "z"], "a: [\n  x,\n  y,\n  z,\n]\n"),
        ("a:\n  - x # one\n  # then\n  - y\n", ["x", "z"], "a:\n  - x # one\n  # then\n  - z\n"),
        ("a:\n- x\n- y\n", ["x", "w", "y", "z"], "a:\n- x\n- w\n- y\n- z\n"),
        ("a:\n  - x\n  - y\nb: 1\n", ["y"], "a:\n  - y\nb: 1\n"),
        ("a:\n  - x\nb: 1\n", [], "a: []\nb: 1\n"),
        ("a:\n  - x\nb: 1\n", "z", "a: z\nb: 1\n"),
        ("a: x\n", ["y, z", "w"], 'a: ["y, z", w]\n'),
        ("a: x\n", {"k": "v", "n": 2}, "a: {k: v, n: 2}\n"),
        ("a: {k: v, m: 1}\n", {"k": "w", "m": 1}, "a: {k: w, m: 1}\n"),
        ("a: {k: v}\n", {"k": "v", "m": 1}, "a: {k: v, m: 1}\n"),
        ("a: {k: v, m: 1}\n", {"m": 1}, "a: {m: 1}\n"),
        ("a:\n  k: v # key\n  m: 1\n", {"k": "w", "m": 1}, "a:\n  k: w # key\n  m: 1\n"),
    ],
)  # fmt: skip
def test_a_value_is_written_as_the_old_one_was(before, value, after):
    assert change(before, ["a"], value) == after


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        ("a: 1\n", ["b"], "x", "a: 1\nb: x\n"),
        ("a: 1", ["b"], "x", "a: 1\nb: x"),
        ("a: 1 # one\n\n# the end\n", ["b"], "x", "a: 1 # one\nb: x\n\n# the end\n"),
        ("a: {k: 1}\n", ["a", "m"], "x", "a: {k: 1, m: x}\n"),
        ("a: {}\n", ["a", "m"], "x", "a: {m: x}\n"),
        ("- t: |\n    one\n\n- id: b\n", [0, "u"], 2, "- t: |\n    one\n  u: 2\n\n- id: b\n"),
        ("- id: a\n  t: x\n- id: b\n", [1, "t"], "y", "- id: a\n  t: x\n- id: b\n  t: y\n"),
        ("a: 1\nb: 2\n", ["a"], GONE, "b: 2\n"),
        ("a: 1\nb: 2 # two\n# end\n", ["b"], GONE, "a: 1\n# end\n"),
        ("- id: a\n  t: x\n", [0, "id"], GONE, "- t: x\n"),
        ("- id: a\n", [0, "id"], GONE, "- {}\n"),
        ("a: {k: 1, m: 2}\n", ["a", "k"], GONE, "a: {m: 2}\n"),
        ("a: {k: 1, m: 2}\n", ["a", "m"], GONE, "a: {k: 1}\n"),
        ("a:\n  k: 1\nb: 2\n", ["a", "k"], GONE, "a: {}\nb: 2\n"),
        ("a: 1\n", ["b"], GONE, "a: 1\n"),
        ("- - x\n  - y\n", [0, 0], GONE, "- - y\n"),
        ("a: &x {k: 1}\n", ["a", "k"], 2, "a: &x {k: 2}\n"),  # no alias uses this anchor
    ],
)  # fmt: skip
def test_keys_and_items_come_and_go(before, path, value, after):
    assert change(before, path, value) == after


def test_a_new_key_takes_its_place_in_the_order():
    text = "id: a\ntitle: A\ntext: x\n"
    order = ("id", "type", "title", "copies", "text")
    assert change(text, ["copies"], 2, order) == "id: a\ntitle: A\ncopies: 2\ntext: x\n"
    assert change(text, ["type"], "t", order) == "id: a\ntype: t\ntitle: A\ntext: x\n"


def test_line_breaks_and_the_byte_order_mark_stay():
    data = b"\xef\xbb\xbfa: 1\r\nb: |\r\n  one\r\n  two\r\nc: 3\r\n"
    made = edited("f.yaml", data, [Edit(("b",), "one\nthree\nfour\n"), Edit(("d",), 4)])
    assert made == (b"\xef\xbb\xbfa: 1\r\nb: |\r\n  one\r\n  three\r\n  four\r\nc: 3\r\nd: 4\r\n")


def test_a_folded_text_is_wrapped_as_its_author_wraps():
    line = "a word and another word and one more and so on"
    text = f"a: >-\n  {line}\n  {line}\nb: 1\n"
    more = f"{line} {line} {'further ' * 7} further further"
    made = change(text, ["a"], more)
    six = " ".join(["further"] * 6)  # two spaces are not divided: a line has none at its end
    lines = (line, f"{line} further", f"{six}  further", "further")
    assert made.splitlines() == ["a: >-", *(f"  {part}" for part in lines), "b: 1"]
    assert read(made) == {"a": more, "b": 1}
    assert change(made, ["a"], f"{line} {line}") == text


def test_many_edits_at_once():
    text = "cards:\n" + "".join(f"  - {{id: c{n}}}\n" for n in range(50))
    edits = [Edit(("cards", n, "copies"), n) for n in range(50)]
    edits += [Edit(("cards", n, "text"), "x") for n in range(0, 50, 7)]
    made = edited("f.yaml", text.encode(), edits).decode()
    assert made.count("copies") == 50
    assert "{id: c7, copies: 7, text: x}" in made


# Refused


@pytest.mark.parametrize(
    ("text", "path", "says", "place"),
    [
        ("a: &x [1]\nbc: *x\n", ["bc"], "this repeats another value: `*x`", (2, 5)),
        ("a: &x [1]\nb: *x\n", ["b", 0], "this repeats another value: `*x`", (2, 4)),
        ("a: &x [1]\nb: *x\n", ["a"], "other places repeat this value as `*x`", (1, 4)),
        ("a: &x [1]\nb: *x\n", ["a", 0], "other places repeat this value as `*x`", (1, 4)),
        ("a: 1\n", ["b", "c"], "nothing to put it into", (1, 1)),
        ("# one\n\na: 1\n", ["a", 3], "nothing to put it into", (3, 4)),
        ("a: [1]\n", ["a", 3], "the list is shorter", (1, 4)),
    ],
)
def test_what_cannot_be_changed_alone_is_refused(text, path, says, place):
    with pytest.raises(SourceError) as refused:
        change(text, path, 5)
    [found] = refused.value.diagnostics
    assert says in found.message
    assert found.hints
    assert (found.location.path, found.location.line, found.location.column) == ("f.yaml", *place)


@pytest.mark.parametrize(
    ("slip", "says"),
    [("a: 1\nb: 3\n", "other values would change as well"), ("a: [", "while parsing")],
)
def test_a_slip_of_the_editor_changes_nothing(monkeypatch, slip, says):
    text = "a: 1\nb: 2\n"
    slipped = [Patch(0, len(text), slip)]
    monkeypatch.setattr(Patcher, "patches", lambda *_: slipped)
    with pytest.raises(SourceError) as refused:
        change(text, ["b"], 5)
    [found] = refused.value.diagnostics
    assert says in found.message
    assert (found.location.path, found.location.line, found.location.column) == ("f.yaml", 2, 4)


# Whatever the file, whatever the value

PRINTABLE = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff\ufeff")
TEXTS = st.one_of(
    st.text(PRINTABLE, max_size=12),
    st.text("ab :#,'\"[]{}\\\n-&*|>é", max_size=14),
    st.sampled_from(["", "x", "no", "1", "~", "- a", "a: b", "**b** {icon:sun}", "x\ny\n", "a  b"]),
)
SCALARS = st.one_of(
    TEXTS,
    st.booleans(),
    st.integers(-1000, 1000),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("klmn"), inner, max_size=3)
    ),
    max_leaves=5,
)
PLAIN = st.sampled_from(["one", "two words", "3", "4.50", "true", "a-b", "x's"])


def pick(draw, *words):
    return draw(st.sampled_from(words))


@st.composite
def scalar_text(draw, indent, flow):
    style = pick(draw, "plain", "single", "double", "none", *([] if flow else ["|", ">", "fold"]))
    said = st.sampled_from(["one", "two", "it's", 'say "so"', "{icon}"])
    words = draw(st.lists(said, min_size=1, max_size=4))
    pad = "\n" + " " * (indent + 2)
    match style:
        case "plain":
            return draw(PLAIN)
        case "single":
            return "'" + " ".join(words).replace("'", "''") + "'"
        case "double":
            return '"' + " ".join(words).replace('"', '\\"') + '\\u00a0"'
        case "fold":
            return '"' + pad.join(words).replace('"', '\\"') + '"'
        case "none":
            return "~" if flow else ""
    header = style + pick(draw, "", "-", "+") + pick(draw, "", "  # note")
    gap = pick(draw, pad, "\n" + pad)
    return header + pad + gap.join(words)


@st.composite
def value_text(draw, indent, depth, flow=False):
    inner = ["map", "list", "flow map", "flow list"] if depth else []
    kind = pick(draw, *["scalar"] * 3, *inner)
    if flow and kind in ("map", "list"):
        kind = f"flow {kind}"
    if kind == "scalar":
        return " " + draw(scalar_text(indent, flow))
    count = draw(st.integers(1, 3))
    if kind.startswith("flow"):
        inner = [draw(value_text(indent, depth - 1, True)).strip() for _ in range(count)]
        if kind == "flow map":
            inner = [f"{name}: {said}" for name, said in zip("klm", inner, strict=False)]
        space = pick(draw, "", " ")
        opener, closer = "{}" if kind == "flow map" else "[]"
        return f" {opener}{space}{', '.join(inner)}{space}{closer}"
    lines = []
    for name in "klm"[:count]:
        if draw(st.booleans()):
            lines.append(pick(draw, "", " " * indent + "# a remark"))
        head = f"{name}:" if kind == "map" else "-"
        end = pick(draw, "", "", "  # why")
        said = draw(value_text(indent + 2, depth - 1))
        lines.append(" " * indent + head + said + (end if "\n" not in said else ""))
    return "\n" + "\n".join(lines)


@st.composite
def documents(draw):
    text = draw(value_text(0, 3)).lstrip("\n") + pick(draw, "", "\n", "\n\n# end\n")
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return text


def paths(value, at=()):
    if isinstance(value, dict | list):
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*at, name)
            yield from paths(one, (*at, name))


def replaced(value, path, new):
    if not path:
        return new
    copy = value.copy()
    first, *rest = path
    if not rest and new is GONE:
        del copy[first]
    else:
        old = copy.get(first) if isinstance(copy, dict) else copy[first]
        copy[first] = replaced(old, rest, new)
    return copy


def typed(value):
    if isinstance(value, dict):
        return {name: typed(one) for name, one in value.items()}
    if isinstance(value, list):
        return [typed(one) for one in value]
    return (type(value).__name__, value)


@examples(150, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_just_that_value_changes(data):
    text = data.draw(documents())
    try:
        before = read(text)
    except SourceError:
        return
    known = list(paths(before))
    if not known:
        return
    path = data.draw(st.sampled_from(known))
    value = data.draw(st.one_of(VALUES, st.just(GONE)))
    if isinstance(path[-1], str) and value is not GONE and data.draw(st.booleans()):
        path = (*path[:-1], "new")
    try:
        made = edited("f.yaml", text.encode(), [Edit(path, value)]).decode()
    except SourceError:  # what ends a block may be the next line, or there may be none
        assert "+" in text or not text.endswith("\n")
        return
    assert typed(read(made)) == typed(replaced(before, path, value))
    around = value_at(parse(text), path[:-1])
    is_last = value is GONE and len(list(around.inner())) == 1  # what is around it becomes empty
    outside(text, made, path[:-1] if is_last else path)


def outside(text, made, path):
    """Lines beyond those of the value, and of what stands beside it in brackets, are the same."""
    root = parse(text)
    place = value_at(root, path) or value_at(root, path[:-1])
    for length in range(len(path)):
        around = value_at(root, path[:length])
        if around.flow:
            place = around
            break
    else:
        place = value_at(root, path[:-1]) if value_at(root, path) is None else place
    first = text.count("\n", 0, place.start)
    lines, new = text.splitlines(True), made.splitlines(True)
    above = max(first - 2, 0)
    assert new[:above] == lines[:above]
    below = text.count("\n", 0, place.end) + 2
    rest = lines[below:]
    assert not rest or new[-len(rest) :] == rest


# The five games


def scalars(node, at=()):
    if node.kind == "scalar":
        yield at, node
    elif node.kind == "list":
        for n, item in enumerate(node.items):
            yield from scalars(item, (*at, n))
    elif node.kind == "map":
        for key, value in node.entries:
            yield from scalars(value, (*at, key.raw))


def another(node):
    value = resolve(node.raw) if not node.style and node.raw else node.raw
    if isinstance(value, bool):
        return not value, value
    if isinstance(value, int | float) and math.isfinite(value):
        return value + 1, value
    tail = node.raw[len(node.raw.rstrip("\n")) :]
    return node.raw[: len(node.raw) - len(tail)] + " and more" + tail, node.raw


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_game_can_be_changed_and_changed_back(game):
    for file in sorted((FOLDER / game).rglob("*.yaml")):
        assert_values_can_be_changed(file.read_bytes())


def assert_values_can_be_changed(data):
    root = parse(data.decode())
    places = {at: node for at, node in scalars(root) if at}
    used = {one.anchor for one in walk(root) if one.kind == "alias"}
    shared = {at for at in places if not alone(root, at, used)}
    count = Counter()  # one value of each list and mapping at a time, so that many go at once
    rounds = {at: (len(at), count.update([at[:-1]]) or count[at[:-1]]) for at in places}
    free = sorted(places.keys() - shared, key=rounds.__getitem__)
    there, back = ([Edit(at, another(places[at])[way]) for at in free] for way in (0, 1))
    changed = edited("f.yaml", data, there)
    assert len(changed) > len(data)
    assert edited("f.yaml", changed, back) == data


def alone(root, path, used):
    """Whether no anchor that is used stands on the way to a value."""
    return not any(value_at(root, path[:n]).anchor in used for n in range(len(path) + 1))


def walk(one):
    yield one
    for inner in one.inner():
        yield from walk(inner)
