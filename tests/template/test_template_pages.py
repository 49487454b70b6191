"""Templates of pages and lists that cardgen writes itself."""

import jinja2
import pytest
from documents import document

from cardgen.template.pages import fill_template

PAGE = document("template/pages_page.xml.j2")


@pytest.mark.parametrize(
    ("name", "shown"), [("page.html.j2", "A&amp;B &lt;C&gt;"), ("page.md.j2", "A&B <C>")]
)
def test_a_page_is_filled_and_only_html_is_escaped(tmp_path, name, shown):
    (tmp_path / "base.j2").write_text("top\n{% block body %}{% endblock %}\nend\n")
    (tmp_path / name).write_text(PAGE)
    made = fill_template(tmp_path / name, {"loud": str.upper}, given=["a&b", "<c>"])
    assert made.decode() == f"top\n{shown}\nend\n"


def test_a_value_that_is_missing_is_no_blank(tmp_path):
    (tmp_path / "page.md.j2").write_text("{{ nothing }}")
    with pytest.raises(jinja2.UndefinedError):
        fill_template(tmp_path / "page.md.j2")
