"""Where findings are put, and what is said to have been at work."""

from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.geometry import Insets, Size
from cardgen.core.side_id import SideId
from cardgen.layout.problems import picture_too_coarse
from cardgen.model.formats import Limits
from cardgen.model.sides import SideSpec
from cardgen.pipeline.attribution import layout_note, naming_place, place_at_tag
from cardgen.pipeline.results import SideResult, merge
from cardgen.template.element import Element
from cardgen.template.stamps import TagLocations

SIDE = Element("side", (), "templates/test/card.xml.j2:3:1")


def test_a_finding_without_a_place_gets_that_of_the_side():
    nowhere = Diagnostic(Severity.WARNING, "CG805", "small")
    assert place_at_tag(SIDE, nowhere).location == Location("templates/test/card.xml.j2", 3, 1)
    here = replace(nowhere, location=Location("templates/test/x.xml.j2", 9, 5))
    assert place_at_tag(SIDE, here) is here


HERE, ASKED = (Location("card_data/test/game.yaml", 9, column) for column in (3, 30))
BOARD = SideSpec(
    *("mat/face", "mat", "face"),
    *(Size(9, 9), Insets(), Limits(0.0)),
    *("mat.xml.j2", {}, "", HERE),
)


class Places:
    """A game of which only the places are asked."""

    key_locations: ClassVar[dict[str, Location]] = {}


def test_a_template_is_named_where_the_piece_asks_for_it():
    assert naming_place(replace(BOARD, template_location=ASKED), Places()) == ASKED
    assert naming_place(BOARD, Places()) == HERE
    Places.key_locations["components.mat.template"] = ASKED
    assert naming_place(BOARD, Places()) == ASKED


def test_what_was_being_laid_out_is_named():
    at = "(card_data/test/game.yaml:9:3)"
    assert layout_note(BOARD) == f"while laying out `mat/face` {at}"
    back = replace(BOARD, id="mat/back", side="back")
    assert layout_note(back) == f"while laying out the back of deck `mat` {at}"
    card = replace(BOARD, card="anna")
    assert layout_note(card) == f"while laying out card `anna`, face {at}"


def test_a_picture_is_reported_once_a_line_where_it_is_worst():
    at = [Location("templates/game/card.xml.j2", line, 5) for line in (3, 9)]
    coarse = [picture_too_coarse(at[0], "art/x.png", dpi, 200) for dpi in (150, 72, 90)]
    elsewhere = picture_too_coarse(at[1], "art/x.png", 120, 200)
    sides = {"a": coarse[:1], "b": coarse[1:], "c": [elsewhere]}
    results = [SideResult(SideId(id), None, {}, tuple(found)) for id, found in sides.items()]
    found = merge(results, TagLocations())
    assert [item.location for item in found] == at
    assert found[0].notes == ("it is printed at 72 dpi",)
    assert [item.side_ids for item in found] == [("b", "a"), ("c",)]
