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


def test_a_figure_wider_than_its_column_grows_outward_only(workshop):
    wide = '<stack height="8"><rect x="-3" y="0" width="125" height="8" fill="#123456"/></stack>'
    (workshop.root / "templates/game/lane.xml.j2").write_text(wide, encoding="utf-8")
    figure = "```figure lane.xml.j2 decorative=yes\n```"
    with_text(workshop, f"{figure}\n\n```pagebreak\n```\n\n{figure}\n")
    workshop.build(**BOOK)
    with pypdfium2.PdfDocument(read(workshop)) as document:
        bounds = [[item.get_bounds() for item in page.get_objects()] for page in document]
    columns = [(16, 16 + 125), (148 - 16 - 125, 148 - 16)]  # mm, on a right and a left page
    for page, column in zip(bounds, columns, strict=True):
        edges = [(left * 25.4 / 72, right * 25.4 / 72) for left, _, right, _ in page]
        assert any(edge == pytest.approx(column, abs=0.1) for edge in edges), edges
