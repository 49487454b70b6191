"""An author may use any id: the program finds its own marks by kind."""

import itertools
import re

import pikepdf
import pytest
from test_build_booklet import with_text
from test_build_counted import write_project
from workshops import Workshop

from cardgen.backend.press.profile import press_condition
from cardgen.features.scaffold import new_game, starter
from cardgen.frame import RegionKind

KINDS = [kind.value for kind in RegionKind]
WAYS = (
    {"products": ("boards", "booklets", "boxes", "sheets", "tokens"), "ink": "light"},
    {"products": ("press",), "press": press_condition("pdfx4")},
)


def small_project(folder):
    return with_text(write_project(folder / "project"), "# One\n\n```card heroes/anna\nA.\n```\n")


def starter_project(folder):
    return Workshop(new_game(folder, None, "harbour", None, starter).project)


@pytest.fixture(
    scope="module",
    params=[small_project, pytest.param(starter_project, marks=pytest.mark.broad)],
    ids=["small", "starter"],
)
def project(request, tmp_path_factory):
    return request.param(tmp_path_factory.mktemp("new"))


def built(project, name, ids):
    """Give an id to each text and rectangle of all templates, and build in all ways."""
    tag = re.compile(r"<(text|rect|stack)(?=[\s>])(?![^>]* id=)")
    templates = project.root / "templates"
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(templates.rglob("*.xml.j2"))}
    pdfs = {}
    try:
        for path, text in texts.items():
            path.write_text(tag.sub(lambda m: f'{m[0]} id="{ids()}"', text), encoding="utf-8")
        for number, way in enumerate(WAYS):
            output = project.root.parent / name / str(number)
            report = project.build(**way, papers=("a4",), output=output)
            assert not report.diagnostics.has_errors
            pdfs |= {f"{number}/{path.name}": shown(path) for path in output.rglob("*.pdf")}
    finally:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    return pdfs


@pytest.fixture(scope="module")
def own(project):
    """Files of a project in which the author chose all ids."""
    numbers = itertools.count()
    return built(project, "own", lambda: f"own-{next(numbers)}")


_OF_THE_FILE = ("/ObjStm", "/XRef")


def shown(path):
    """Return all that is in a PDF, without the digests by which parts of it are named."""
    with pikepdf.open(path) as pdf:
        parts = [
            one.read_bytes() if isinstance(one, pikepdf.Stream) else one.unparse()
            for one in pdf.objects
            if isinstance(one, pikepdf.Stream | pikepdf.Array | pikepdf.Dictionary)
            and not (isinstance(one, pikepdf.Stream) and one.get("/Type") in _OF_THE_FILE)
        ]
    return sorted(re.sub(rb"[0-9a-f-]{8,}|[0-9]+ 0 R", b"", part) for part in parts)


@pytest.mark.parametrize("shift", [0, 4])
def test_an_id_that_is_a_word_of_the_programs_own_changes_nothing(project, own, shift):
    kinds = itertools.cycle(KINDS[shift:] + KINDS[:shift])
    assert len(own) > 8
    assert built(project, f"kinds{shift}", lambda: next(kinds)) == own
