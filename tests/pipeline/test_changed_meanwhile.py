"""A file that is saved while a build runs: the next build sees it, whatever this one has read."""

import pytest
from workshops import HOSTED, SMALL, Workshop

from cardgen.layout.engine import Layout

CARD = "templates/game/card.xml.j2"
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h{}v9z"/></svg>'


def png(color):
    import io

    import PIL.Image

    out = io.BytesIO()
    PIL.Image.new("RGB", (8, 8), color).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("file", "first", "second"),
    [
        (CARD, b"", b'<side background="sea"/>\n'),
        ("card_data/game/icons/star.svg", ICON.format(9).encode(), ICON.format(4).encode()),
        ("card_data/game/art/map.png", png("red"), png("blue")),
    ],
    ids=["template", "icon", "picture"],
)
def test_a_save_during_a_build_is_seen_by_the_next(workshop, monkeypatch, file, first, second):
    more = '<icon name="star" x="9" y="40" width="9"/><image src="art/map.png" x="20" y="40"/>'
    card = workshop.root / CARD
    card.write_text(card.read_text().replace("</side>", f"{more}</side>"))
    for name, data in {
        "card_data/game/icons/star.svg": ICON.format(9).encode(),
        "card_data/game/art/map.png": png("red"),
    }.items():
        (workshop.root / name).parent.mkdir(parents=True, exist_ok=True)
        (workshop.root / name).write_bytes(data)
    target = workshop.root / file
    lay_out = Layout.side

    def save_meanwhile(self, *args):
        laid = lay_out(self, *args)
        target.write_bytes(second)
        return laid

    with monkeypatch.context() as patch:
        patch.setattr(Layout, "side", save_meanwhile)
        assert not workshop.build(**SMALL, **HOSTED).diagnostics.has_errors
    before = workshop.fingerprints()
    assert not workshop.build(**SMALL, **HOSTED).diagnostics.has_errors
    after = workshop.fingerprints()
    assert all(after[id] != before[id] for id in after if id.startswith("heroes/anna"))
    workshop.build(**SMALL, **HOSTED, output=workshop.root / "clean")
    clean = Workshop(workshop.root)
    assert (clean.root / "clean/game/build.json").read_text().count(after["heroes/anna/face"]) >= 1
