"""Markers of a picture and the steps of the text, linked both ways."""

import io

import pikepdf
import pytest
from documents import document
from test_build_booklet import BOOK, bookmarks, read, with_text
from workshops import write_files

SETUP = """\
<callouts height="30" size="5" unmarked="2">
<rect id="pile" x="10" y="10" width="9" height="9" fill="#ff0000"/>
<callout n="1" of="pile"/>
<callout n="3" x="60" y="15"/>
</callouts>
"""
TEXT = document("pipeline/callouts_text.md")


@pytest.fixture
def setup(workshop):
    write_files(workshop.root, {"templates/game/setup.xml.j2": SETUP})
    return with_text(workshop, TEXT)


def links(data):
    """The rectangle of each link, and how high up on the page it leads."""
    with pikepdf.open(io.BytesIO(data)) as document:
        found = document.pages[0].get("/Annots", [])
        return [(tuple(float(e) for e in each.Rect), float(each.Dest[3])) for each in found]


def test_markers_lead_to_steps_and_steps_to_markers(setup):
    assert not list(setup.build(**BOOK).diagnostics)
    data = read(setup)
    (one, to_step), (three, to_third), (step, to_marker), (third, to_three) = links(data)
    assert to_step == pytest.approx(step[3], abs=0.01)
    assert to_third == pytest.approx(third[3], abs=0.01)
    assert to_marker == pytest.approx(one[3], abs=0.01)
    assert to_three == pytest.approx(three[3], abs=0.01)
    assert three[0] > one[0]
    assert bookmarks(data) == [("Set-up", [])]  # steps are none


def test_a_list_elsewhere_is_not_that_of_the_picture(setup):
    setup.edit("card_data/game/rules.md", "1. Lay", "# Play\n\n1. Lay")
    assert [each.code for each in setup.build(**BOOK).diagnostics] == ["CG423", "CG423"]


@pytest.mark.parametrize("mark", ["1.", "-"])
def test_a_picture_in_a_list_has_its_steps_too(setup, mark):
    figure = '   ```figure setup.xml.j2 alt="A table."\n   The table.\n   ```\n'
    rest = "2. Think.\n3. Begin." if mark == "1." else "1. Lay.\n2. Think.\n3. Begin."
    text = f"# Set-up\n\n{mark} Lay.\n\n{figure}\n{rest}\n"
    write_files(setup.root, {"card_data/game/rules.md": text})
    assert not list(setup.build(**BOOK).diagnostics)
    assert len(links(read(setup))) == 4
    setup.edit("card_data/game/rules.md", "3. Begin.", "")
    assert [each.code for each in setup.build(**BOOK).diagnostics] == ["CG423"]
