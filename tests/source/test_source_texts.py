"""A text without quotes is read whole, refused with the way out, or its loss is told."""

import random

import pytest

from cardgen.core.diagnostics import SourceError
from cardgen.source.node import SourceFile
from cardgen.source.yaml import load_yaml

BLOCK = "cards:\n  - id: x\n    text: {}\n    more: y\n"
FLOW = "cards:\n  - {{id: x, text: {}, more: y}}\n"
SIGNS = "ab  -\"'#:{}[],*%@?`=~\\."


def text_of(root):
    """The text, if the card still has its three keys."""
    card = root.value["cards"].value[0]
    if card.kind != "map" or list(card.value) != ["id", "text", "more"]:
        return None  # unknown keys, or a list: both are errors of the model
    node = card.value["text"]
    return node if node.kind == "scalar" else None


@pytest.mark.parametrize("form", [BLOCK, FLOW])
@pytest.mark.parametrize("count", [3_000, pytest.param(20_000, marks=pytest.mark.broad)])
def test_nothing_of_a_text_is_lost_in_silence(form, count):
    chance = random.Random(24)
    for _ in range(count):
        text = "".join(chance.choices(SIGNS, k=chance.randint(1, 10))).strip()
        if not text or (text[0] in "\"'" and text[0] == text[-1]):
            continue
        try:
            node = text_of(load_yaml(SourceFile("x.yaml", form.format(text))))
        except SourceError:
            continue
        if node is None or node.style != "plain":
            continue
        rest = node.comment
        assert text.startswith(node.raw), text
        assert text[len(node.raw) :].strip() in (rest, ","), text


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ('text: "Draw" two', "as a whole: `'\"Draw\" two'`"),
        ("text: 'Don't'", 'as a whole: `"Don\'t"`'),
        ("text: - draw", 'as a whole: `"- draw"`'),
        ("text: {lamp}: next", "put quotes round the text"),
        ("text: [two] cards", "put quotes round the text"),
        ("text: Action: draw", "put quotes round the text"),
        ("text: @home", "put quotes round the text"),
        ("text: *hm* saves", "put quotes round the text"),
        ("text: {medic} saves", "put quotes round the text"),
        ("text: 'Draw' two", "as a whole: `\"'Draw' two\"`"),
        (r"text: 'Draw' \{two\}", r"as a whole: `'''Draw'' \{two\}'`"),
    ],
)
def test_a_text_that_needs_quotes_is_told_so(line, hint):
    with pytest.raises(SourceError) as raised:
        load_yaml(SourceFile("x.yaml", f"cards:\n  - id: x\n    {line}\n"))
    assert hint in " ".join(raised.value.diagnostics[0].hints)


@pytest.mark.parametrize("text", ["{lamp}: the next", "Draw: two", '"Draw" two', "a [b] c: d"])
def test_in_braces_texts_need_quotes_round_more_signs(text):
    with pytest.raises(SourceError) as raised:
        load_yaml(SourceFile("x.yaml", FLOW.format(text)))
    assert "put quotes round a text that holds" in raised.value.diagnostics[0].hints[0]


@pytest.mark.parametrize(
    ("yaml", "comment"),
    [
        ("text: Draw #2 now", "#2 now"),
        ("text: Draw  # why", "# why"),
        ("text: #2 wins", "#2 wins"),
        ("text: Draw\n  two # why", "# why"),
        ("text: &it Draw # why", "# why"),
        ("text: !!str Draw # why", "# why"),
        ("text: &it !!str Draw\n  two # why", "# why"),
        ("text: Draw#2", ""),
        ("text: 'Draw' # why", ""),
        ("text: |\n  Draw #2", ""),
        ("# why\ntext: Draw\n# why", ""),
    ],
)
def test_the_comment_behind_a_text_is_known(yaml, comment):
    assert load_yaml(SourceFile("x.yaml", yaml + "\n")).value["text"].comment == comment
