"""Templates that stand alone: what they say, or the one thing that is wrong with them."""

import pytest

from cardgen.core.diagnostics import TemplateError
from cardgen.template.environment import Templates


@pytest.fixture
def said(tmp_path):
    """Run a template with a context; return its text."""

    def run(body, **context):
        (tmp_path / "card.j2").write_text(body, encoding="utf-8")
        return Templates(tmp_path, (tmp_path,)).render("card.j2", context, None)

    return run


@pytest.fixture
def refused(said):
    """Run a body as the second line of a side; return what is wrong there."""

    def run(body, **context):
        with pytest.raises(TemplateError) as caught:
            said(f"<side>\n{body}\n</side>", **context)
        (found,) = caught.value.diagnostics
        assert (found.location.path, found.location.line) == ("card.j2", 2)
        return found

    return run
