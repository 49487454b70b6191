"""What an editor hears from `cardgen lsp` while somebody types in a small project."""

import pytest
from documents import document
from workshops import write_files

from cardgen.pipeline.build import check

GAME = "card_data/game/game.yaml"
DECK = "card_data/game/decks/heroes.yaml"
RULES = "card_data/game/rules.md"
FACE = "templates/game/hero.xml.j2"
PARTS = "templates/game/parts.xml.j2"
MAT = "templates/game/mat.xml.j2"
SHARED = "templates/shared/signs.xml.j2"
FILES = {
    GAME: document("lsp/editing_game.yaml"),
    DECK: document("lsp/editing_deck.yaml"),
    RULES: "# Rules\n\nKeep {rule:hand_size} cards. {card:heroes/anna} has a {shield}.\n",
    FACE: document("lsp/editing_face.xml.j2"),
    PARTS: document("lsp/editing_parts.xml.j2"),
    MAT: """\
<side background="paper"><card ref="heroes/anna" x="9" y="9" width="40" height="60"/></side>
""",
    SHARED: '{% macro sign() %}<text style="sign" x="1" y="1">!</text>{% endmacro %}\n',
}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return write_files(tmp_path_factory.mktemp("lsp") / "project", FILES).root


@pytest.fixture(scope="module")
def editor(language_server, root):
    made = language_server(root)
    for path in FILES:
        made.open(path)
    yield made
    assert made.close() == 0
    left = {path: (root / path).read_text("utf-8") for path in FILES}
    assert left == FILES, "what is typed is never written"


def faults(found):
    return [(one.code, one.range.start.line + 1, one.range.start.character) for one in found]


@pytest.mark.parametrize(
    ("path", "old", "new", "code", "line", "column"),
    [
        (GAME, "stops {rule:hand_size}", "stops {rule:none}", "CG207", 10, 61),  # in UTF-16
        (DECK, "Draw {rule:hand_size}", "Draw {rule:none}", "CG207", 6, 16),
        (GAME, "terms:", "words:", "CG201", 9, 0),
        (RULES, "{card:heroes/anna}", "{card:heroes/zoe}", "CG207", 3, 29),
        (FACE, 'y="30"', 'z="30"', "CG312", 7, 27),
        (FACE, "card.text", "card.txet", "CG304", 7, 65),
        (PARTS, "{% endmacro %}", "{% endmacr %}", "CG303", 4, 3),
    ],
)
def test_a_fault_is_told_while_one_types_and_is_gone_once_it_is_mended(
    editor, path, old, new, code, line, column
):
    assert faults(editor.findings(path, until=lambda found: not found)) == []
    editor.type(path, old, new)
    found = faults(editor.findings(path, until=bool))
    editor.type(path, new, old)
    assert (code, line, column) in found
    editor.findings(path, until=lambda found: not found)


def test_what_is_shut_without_saving_counts_as_saved(editor):
    editor.type(PARTS, "band(", "bond(")
    editor.findings(FACE, until=bool)
    editor.shut(PARTS)
    editor.findings(FACE, until=lambda found: not found)
    editor.open(PARTS)


@pytest.mark.parametrize(
    ("path", "words", "some"),
    [
        (FACE, "<te", {"text"}),
        (FACE, "<text ", {"style", "fit"}),
        (FACE, '<text style="', {"body", "sign"}),
        (FACE, '<rect x="4" y="20" width="5" height="5" fill="', {"red", "ink"}),
        (FACE, "{{ card.", {"card.text", "card.gear", "rules.hand_size", "terms.shield"}),
        (FACE, '{% from "', {"parts.xml.j2"}),
        (RULES, "Keep {", {"rule:hand_size", "shield", "icon:anchor", "card:heroes/bert"}),
        (DECK, "Draw {", {"rule:hand_size", "shield"}),
    ],
)
def test_words_are_completed(editor, path, words, some):
    assert some <= editor.complete(path, words).keys()
    assert editor.complete(DECK, "defaults: {") == {}, "left to the server for YAML"


