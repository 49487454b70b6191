"""Decks of other programs become games: what maps one to one comes over, the rest is listed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from cardgen.cli.main import cli
from cardgen.core.diagnostics import SourceError
from cardgen.features.scaffold.importing.foreign import (
    PerCard,
    UnsupportedError,
    color_of,
    font_of,
    value_at,
)
from cardgen.features.scaffold.importing.game import imported_game
from cardgen.features.scaffold.importing.ruby import Expressions, statements

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 100"><path d="M0 0h50v100z"/></svg>'


@pytest.fixture
def write(tmp_path):
    """Write files beside each other; the last one is imported."""

    def write(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", ".")
            path.write_text(text, encoding="utf-8")
        return imported_game(path.name, tmp_path)

    return write


def template(game):
    return game.drawn[0].template


def gaps(game):
    return [(gap.at.line, gap.what) for deck in game.decks for gap in deck.gaps if not gap.harmless]


# Squib


def deck(body, options="cards: 2"):
    return f"require 'squib'\n\nSquib::Deck.new({options}) do\n{body}\nend\n"


def test_boxes_of_squib_are_pixels_and_units(write):
    body = """
      background color: :white
      rect x: 30, y: '0.5in', width: '2cm', height: 300, fill_color: '#f00', radius: 12
      text str: 'Two & {three}', x: 60, y: 600, width: 300, height: 60, font: 'Sans Bold 9',
           align: :center, valign: :middle   # a comment
    """
    game = write(deck__rb=deck(body))
    made = template(game)
    assert '<rect x="2.54" y="12.7" width="20" height="25.4" radius="1.02" fill="#ff0000"' in made
    assert 'font="atkinson/bold" size="9" color="#000000" align="center" valign="middle"' in made
    assert '{{ "Two & {three}" }}' in made
    assert '<side background="#ffffff">' in made
    assert (game.cards, game.complete, gaps(game)) == (2, 2, [])


def test_a_table_of_squib_gives_the_cards_and_its_columns_are_fields(write):
    game = write(
        cards__csv="Name,Cost,qty\nOrc,1,3\nElf,,1\n",
        deck__rb="data = Squib.csv file: 'cards.csv'\n"
        + deck(
            "text str: data['Name'], x: 5\ntext str: data['Cost'].map { |c| \"Pay #{c}\" }",
            "cards: data['Name'].size",
        ),
    )
    rows = game.drawn[0].table.decode().splitlines()
    assert rows[0] == "id,title,copies,cost,text"
    assert rows[1] == "orc,Orc,3,1,Pay 1"
    assert "{{ card.title }}" in template(game)
    assert "{{ card.text }}" in template(game)
    assert game.complete == 2


def test_layouts_extend_each_other_and_differ_from_card_to_card(write):
    game = write(
        layout__yml="a: {x: 30, y: 30, width: 60, align: !ruby/symbol right}\n"
        "b: {extends: a, x: += 60, width: 90}\n",
        deck__rb=deck("text str: 'Hi', layout: ['a', 'b']", "cards: 2, layout: 'layout.yml'"),
    )
    made = template(game)
    assert '{% if index in [1] %}\n    <text x="2.54" y="2.54"' in made
    assert '{% if index in [2] %}\n    <text x="7.62" y="2.54"' in made
    assert 'width="7.62" height="92.71"' in made or 'align="right"' in made


def test_the_trim_is_the_bleed_of_the_card(write):
    game = write(deck__rb=deck("rect x: 37.5, y: 37.5, width: 750\nsave_pdf trim: 37.5"))
    deck_read = game.decks[0]
    assert (round(deck_read.width, 2), round(deck_read.height, 2)) == (63.5, 88.9)
    assert deck_read.bleed == pytest.approx(3.175)
    assert '<rect x="0" y="0" width="63.5"' in template(game)


def test_loops_over_words_are_unrolled_and_ranges_choose_cards(write):
    body = '%w(Up Down).each do |key|\n  text range: 1, str: "#{key.downcase}.", x: 10\nend'
    made = template(write(deck__rb=deck(body)))
    assert made.count("{% if index in [2] %}") == 2
    assert ">up.</text>" in made
    assert ">down.</text>" in made


def test_pictures_of_squib_have_the_size_of_their_file_or_follow_a_side(write, tmp_path):
    Image.new("RGB", (60, 30), "red").save(tmp_path / "hill.png")
    body = "png file: 'hill.png', x: 30\nsvg file: 'shield.svg', width: 75, height: :scale\n"
    game = write(shield__svg=SVG, deck__rb=deck(body + "png file: ['hill.png', 'gone.png']"))
    made = template(game)
    assert (
        '<image src="art/hill.png" x="2.54" y="0" fit="stretch" width="5.08" height="2.54"' in made
    )
    assert '<icon name="shield" x="0" y="0" width="6.35" height="12.7"/>' in made
    assert set(game.drawn[0].pictures) == {"art/hill.png", "icons/shield.svg"}
    assert [what.partition(":")[0] for _, what in gaps(game)] == ["picture `gone.png`"]
    assert game.complete == 1


def test_what_would_have_to_be_run_is_listed_with_its_line(write):
    body = "x = Time.now\ntext str: x\nif rand > 1\n  rect\nend\nstar n: 5\nbuild(:pdf) do\nend"
    game = write(deck__rb=deck(body, "cards: 1"))
    assert [line for line, _ in gaps(game)] == [4, 5, 6, 9]
    assert "`Time` would have to be run" in gaps(game)[0][1]
    assert game.complete == 0
    assert "<rect" not in template(game)


def test_only_the_cards_that_lack_something_are_incomplete(write):
    game = write(deck__rb=deck("text range: 0, str: 'a', mask: :red\ntext str: 'b'"))
    assert (game.complete, gaps(game)) == (1, [(4, "option `mask` of `text` has no counterpart")])


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("'it''s'[0]", UnsupportedError),
        ('"a#{1 + 2 * 3}\\n\\u2660"', "a7\n♠"),
        ("[1, 2.5, -3]", [1, 2.5, -3]),
        ("{ 'a' => [1], b: %w(x y) }", {"a": [1], "b": ["x", "y"]}),
        ("inches(0.5)", "0.5in"),
        ("['a', nil].map { |v| v.nil? ? nil : \"#{v}.svg\" }", ["a.svg", None]),
        ("0..2", range(3)),
        ("system('rm')", UnsupportedError),
        ("`rm`", UnsupportedError),
        ("(" * 3000, UnsupportedError),
    ],
)
def test_only_literal_ruby_has_a_value(written, value):
    if value is UnsupportedError:
        with pytest.raises((UnsupportedError, RecursionError)):
            Expressions(written, {}).whole()
    else:
        assert Expressions(written, {}).whole() == value


def test_broken_arguments_end():
    assert Expressions("x: 1, ] y: 2", {}).options() == {"x": 1}


def test_statements_know_their_lines_and_blocks():
    text = "a = [1, # one\n  2]\nb.each do |x, y|\n  c(\n   x)\nend\nd <<-EOT\n end\nEOT\ne\n  .f\n"
    found = statements(text)
    assert [(one.line, one.text) for one in found] == [
        (1, "a = [1, 2]"),
        (3, "b.each"),
        (7, "d <<-EOT"),
        (10, "e .f"),
    ]
    assert found[1].parameters == ("x", "y")
    assert [one.text for one in found[1].body] == ["c( x)"]


# nanDECK

SCRIPT = """'comment
UNIT=MM
CARDSIZE=60,90
[all]=1-{(name)}
[where]=50%,10,40%
LINK="cards.csv"
FONT=Arial, 12, BT, #ff0000
RECTANGLE=[all], 5%, 9, 90%, 20, #000000, #00ff00, 1
TEXT=[all], "[name]: [cost]", [where], 20%, left, wwtop
IMAGE=2, "[file]", 0, 0, 100%, 100%, 0, P
"""
TABLE = "name,cost,file\nOrc,1,a.png\nElf,2,b.png\n"


def test_directives_of_nandeck_become_boxes(write, tmp_path):
    Image.new("RGB", (6, 9), "red").save(tmp_path / "b.png")
    game = write(cards__csv=TABLE, deck__txt=SCRIPT)
    made = template(game)
    assert '<rect x="3" y="9" width="54" height="20" fill="#00ff00" stroke="#000000"' in made
    assert '<text font="atkinson/bold" size="12" x="30" y="10" width="24" height="18"' in made
    assert 'align="left" valign="top" color="#ff0000"' in made
    assert ">{{ card.title }}: {{ card.cost }}</text>" in made
    assert '{% if index in [2] %}\n    <image src="art/b.png"' in made
    assert (game.cards, game.complete, gaps(game)) == (2, 2, [])


def test_nandeck_counts_copies_and_lists_what_it_would_run(write):
    game = write(
        cards__csv="name,n\nOrc,3\n",
        deck__nde='LINKMULTI=n\nLINK=cards.csv\nFOR=a,1,3\nTEXT={a},"x",0,0,1,1\nNEXT\n'
        'TEXT=,"Hi",50%-1,0,1,1\nPAGE=21,29.7\nICON=1,2\nTEXT=1,"Hi",0,0,1,1\n',
    )
    assert game.decks[0].copies == ["3"]
    assert [line for line, _ in gaps(game)] == [3, 6, 8, 9]
    assert "`50%-1` would have to be computed" in gaps(game)[1][1]
    assert "<text" not in template(game)


def test_sequences_and_included_scripts(write):
    game = write(
        more__txt="[colors]=#ff0000|#00ff00\nCARDS=3\n",
        deck__txt='INCLUDE="more.txt"\nRECTANGLE=,0,0,1,1,[colors],EMPTY\n',
    )
    assert [row.split(",")[-1] for row in game.drawn[0].table.decode().splitlines()[1:]] == [
        "#ff0000",
        "#00ff00",
        "#ff0000",
    ]
    assert 'stroke="{{ card.sequence }}"' in template(game)


# decksmith


def smith(elements, **more):
    return json.dumps({"id": "canvas", "width": 635, "height": 889, "elements": elements, **more})


def test_elements_of_decksmith_become_boxes(write):
    elements = [
        {
            "id": "a",
            "type": "rectangle",
            "size": [100, 50],
            "position": [10, 20],
            "color": [255, 0, 0],
        },
        {
            "type": "circle",
            "radius": 10,
            "relative_to": ["a", "bottom-right"],
            "anchor": "center",
            "outline_color": [0, 0, 255],
        },
        {"type": "text", "text": "Pay %cost%", "position": [100, 0], "width": 300, "font_size": 20},
    ]
    game = write(deck__csv="title;cost\nOrc;1\n", deck__json=smith(elements))
    made = template(game)
    assert '<rect fill="#ff0000" width="10" height="5" x="1" y="2"/>' in made
    assert 'stroke="#0000ff" stroke-width="0.1" width="2" height="2" x="10" y="6"/>' in made
    assert 'size="5.67"' in made
    assert ">Pay {{ card.cost }}</text>" in made
    assert (game.cards, game.complete) == (1, 1)


def test_what_hangs_below_a_text_follows_it_in_a_column(write):
    below = {"relative_to": ["t", "bottom-center"], "anchor": "top-center"}
    elements = [
        {"id": "t", "type": "text", "text": "T", "position": [0, 30], "anchor": "top-center",
         "relative_to": ["canvas", "top-center"]},
        {"type": "rectangle", "size": [100, 10], "position": [0, 20], **below},
        {"id": "p", "type": "text", "text": "P", "position": [0, 50], "width": 400, **below},
        {"type": "rectangle", "size": [10, 10], "position": [5, 5], **below},
    ]  # fmt: skip
    game = write(deck__json=smith(elements))
    lines = [line.strip().partition(" ")[0] for line in template(game).splitlines()[2:-1]]
    assert lines == ["<column", "<text", "<spacer", "<rect", "<spacer", "<text", "</column>"]
    assert '<spacer height="2"/>' in template(game)
    assert len(gaps(game)) == 1


# All of them


@pytest.mark.parametrize("file", ["deck__rb", "deck__txt", "deck__json"])
def test_a_deck_without_cards_says_why(write, file):
    texts = {
        "deck__rb": "Squib::Deck.new(cards: 0) do\n  star\nend",
        "deck__txt": "LINK=gone.csv\n",
        "deck__json": '{"width": 10, "height": 1000, "elements": []}',
    }
    with pytest.raises(SourceError) as caught:
        write(**{file: texts[file]})
    assert caught.value.diagnostics[0].code == "CG718"


def test_files_outside_of_the_folder_of_the_deck_are_not_read(write, tmp_path):
    (tmp_path.parent / "secret.csv").write_text("name\nOrc\n", "utf-8")
    game = write(deck__txt="CARDS=1\nLINK=../secret.csv\nIMAGE=1,../secret.png,0,0,1,1\n")
    assert len(gaps(game)) == 2
    assert game.drawn[0].pictures == {}


@pytest.mark.parametrize(
    ("name", "font"),
    [("Courier New", "courier-prime/regular"), ("Arial Bold Italic", "atkinson/bolditalic")],
)
def test_fonts_are_the_most_alike(name, font):
    assert font_of(name) == font


def test_colours_and_values():
    assert color_of("deep_sky_blue") == "#00bfff"
    with pytest.raises(UnsupportedError):
        color_of("(0,0)(1,1) red")
    assert value_at(("a", PerCard("b", ["x", "y"])), 1) == "ay"


def test_the_game_that_is_made_passes_the_check_and_tells_what_is_missing(tmp_path, monkeypatch):
    """Texts that are too long, signs of markup and odd names are no errors."""
    monkeypatch.chdir(tmp_path)
    long = "word " * 400
    Path("cards.csv").write_text(
        f'Name,Text,#\n"{{Orc}} *",{long},1\nOrc,"two\nlines <b>bold</b>",2\nOrc,,3\n', "utf-8"
    )
    Path("deck.rb").write_text(
        "d = Squib.csv file: 'cards.csv'\n"
        + deck(
            "text str: d['Name'], width: 300, height: 40\n"
            "text str: d['Text'], y: 100, width: 300, height: 200\nstar n: 5",
            "cards: d['Name'].size",
        ),
        "utf-8",
    )
    made = CliRunner().invoke(cli, ["new", "g", "--from", "deck.rb"])
    assert made.exit_code == 0, made.output
    assert "deck.rb (Squib): 0 of 3 cards came over complete; import.md lists 1 gap" in made.stdout
    assert "deck.rb:7: warning[CG724]: not taken over: `star n: 5`" in made.stderr
    assert "deck.rb:7" in Path("g/card_data/g/import.md").read_text("utf-8")
    checked = CliRunner().invoke(cli, ["check", "--project", "g"])
    assert checked.exit_code == 0, checked.stderr
