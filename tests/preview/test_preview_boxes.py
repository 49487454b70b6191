"""Boxes of templates: the numbers that are written, and where the boxes lie on a side."""

import re
from urllib.parse import urlencode

import pytest
from bench import HERO
from breadth import DEFAULT_GAME
from five_games import ROOT

from cardgen.preview.writing import box_tags
from cardgen.template.stamps import tag_locations

API = "/api/games/test"
FACE = "templates/test/hero.xml.j2"
TEMPLATES = [
    pytest.param(
        path,
        id=str(path.relative_to(ROOT)),
        marks=() if path.relative_to(ROOT).parts[1] == DEFAULT_GAME else pytest.mark.broad,
    )
    for path in sorted((ROOT / "templates").rglob("*.xml.j2"))
]
MEASURES = ("x", "y", "right", "bottom", "width", "height")


@pytest.mark.parametrize("path", TEMPLATES)
def test_a_number_that_is_written_back_changes_just_its_bytes(path):
    text = path.read_text(encoding="utf-8")
    found = box_tags(text)
    assert len(found) == len(tag_locations(text))
    plain = [
        (number, name, one)
        for number, tag in enumerate(found)
        for name, one in tag.attributes.items()
        if one.plain and name in MEASURES
    ]
    for number, name, one in plain[:: max(len(plain) // 40, 1)]:
        head, tail = text[: one.start], text[one.end :]
        assert re.search(rf"""[\s{{}}]{name}\s*=\s*["']\Z""", head)
        assert head + one.text + tail == text
        wanted = f"{float(one.text.removesuffix('mm')) + 1.25:g}"
        again = box_tags(head + wanted + tail)
        assert [tag.name for tag in again] == [tag.name for tag in found]
        other = again[number].attributes[name]
        assert (other.text, other.plain) == (wanted, True)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ('x="3"', True),
        ("x='-3.25mm'", True),
        ('x = ".5"', True),
        ('x="{{ "a" if b else "c" }}"', False),
        ('x="3{{ a }}"', False),
        ('x="50%"', False),
        ('x="3pt"', False),
        ('x=""', False),
        ('{% if a > b %}x="3"{% endif %}', False),
        ('{% if a %}x="3"{% else %}x="4"{% endif %}', False),
        ('{# > x="9" #} x="3"', True),
        ('fill="{{ {"x": ">"}["x"] }}" x="3"', True),
        ('{% if a %}fill="red"{% endif %} x="3"', True),
    ],
)
def test_only_a_number_of_millimetres_that_always_holds_is_plain(written, plain):
    [_, tag, _] = box_tags(f"<side>\n<rect {written}/><b>b</b></side>")
    assert tag.attributes["x"].plain is plain


def test_what_a_tag_stands_in():
    text = "<side><row><text>a<b>b</b></text><rect/></row>{# </side> <i> #}<rect/></side>"
    assert [(tag.name, tag.around) for tag in box_tags(text)] == [
        ("side", 0), ("row", 1), ("text", 2), ("b", 3), ("rect", 2), ("rect", 1),
    ]  # fmt: skip


@pytest.fixture
def box(client, bench):
    def ask(path, mark, side="heroes/anna/face"):
        given = {"p": bench.print_of(side), "stamp": f"{path}:#{mark}"}
        return client.get(f"{API}/box", params=given).json()

    return ask


def test_a_box_lies_as_its_numbers_say_and_knows_its_neighbours(box):
    found = box(FACE, 2)
    assert (found["tag"], found["around"]["tag"]) == ("text", "side")
    assert found["box"] == [6, 30, 57, 70]
    assert not found["turned"]
    assert {name: one["text"] for name, one in found["numbers"].items()} == {
        "x": "6", "y": "30", "width": "51", "height": "40",
    }  # fmt: skip
    one = found["numbers"]["y"]
    assert HERO[one["start"] : one["end"]] == "30"
    assert [4, 4, 59, 16] in [[round(edge, 6) for edge in other] for other in found["others"]]


def test_offsets_count_as_a_browser_counts(bench, box):
    bench.put(FACE, HERO.replace("<side", "{# 🜁🜂 #}<side", 1))
    one = box(FACE, 2)["numbers"]["y"]
    units = bench.text(FACE).encode("utf-16-le")
    assert units[2 * one["start"] : 2 * one["end"]].decode("utf-16-le") == "30"


def test_a_box_in_a_card_on_a_board_is_not_moved_there(box):
    assert box(FACE, 2, "mat/face")["turned"]


@pytest.mark.parametrize(
    ("path", "mark"), [(FACE, 9), (FACE, "x"), ("card_data/test/rules.md", 1), ("../a.xml.j2", 1)]
)
def test_what_is_not_there_is_not_described(box, path, mark):
    assert box(path, mark) == {}


@pytest.mark.parametrize("path", TEMPLATES)
def test_elements_of_templates_are_whole(path):
    text = path.read_text(encoding="utf-8")
    for tag in box_tags(text):
        element = text[tag.start : tag.end]
        assert element.startswith(f"<{tag.name}")
        assert element.endswith((f"</{tag.name}>", "/>")), element[:80]


POWER = '<text style="body" x="6" y="75" width="20" height="6">{{ card.power }}</text>'
COPY = POWER.replace('x="6" y="75"', 'x="9" y="78"')
EDITS = [
    ("#3", "delete", "", f"  {POWER}\n", ""),
    ("#3", "copy", "", POWER, f"{POWER}\n  {COPY}"),
    ("#3", "style", "title", POWER, POWER.replace("body", "title")),
    ("#1", "style", "body", "<side ", '<side style="body" '),
    ("#1", "add", "rect;x=3;fill=red", "</side>", '<rect x="3" fill="red"/>\n</side>'),
    ("#1", "add", "text;style=body", "</side>", '<text style="body">New text</text>\n</side>'),
    (
        *("#1", "add", "text:power;x=3", "</side>"),
        '{% if card.power is not none %}<text x="3">{{ card.power }}</text>{% endif %}\n</side>',
    ),
    (
        *("#1", "add", "icon:sign;x=3", "</side>"),
        '{% if card.sign is not none %}<icon name="{{ card.sign }}" x="3"/>{% endif %}\n</side>',
    ),
]


@pytest.mark.parametrize(("tag", "act", "value", "old", "new"), EDITS)
def test_a_box_is_added_copied_removed_and_styled(client, bench, tag, act, value, old, new):
    query = urlencode({"stamp": f"{FACE}:{tag}", "act": act, "value": value})
    answer = client.get(f"{API}/box-edit?{query}").json()
    assert answer == {"text": HERO.replace(old, new), "was": HERO}


@pytest.mark.parametrize(
    ("tag", "act", "value"),
    [
        ("#9", "delete", ""),
        ("#2", "melt", ""),
        ("#1", "add", "script;x=1"),
        ("#1", "add", "text:a b"),
        ("#1", "delete", ""),
    ],
)
def test_a_box_that_is_not_written_plainly_is_left(client, bench, tag, act, value):
    crossed = HERO.replace("<side background", "{% if a %}<side {% endif %}background")
    bench.write(FACE, crossed if tag == "#1" and act == "delete" else HERO)
    query = urlencode({"stamp": f"{FACE}:{tag}", "act": act, "value": value})
    assert client.get(f"{API}/box-edit?{query}").status_code == 404
