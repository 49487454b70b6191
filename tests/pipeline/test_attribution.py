"""Where findings are put, and what is said to have been at work."""

from __future__ import annotations

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.pipeline.attribution import placed
from cardgen.template.element import Element

SIDE = Element("side", (), "templates/test/card.xml.j2:3:1")


def test_a_finding_without_a_place_gets_that_of_the_side() -> None:
    nowhere = Diagnostic(Severity.WARNING, "CG805", "small")
    assert placed(SIDE, nowhere).at == Location("templates/test/card.xml.j2", 3, 1)


def test_a_finding_with_a_place_stays_there() -> None:
    here = Diagnostic(Severity.WARNING, "CG805", "small", Location("templates/test/x.xml.j2", 9, 5))
    assert placed(SIDE, here) is here
