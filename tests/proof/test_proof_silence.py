"""Nothing is squeezed, joined, cut at the trim or printed as markup without a warning."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from workshops import FILES, texts, write_files

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.side_id import SideId
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.layout.text.groups import TextSetting
from cardgen.model.formats import DEFAULT_PRINT, Limits
from cardgen.pipeline.build import check
from cardgen.pipeline.results import TextOnSide, warn_about_shrunk_texts
from cardgen.proof.runner import proof

DECK = "card_data/game/decks/heroes.yaml"
LIMITS = Limits(0.0)
WORDS = "abc def ghi jkl mno pqr stu vwx yza bcd efg hij"


def found(frame, library, code):
    return [item for item in proof(frame, LIMITS, library) if item.code == code]


@pytest.mark.parametrize(
    "tag",
    [
        '<text style="title" size="17" width="50" height="8" lines="1">{}</text>',
        '<text style="title" size="17" width="20" height="16">{}</text>',
        '<text style="title" size="17" width="50" height="8" fit="leading shrink">{}</text>',
        '<curved-text style="title" size="17" width="50" height="20" arc="40">{}</curved-text>',
        '<vertical-text style="title" size="17" width="9" height="30">{}</vertical-text>',
    ],
)
def test_every_element_tells_how_much_its_text_shrinks(lay, tag):
    warned = []
    for length in range(3, len(WORDS), 4):
        laid = lay(tag.format(WORDS[:length]))
        if laid.diagnostics:  # too long at any size
            continue
        entries = [TextOnSide(SideId("deck/card/face"), setting) for setting in laid.settings]
        size = min(text.size for text in texts(laid.frame))
        warnings = warn_about_shrunk_texts(entries, replace(DEFAULT_PRINT, uneven=0.0))
        assert bool(warnings) == (size < 17 * 0.75 - 1e-6), (length, size)
        for warning in warnings:
            assert f"`deck/card` in {size:g} pt instead of 17 pt" in warning.notes[0]
            assert "too many" in warning.notes[0]
        warned.append(bool(warnings))
    assert set(warned) == {True, False}


@given(st.lists(st.integers(24, 40), min_size=1, max_size=9), st.sampled_from([0.0, 1.0, 2.0]))
def test_a_text_much_smaller_than_most_of_its_tag_is_told(quarters, uneven):
    sizes = [quarter / 4 for quarter in quarters]
    entries = [
        TextOnSide(
            SideId(f"deck/c{number}/face"),
            TextSetting("card.xml:#2", "", "body", "", 10.0, size, 1.2, 1.2, 1),
        )
        for number, size in enumerate(sizes)
    ]
    usual = sorted(sizes)[len(sizes) // 2]
    small = [
        f"deck/c{number}/face"
        for number, size in enumerate(sizes)
        if size < 7.5 or (uneven and usual - size > uneven)
    ]
    warnings = warn_about_shrunk_texts(entries, replace(DEFAULT_PRINT, uneven=uneven))
    assert sorted(id for warning in warnings for id in warning.side_ids) == small
    assert len(warnings) <= 1


@pytest.mark.parametrize("share", [75, 0])
def test_pages_tell_it_as_cards_do_and_games_set_the_limit(tmp_path, share):
    book = "components:\n  rules: {kind: booklet, source: rules.md, cover: card.xml.j2}"
    game = FILES["card_data/game/game.yaml"].replace("components:", f"{book}", 1)
    title = f"print: {{shrink: {share}}}\ntitle: {'A long name ' * 5}"
    made = write_files(
        tmp_path,
        {
            **FILES,
            "card_data/game/game.yaml": game.replace("title: Game", title),
            "card_data/game/rules.md": "# Rules\n\nDraw a card.\n",
            "templates/game/card.xml.j2": '<side background="paper"><text style="body" size="20"'
            ' x="5" y="9" width="99" height="9" lines="1">{{ game.title }}</text></side>',
        },
    )
    deck = made.root / DECK
    deck.write_text(deck.read_text().replace("title: Anna", f"title: {'Anna ' * 9}"))
    small = [one.notes for one in check(made.root, ("game",), jobs=1) if one.code == "CG418"]
    assert len(small) == 2 * bool(share)
    for (note, *_), name in zip(
        small, ("`A long name", f"`heroes/anna` ({DECK}:2:5)"), strict=False
    ):
        assert name in note


FOREIGN = (
    '<b>|</strong>|<br>|<br/>|<span class="x">|<H1>|<icon name="square">|<!-- note|note -->|[i]'
    "|&mdash;|&#8212;|&nbsp;|**words|words**|__words__|~~words~~|{rule:hand}|{icon:square}|{square}"
    "|{br}|{{ rules.hand }}|{% if %}|[square]|[b]|[/i]|[words](https://x.org)|\\nwords"
)
PLAIN = (
    "x<b and b>3|5 * 3|a < b > c|R&D; AT&T|[sic]|[1]|{T}|{medic}|C:\\new|Name: ____|a_b|I <3 you"
    "|**|~5|{}"
)


@pytest.mark.parametrize("markup", FOREIGN.split("|"))
def test_markup_that_nothing_reads_is_told(frame_of, library, markup):
    escaped = markup.replace("&", "&amp;").replace("<", "&lt;")
    frame = frame_of(f'<text x="5" y="5" width="50" height="50">Take {escaped} now</text>')
    warnings = found(frame, library, "CG817")
    assert [bool(warning.hints[0]) for warning in warnings] == [True]


@pytest.mark.parametrize("words", PLAIN.split("|"))
def test_signs_of_plain_texts_are_no_markup(frame_of, library, words):
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    frame = frame_of(f'<text x="5" y="5" width="50" height="50">{escaped}</text>')
    assert found(frame, library, "CG817") == []


@pytest.mark.parametrize("word", ["{{fine}}", "{br}", "[b]", "**words**", "<b>"])
def test_only_a_term_may_look_like_markup(tmp_path, word):
    game = FILES["card_data/game/game.yaml"]
    deck = FILES[DECK]
    term = f'terms: {{fine: {{text: "{word}"}}}}\ncard_types:'
    warned = {}
    for name, game_text, deck_text in (
        ("term", game.replace("card_types:", term), deck.replace("{rule:hand}", "{fine}")),
        ("text", game, deck.replace("{rule:hand}", re.sub("[{}*]", r"\\\\\g<0>", word))),
    ):
        files = {"card_data/game/game.yaml": game_text, DECK: deck_text}
        root = write_files(tmp_path / name, {**FILES, **files}).root
        warned[name] = "CG817" in [one.code for one in check(root, ("game",), jobs=1)]
    assert warned == {"term": False, "text": True}


@given(st.floats(-3, 3), st.booleans(), st.sampled_from([0, 90, 180, 270]))
def test_texts_closer_than_a_word_space_are_told(gap, in_a_loop, turn):
    lay, library = test_texts_closer_than_a_word_space_are_told.tools
    two = '<text x="9" y="40">lean 5</text><text x="9" y="40">lean 7</text>'
    first, second = texts(lay(two).frame)
    # Two boxes of one tag, in a loop, have one stamp.
    stamp = first.stamp if in_a_loop else second.stamp
    second = replace(second, x=first.x + first.width + gap, stamp=stamp)
    turned = Group(Frame(Size(60, 90), [first, second]), Matrix.rotation(turn, 30, 45))
    warnings = found(Frame(Size(60, 90), [turned]), library, "CG816")
    space = library.font("atkinson/regular").shape(" ").width / 100 * 0.3528
    if abs(gap - space) > space * 0.5 and not (in_a_loop and abs(gap) < 0.02):
        assert bool(warnings) == (gap < space)


@pytest.fixture(autouse=True)
def tools(lay, library):
    test_texts_closer_than_a_word_space_are_told.tools = lay, library


@pytest.mark.parametrize(
    "texts_on_a_line",
    [
        '<text x="5" y="5" width="50">more <b>than</b> 5<sup>2</sup> and <i>less</i></text>',
        '<text x="5" y="5" width="9" height="50">more than some lines</text>',
        '<text x="5" y="5">Title</text><text x="5.3" y="5.3" color="red">Title</text>',
        '<text x="5" y="5" size="60">5</text><text x="9" y="20">behind these</text>',
        '<text x="5" y="5">above</text><text x="5" y="9">below</text>',
    ],
)
def test_texts_that_do_not_collide(frame_of, library, texts_on_a_line):
    assert found(frame_of(texts_on_a_line), library, "CG816") == []


SIDES = {"left": (0, -1), "top": (1, -1), "right": (2, 1), "bottom": (3, 1)}


@given(
    st.sampled_from(sorted(SIDES)),
    st.sampled_from([-2.0, -0.5, 0.0, 1.5, 3.0, 9.0]),
    st.sampled_from(["#ffffff", "#eeeeee", "#336699"]),
)
def test_a_bar_that_ends_at_the_trim_is_told(edge, beyond, color):
    library = test_texts_closer_than_a_word_space_are_told.tools[1]
    bar = [20.0, 20.0, 40.0, 60.0]
    index, sign = SIDES[edge]
    bar[index] = (0.0, 0.0, 60.0, 90.0)[index] + sign * beyond
    left, top, right, bottom = bar
    rect = Rect(left, top, right - left, bottom - top)
    ground = Shape(Path.rect(Rect(-3, -3, 66, 96)), Color(1, 1, 1), None, "a.xml:1:1")
    shapes = [ground, Shape(Path.rect(rect), Color.parse(color), None, "a.xml:2:1")]
    frame = Frame(Size(60, 90), shapes, Insets(3, 3, 3, 3))
    warnings = found(frame, library, "CG815")
    assert len(warnings) == (beyond == 0 and color == "#336699")
    assert all(edge in warning.message for warning in warnings)