def test_a_completed_word_takes_the_place_of_what_was_typed(editor):
    edit = editor.complete(FACE, "{{ card.te")["card.text"].text_edit
    assert edit.new_text == "card.text"
    assert edit.range.end.character - edit.range.start.character == len("card.te")
    assert editor.complete(FACE, 'fill="')["red"].detail == "#e8b0a0"


def test_icons_come_with_their_picture(editor):
    from lsprotocol import types

    item = editor.complete(RULES, "Keep {")["icon:anchor"]
    full = editor._wait(editor.client.completion_item_resolve_async(item))
    assert full.documentation.kind == types.MarkupKind.Markdown
    assert full.documentation.value.startswith("![anchor](data:image/svg+xml;base64,")


@pytest.mark.parametrize(
    ("path", "words", "into", "says", "place"),
    [
        (RULES, "{rule:hand_size}", 8, "cards in hand", "game.yaml:8: hand_size"),
        (FACE, "rules.hand_size }}", 8, "", "game.yaml:8: hand_size"),
        (DECK, "[shield]", 3, "Shield", "game.yaml:10: shield"),
        (FACE, "<text", 2, "Text with paragraphs", ""),
        (FACE, 'height="40"', 2, "height", ""),
        (FACE, '"body"', 2, "atkinson/regular, 9 pt", "game.yaml:5: body"),
        (FACE, '"paper"', 2, "#f5efe0", ""),
        (FACE, "card.gear", 6, "what is worn", "game.yaml:14: gear"),
        (MAT, "heroes/anna", 8, "Anna", "heroes.yaml:3: anna"),
    ],
)
def test_words_are_explained_and_lead_to_their_definition(editor, path, words, into, says, place):
    assert not says or says in editor.hover(path, words, into)
    assert not place or editor.definition(path, words, into) == [place]


def test_every_reference_is_found(editor):
    assert editor.references(GAME, "hand_size: {") == [
        "game.yaml:10: hand_size",
        "hero.xml.j2:7: hand_size",
        "heroes.yaml:6: hand_size",
        "rules.md:3: hand_size",
    ]


@pytest.mark.parametrize(
    ("path", "words", "new", "changed"),
    [
        (GAME, "hand_size: {", "grip", {GAME, DECK, RULES, FACE}),
        (DECK, "shield]", "round-shield", {GAME, DECK, RULES}),
        (GAME, "sign: {", "mark", {GAME, FACE}),
        (GAME, "ink: ", "coal", {GAME, PARTS}),
        (GAME, "paper: ", "sheet", {GAME, FACE, MAT}),
        (RULES, "anna}", "hanna", {GAME, DECK, RULES, MAT}),
    ],
)
def test_a_name_is_changed_everywhere(editor, root, tmp_path, path, words, new, changed):
    made = editor.rename(path, words, new)
    made = {name: text for name, text in made.items() if name != SHARED}
    assert made.keys() == changed
    project = write_files(tmp_path / "renamed", {**FILES, **made}).root
    assert [str(one) for one in check(project)] == []


def test_places_that_may_mean_something_else_are_asked_about(editor):
    made = editor.rename(GAME, "sign: {", "mark")
    assert 'style="mark")' in made[FACE]
    assert 'style="mark?"' in made[SHARED], "other games may use it"
    assert 'tint = "rose?"' in editor.rename(GAME, "red: ", "rose")[FACE]


@pytest.mark.parametrize(
    ("path", "words", "new", "says"),
    [
        (GAME, "hand_size: {", "Grip!", "is not a valid name"),
        (GAME, "sign: {", "body", "already"),
        (GAME, "body: {", "plain", "booklets"),
        (GAME, "heroes: {", "people", "cannot be renamed"),
        (DECK, "None.", "none", "no name at this position"),
    ],
)
def test_a_name_that_cannot_be_changed_is_refused(editor, path, words, new, says):
    with pytest.raises(Exception, match=says):
        editor.rename(path, words, new)
