"""Wordings, codes and the collector of diagnostics."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import cardgen
from cardgen.core.diagnostics import (
    CardgenError,
    Diagnostic,
    Diagnostics,
    Location,
    Severity,
    relative,
)
from cardgen.core.problems import PROBLEMS, Wording, problem

HERE = Location("game.yaml", 3, 7, 4)


@pytest.fixture
def scratch(monkeypatch):
    monkeypatch.setattr("cardgen.core.problems.PROBLEMS", {})


@pytest.mark.usefixtures("scratch")
def test_a_wording_becomes_a_diagnostic():
    @problem("CG000", Severity.WARNING)
    def too_blue(color):
        """It is too blue."""
        return Wording(f"`{color}` is too blue", ("a note",), ("a hint",))

    found = too_blue(HERE, "navy")
    assert found == Diagnostic(
        Severity.WARNING, "CG000", "`navy` is too blue", HERE, ("a note",), ("a hint",)
    )
    assert too_blue(None, color="navy").location is None


@pytest.mark.usefixtures("scratch")
def test_codes_are_unique_and_explained():
    @problem("CG000")
    def first():
        """Explained."""
        return Wording("first")

    with pytest.raises(ValueError, match="used twice"):
        problem("CG000")(first)


def test_every_code_is_explained():
    for info in pkgutil.walk_packages(cardgen.__path__, "cardgen."):
        if info.name.endswith(".problems"):
            importlib.import_module(info.name)
    assert len(PROBLEMS) > 100
    for code, entry in PROBLEMS.items():
        assert re.fullmatch(r"CG\d{3}", code)
        assert len(entry.explanation) > 30, code


def test_locations_read_like_compiler_messages():
    assert str(Location("a/b.yaml", 3, 7)) == "a/b.yaml:3:7"
    assert str(Location("a/b.yaml", 3)) == "a/b.yaml:3"
    assert str(Location("a/b.yaml")) == "a/b.yaml"


@pytest.mark.parametrize(
    "place",
    [
        Location("C:/a b.xml", 3, 7),
        Location("C:/a b.xml", tag_number=12),
        Location("a:#5.xml", 3, 7),
        Location("a!b.xml", 3, 7),
        Location("a.xlsx", 3, 28, sheet="Cards!"),
    ],
    ids=str,
)
def test_stamps_are_read_back(place):
    assert Location.parse(str(place)) == place


def test_the_collector_drops_repeats_and_keeps_the_order():
    one = Diagnostic(Severity.WARNING, "CG001", "one")
    two = Diagnostic(Severity.ERROR, "CG001", "two")
    found = Diagnostics()
    found.add(one, one)
    assert not found.has_errors
    found.extend([two, one])
    assert list(found) == [one, two]
    assert len(found) == 2
    assert found.has_errors


def test_a_note_is_added_once():
    plain = Diagnostic(Severity.ERROR, "CG001", "one")
    noted = plain.with_note("while dreaming")
    assert noted.notes == ("while dreaming",)
    assert noted.with_note("while dreaming") is noted


def test_errors_carry_diagnostics():
    error = CardgenError(
        Diagnostic(Severity.ERROR, "CG001", "one"), Diagnostic(Severity.ERROR, "CG002", "two")
    )
    assert str(error) == "one; two"
    assert len(error.diagnostics) == 2


def test_files_are_named_relative_to_the_project():
    root = Path("/somewhere/project")
    assert relative(root / "a" / "b.yaml", root) == "a/b.yaml"
    assert relative(Path("/elsewhere/b.yaml"), root) == "/elsewhere/b.yaml"


@pytest.mark.usefixtures("scratch")
def test_a_bare_message_takes_the_hint_and_the_subject_of_its_problem():
    @problem("CG000", hint="a hint", subject="blue")
    def bare():
        """It is bare."""
        return "too blue"

    found = bare(HERE)
    assert (found.message, found.notes, found.hints) == ("too blue", (), ("a hint",))
    assert found.subject == "blue"
