from cardgen.core.diagnostics import Location
from cardgen.layout.problems import picture_too_coarse
from cardgen.pipeline.results import SideResult, merge
from cardgen.template.stamps import TagPlaces

AT = Location("templates/game/card.xml.j2", 3, 5)


def result(id, *found):
    return SideResult(id, None, {}, found)


def test_a_picture_is_reported_once_a_line_where_it_is_worst():
    coarse = [picture_too_coarse(AT, "art/x.png", dpi, 200) for dpi in (150, 72, 90)]
    elsewhere = picture_too_coarse(Location(AT.path, 9, 5), "art/x.png", 120, 200)
    found = merge(
        [result("a", coarse[0]), result("b", coarse[1], coarse[2]), result("c", elsewhere)],
        TagPlaces(),
    )
    assert [item.at for item in found] == [AT, elsewhere.at]
    assert found[0].notes == ("it is printed at 72 dpi",)
    assert [item.on for item in found] == [("b", "a"), ("c",)]
