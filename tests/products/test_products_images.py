"""Pictures of single sides, from a project on disk to PNG files that are read back.

That they are made and removed on request alone is shown in `tests/pipeline/test_build_prune.py`.
"""

import pytest
from documents import document
from PIL import Image
from workshops import write_files

GAME = document("products/images_game.yaml")
CARDS = """\
cards:
  - {id: ben, title: Ben, type: common, copies: 3}
  - {id: cid, title: Cid, type: odd}
  - {id: dot, title: Dot, type: single}
"""
BACK = '<side background="ink"><rect width="63" height="88" fill="#ff0000"/></side>'
FILES = {
    "card_data/game/game.yaml": GAME,
    "card_data/game/decks/deck.yaml": CARDS,
    "templates/game/face.xml.j2": '<side background="paper"/>',
    "templates/game/back.xml.j2": BACK,
    "templates/game/odd.xml.j2": '<side background="#00ff00"/>',
}
SIDES = ["ben.back", "ben.face", "cid.back", "cid.face", "dot.face"]
PICTURES = tuple(f"cards/deck/{side}{kind}.png" for side in SIDES for kind in (".bleed", ""))


def test_every_card_has_all_its_sides_with_and_without_bleed(tmp_path):
    project = write_files(tmp_path, FILES)
    assert project.build(products=("images",)).games[0].made == PICTURES

    def picture(name):
        image = Image.open(project.output / f"game/cards/deck/{name}.png")
        image.load()
        return image

    face, back = picture("ben.face"), picture("ben.back")
    assert face.mode == back.mode == "RGB"
    assert face.size == back.size == (744, 1039)
    assert face.getcolors() == [(744 * 1039, (0xF0, 0xE0, 0xD0))]
    assert back.getcolors() == [(744 * 1039, (255, 0, 0))]
    assert picture("cid.back").getpixel((0, 0)) == (0, 255, 0)
    assert back.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    bleed = picture("ben.back.bleed")
    assert bleed.size == (815, 1110)
    assert bleed.getpixel((0, 0)) == bleed.getpixel((814, 1109)) == (0x10, 0x20, 0x30)
    assert bleed.getpixel((40, 40)) == bleed.getpixel((774, 1069)) == (255, 0, 0)
