"""Templates that stand alone: what they say, or the one thing that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.core.diagnostics import Diagnostic, TemplateError
from cardgen.template.environment import Templates


@pytest.fixture
def said(tmp_path: Path) -> Callable[..., str]:
    """Run a template with a context; return its text."""

    def run(body: str, **context: object) -> str:
        (tmp_path / "card.j2").write_text(body, encoding="utf-8")
        return Templates(tmp_path, (tmp_path,)).render("card.j2", context, None)

    return run


@pytest.fixture
def refused(said: Callable[..., str]) -> Callable[..., Diagnostic]:
    """Run a body as the second line of a side; return what is wrong there."""

    def run(body: str, **context: object) -> Diagnostic:
        with pytest.raises(TemplateError) as caught:
            said(f"<side>\n{body}\n</side>", **context)
        (found,) = caught.value.diagnostics
        assert (found.at.path, found.at.line) == ("card.j2", 2)
        return found

    return run
