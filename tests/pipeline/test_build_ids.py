"""An author may use any id: the program finds its own marks by kind."""

import itertools
import re

import pikepdf
import pytest
from click.testing import CliRunner

from cardgen.cli.main import cli
from cardgen.features.scaffold.new import new_game, starter
from cardgen.frame import RegionKind

KINDS = [kind.value for kind in RegionKind]
WAYS = (
    ("--product", "sheets", "--product", "boards", "--product", "booklets", "--paper", "a4"),
    ("--product", "sheets", "--product", "boards", "--ink", "light", "--paper", "a4"),
    ("--product", "press", "--press", "pdfx4"),
)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    here = tmp_path_factory.mktemp("new")
    return new_game(here, None, "harbour", None, starter).project


def run(project, *words):
    result = CliRunner().invoke(cli, [*words, "--strict", "--project", str(project)])
    assert (result.exit_code, result.stderr.replace("no errors\n", "")) == (0, ""), result.output


def built(project, name, ids):
    """Give an id to each text and rectangle of all templates, and build in all ways."""
    tag = re.compile(r"<(text|rect|stack)(?=[\s>])(?![^>]* id=)")
    templates = project / "templates/harbour"
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(templates.glob("*.xml.j2"))}
    found = {}
    try:
        for path, text in texts.items():
            path.write_text(tag.sub(lambda m: f'{m[0]} id="{ids()}"', text), encoding="utf-8")
        run(project, "check")
        for number, way in enumerate(WAYS):
            output = project.parent / name / str(number)
            run(project, "build", *way, "--output", str(output), "-q", "--jobs", "1")
            found |= {f"{number}/{path.name}": shown(path) for path in output.rglob("*.pdf")}
    finally:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def own(project):
    """What is built where all ids are the author's own."""
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


@pytest.mark.slow
@pytest.mark.parametrize("shift", [0, 4])
def test_an_id_that_is_a_word_of_the_programs_own_changes_nothing(project, own, shift):
    kinds = itertools.cycle(KINDS[shift:] + KINDS[:shift])
    assert len(own) > 8
    assert built(project, f"kinds{shift}", lambda: next(kinds)) == own
