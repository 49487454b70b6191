"""The sprite manifest: each rectangle and each class shows the card that it names."""

import json
import re
from fractions import Fraction

import pytest
from PIL import Image
from workshops import write_files

GAME = "card_data/game/game.yaml"
ASKED = {"products": ("tts", "sprites"), "papers": ("a4",)}
CARD = """\
<side background="{{ card.tint }}"/>
"""
RULE = re.compile(
    r"\.(?P<name>[\w-]+) \{ aspect-ratio: (?P<width>\d+) / (?P<height>\d+); "
    r'background: url\("(?P<file>[^"]+)"\) (?P<x>[\d.]+)% (?P<y>[\d.]+)% '
    r"/ (?P<w>\d+)% (?P<h>\d+)%; \}"
)
SIDES = ("face", "back")
TINTS = ["#800000", "#008000", "#000080", "#808000", "#008080"]


@pytest.fixture(params=["common", "own"])
def images(workshop, request):
    """Five cards, each of one colour, with a common back, or each with one of its own colour."""
    own = "back: card.xml.j2, " if request.param == "own" else ""
    fields = "{tint: {kind: text, optional: true}, text: {kind"
    workshop.edit(GAME, "{fields: {text: {kind", f"{{{own}fields: {fields}")
    cards = [
        f"  - {{id: card-{n}, title: Card {n}, copies: {n}, tint: '{tint}'}}\n"
        for n, tint in enumerate(TINTS, 1)
    ]
    files = {
        "templates/game/card.xml.j2": CARD.replace("card.tint", 'card.tint or "#777777"'),
        "card_data/game/decks/heroes.yaml": "cards:\n" + "".join(cards),
    }
    write_files(workshop.root, files)
    report = workshop.build(**ASKED)
    assert report.games[0].status == "built", list(report.diagnostics)
    return workshop.output / "game/tts/images", bool(own)


def rgb(text):
    return tuple(bytes.fromhex(text.removeprefix("#")))


def picture_of(path):
    with Image.open(path) as picture:
        picture.load()
        return picture


def near(picture, box, color):
    middle = picture.convert("RGB").getpixel((box[0] + box[2] // 2, box[1] + box[3] // 2))
    return max(abs(a - b) for a, b in zip(middle, rgb(color), strict=True)) <= 2


def test_every_card_is_where_the_manifest_says(images):
    images, own = images
    known = json.loads((images / "sprites.json").read_text(encoding="utf-8"))
    assert (known["version"], known["game"]) == (1, "game")
    assert list(known["decks"]) == ["heroes", "places"]
    cards = known["decks"]["heroes"]
    assert [(one["id"], one["title"], one["copies"]) for one in cards] == [
        (f"card-{n}", f"Card {n}", n) for n in range(1, 6)
    ]
    for one, tint in zip(cards, TINTS, strict=True):
        face, back = one["face"], one["back"]
        for cell, color in ((face, tint), (back, tint if own else "#225577")):
            picture = picture_of(images / cell["sheet"])
            facts = known["sheets"][cell["sheet"]]
            assert picture.size == (facts["width"], facts["height"])
            box = [cell[name] for name in ("x", "y", "width", "height")]
            assert near(picture, box, color)
            assert cell["index"] == (box[1] // box[3] * facts["columns"] + box[0] // box[2])
    assert [one["back"] is None for one in known["decks"]["places"]] == [not own] * 2


def test_a_class_shows_the_same_cell(images):
    """As CSS places it: a percentage of a background aligns the same part of both (CSS Backgrounds
    and Borders 3, 3.6)."""
    images, _ = images
    rules = (images / "sprites.css").read_text(encoding="utf-8").splitlines()
    known = json.loads((images / "sprites.json").read_text(encoding="utf-8"))
    found = {match["name"]: match for match in map(RULE.fullmatch, rules) if match}
    sides = [one[side] for cards in known["decks"].values() for one in cards for side in SIDES]
    assert len(found) == len(rules) == len([one for one in sides if one])
    for one in known["decks"]["heroes"]:
        for cell, side in ((one["face"], ""), (one["back"], "-back")):
            rule = found[f"heroes-{one['id']}{side}"]
            picture = picture_of(images / rule["file"])
            columns, rows = int(rule["w"]) // 100, int(rule["h"]) // 100
            width, height = picture.width // columns, picture.height // rows
            assert Fraction(int(rule["width"]), int(rule["height"])) == Fraction(width, height)
            x = float(rule["x"]) / 100 * (picture.width - width)
            y = float(rule["y"]) / 100 * (picture.height - height)
            assert (x, y) == pytest.approx((cell["x"], cell["y"]), abs=1)
            assert rule["file"] == cell["sheet"]
