"""A file that is saved while a build runs: the next build sees it, whatever this one has read."""

import io

import PIL.Image
import pytest
from workshops import PRINTED, write_files

from cardgen.layout.engine import Layout
from cardgen.model.load import load_game
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.inputs import forget_shared_folders, inputs_digest
from cardgen.pipeline.request import BuildRequest
from cardgen.source.files import BUNDLED

CARD = "templates/game/card.xml.j2"
STAR, MAP = "card_data/game/icons/star.svg", "card_data/game/art/map.png"
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h{}v9z"/></svg>'


def png(color):
    out = io.BytesIO()
    PIL.Image.new("RGB", (8, 8), color).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("file", "second"),
    [(CARD, b'<side background="sea"/>\n'), (STAR, ICON.format(4).encode()), (MAP, png("blue"))],
    ids=["template", "icon", "picture"],
)
def test_a_save_during_a_build_is_seen_by_the_next(workshop, monkeypatch, file, second):
    more = '<icon name="star" x="9" y="40" width="9"/><image src="art/map.png" x="20" y="40"/>'
    workshop.edit(CARD, "</side>", f"{more}</side>")
    write_files(workshop.root, {STAR: ICON.format(9)})
    (workshop.root / MAP).parent.mkdir()
    (workshop.root / MAP).write_bytes(png("red"))
    lay_out = Layout.side

    def save_meanwhile(self, *args):
        laid = lay_out(self, *args)
        (workshop.root / file).write_bytes(second)
        return laid

    with monkeypatch.context() as patch:
        patch.setattr(Layout, "side", save_meanwhile)
        assert not workshop.build(products=PRINTED).diagnostics.has_errors
    before = workshop.fingerprints()
    assert not workshop.build(products=PRINTED).diagnostics.has_errors
    after = workshop.fingerprints()
    assert all(after[id] != before[id] for id in after if id.startswith("heroes/anna"))
    assert workshop.equals_a_clean_build(products=PRINTED)


def test_what_is_kept_of_a_series_is_of_the_files_that_were_read(workshop):
    names = "card_data/game/names.csv"
    workshop.edit("card_data/game/game.yaml", "poker,", "poker, series: {rows: names.csv},")
    (workshop.root / "card_data/game/decks/heroes.yaml").unlink()
    write_files(workshop.root, {names: "title,text\nAnna,x\n"})

    def digest(known):
        game = load_game(workshop.root, "game")
        return GameBuild(
            BuildRequest(workshop.root), game, known, keeps=False
        ).units.inputs_but_rows

    def inputs():
        forget_shared_folders()
        return inputs_digest(workshop.root, "game", BUNDLED)

    before = inputs()
    kept = digest(before)
    assert kept == digest("") == inputs_digest(workshop.root, "game", BUNDLED, ["names.csv"])
    workshop.edit(names, "Anna,x", "Bert,y")
    assert digest(inputs()) == kept  # rows do not count
    assert digest(before).startswith(before)  # but then they are not those that were read
    assert digest(before) not in (before, kept)
    workshop.edit(CARD, "paper", "sea")
    assert digest(inputs()) != kept
