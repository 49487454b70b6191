"""Figures that are told something by the text."""

import pypdfium2
import pytest
from test_build_booklet import BOOK, read, with_text, words

from cardgen.pipeline.build import check

LANE = """\
<stack height="8">
<text style="body" height="8">Lane {{ figure.lane + 1 }} of {{ figure.name }}.</text>
</stack>
"""
TEXT = """\
```figure lane.xml.j2 lane=1 name="The East" decorative=yes
```

```figure lane.xml.j2 name=Ypern lane=2 alt="A lane."
A lane.
```
"""


@pytest.fixture
def figures(workshop):
    (workshop.root / "templates/game/lane.xml.j2").write_text(LANE, encoding="utf-8")
    return with_text(workshop, TEXT)


def test_one_template_draws_several_figures(figures):
    assert not list(figures.build(**BOOK).diagnostics)
    [page] = words(read(figures))
    assert "Lane 2 of The East." in page
    assert "Lane 3 of Ypern." in page


def test_a_figure_that_is_told_something_else_is_drawn_anew(figures):
    figures.build(**BOOK)
    before = figures.fingerprints()
    figures.edit("card_data/game/rules.md", "lane=2", "lane=3")
    figures.build(**BOOK)
    after = figures.fingerprints()
    assert {id for id in after if after[id] != before[id]} == {"rules/page-01"}


def test_what_a_figure_is_not_told_is_an_error_in_its_template(figures):
    figures.edit("card_data/game/rules.md", " lane=2", "")
    [found] = check(figures.root)
    assert found.code == "CG304"
    assert found.message == "`figure` has no `lane`"
    assert str(found.location).startswith("templates/game/lane.xml.j2:2")


class TestAWideFigure:
    """A figure wider than its column, on a right and a left page with margins of 16 mm."""

    FIGURE = "```figure lane.xml.j2 decorative=yes\n```"
    PAGES = f"{FIGURE}\n\n```pagebreak\n```\n\n{FIGURE}\n"

    def write(self, workshop, width, checked=False):
        rect = f'<rect x="-3" y="0" width="{width}" height="8" fill="#123456"/>'
        template = workshop.root / "templates/game/lane.xml.j2"
        template.write_text(f'<stack height="8">{rect}</stack>', encoding="utf-8")
        with_text(workshop, self.PAGES)
        if checked:
            game = workshop.root / "card_data/game/game.yaml"
            game.write_text(f"{game.read_text()}print: {{optical: 0.5mm}}\n", encoding="utf-8")

    def test_grows_outward_only(self, workshop):
        self.write(workshop, 125)
        workshop.build(**BOOK)
        with pypdfium2.PdfDocument(read(workshop)) as document:
            bounds = [[item.get_bounds() for item in page.get_objects()] for page in document]
        columns = [(16, 16 + 125), (148 - 16 - 125, 148 - 16)]  # mm
        for page, column in zip(bounds, columns, strict=True):
            edges = [(left * 25.4 / 72, right * 25.4 / 72) for left, _, right, _ in page]
            assert any(edge == pytest.approx(column, abs=0.1) for edge in edges), edges

    @pytest.mark.parametrize(("width", "checked"), [(125, True), (135, False)])
    def test_is_silent_outside_the_gutter_or_without_the_check(self, workshop, width, checked):
        self.write(workshop, width, checked)
        assert not [item for item in check(workshop.root) if item.code == "CG447"]

    def test_in_the_gutter_is_reported_once_for_its_template(self, workshop):
        self.write(workshop, 135, checked=True)
        [finding] = [item for item in check(workshop.root) if item.code == "CG447"]
        # 148 - 16 - 3 mm of room from the inner margin to the safe zone
        assert finding.message == "the figure extends 6.0 mm beyond the inner edge of the text"
