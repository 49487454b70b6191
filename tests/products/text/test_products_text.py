"""The product `text`: what it writes of a game, what it tells, and what it leaves alone."""

from documents import document
from PIL import Image

GAME, HEROES = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"


def text_of(workshop):
    report = workshop.build(products=("text",))
    assert not report.diagnostics.has_errors
    return (workshop.output / "game/text/game.txt").read_text(encoding="utf-8"), report


def codes(report):
    return [one.code for one in report.diagnostics]


def test_a_game_is_one_text(workshop):
    text, report = text_of(workshop)
    assert workshop.files().keys() - {"build.json"} == {"text/game.txt"}
    assert not codes(report)
    assert "== Deck: Heroes (4 cards, 3 different)\n\n=== Anna\n\nHold 5 cards.\n" in text
    assert "=== Bert (2 cards)\n\nYou have 3 lives.\n" in text
    assert "A bold man." in text


def test_a_changed_rule_is_said_and_a_picture_changes_nothing(workshop):
    text_of(workshop)
    before = workshop.files()
    workshop.edit("templates/game/back.xml.j2", "sea", "ink")
    text_of(workshop)
    assert {n: d for n, d in workshop.files().items() if n != "build.json"} == {
        n: d for n, d in before.items() if n != "build.json"
    }
    workshop.edit(GAME, "hand: 5", "hand: 6")
    assert "Hold 6 cards." in text_of(workshop)[0]


def test_fields_are_said_by_their_kind_and_looks_are_not(workshop):
    fields = (
        "{text: {kind: rich, optional: true}, suit: {kind: choice, options: [red-moon, sun]}, "
        "fast: flag, roll: text, steps: {kind: list, of: rich}, "
        "hat: {kind: choice, options: [cap, none], looks: true, optional: true}}"
    )
    workshop.edit(GAME, "{text: {kind: rich, optional: true}}", fields)
    workshop.edit(
        HEROES,
        'text: "Hold {rule:hand} cards."',
        "suit: red-moon, fast: true, roll: hand, steps: [One., Two], hat: cap",
    )
    workshop.edit(HEROES, "cards:\n", "defaults: {suit: sun, roll: no, steps: []}\ncards:\n")
    workshop.edit(
        "card_data/game/decks/places.yaml",
        "cards:\n",
        "defaults: {suit: sun, roll: no, steps: []}\ncards:\n",
    )
    text, _ = text_of(workshop)
    said = text[text.index("=== Anna") : text.index("=== Bert")]
    assert said == "=== Anna\n\nSuit: red moon.\nFast.\nRoll: 5.\nSteps:\n1. One.\n2. Two\n\n"
    assert "cap" not in said


def test_cards_that_say_the_same_are_one_entry(workshop):
    same = "id: ann, title: Anna, text: Hold 5 cards."
    workshop.edit(HEROES, 'id: carl, title: Carl, text: "A **bold** man."', same)
    text, _ = text_of(workshop)
    assert text.count("=== Anna") == text.count("=== Anna (2 cards)") == 1


def test_boards_are_their_alt_or_else_what_is_painted(workshop):
    board = "  places: {kind"
    size = "size: {width: 100mm, height: 80mm}"
    workshop.edit(GAME, board, f"  mat: {{kind: board, template: mat.xml.j2, {size}}}\n{board}")
    (workshop.root / "templates/game/mat.xml.j2").write_text(
        '<side><text style="body" x="5" y="5" width="40" height="6">Draw pile</text>'
        '{% for x in (5, 55) %}<text style="body" x="{{ x }}" y="40" width="20" height="6">Start'
        "</text>{% endfor %}</side>"
    )
    assert "== Board: Mat\n\nDraw pile; Start (2 times)\n" in text_of(workshop)[0]
    workshop.edit(GAME, size, f"alt: 'Two places to start, {{rule:hand}} cards beside.', {size}")
    text, _ = text_of(workshop)
    assert "== Board: Mat\n\nTwo places to start, 5 cards beside.\n" in text
    assert "Draw pile" not in text


FIGURES = document("products/text/text_figures.md")


def test_of_pictures_the_caption_is_said_and_then_the_words(workshop):
    game = workshop.root / GAME
    more = "  rules: {kind: booklet, title: Rules}\nassumptions: [{id: one, text: We say one.}]\n"
    game.write_text(game.read_text("utf-8") + more, "utf-8")
    (workshop.root / "card_data/game/rules.md").write_text(FIGURES, "utf-8")
    Image.new("RGB", (300, 300)).save(workshop.root / "card_data/game/photo.png", dpi=(300, 300))
    lane = '<stack width="9" height="9"><text style="body">Painted</text></stack>'
    (workshop.root / "templates/game/lane.xml.j2").write_text(lane, "utf-8")
    text, report = text_of(workshop)
    assert [line for line in text.splitlines() if "Picture" in line or "Painted" in line] == [
        "Picture: Which lane is it? The 5 rails of a lane.",
        "Picture: A lane alone.",
        "Picture: A bare lane. [1]",
        "Picture: A photo. Two people at a table.",
        "Picture: A hero.",
    ]
    assert not codes(report)
