"""An edit that is undone leaves no trace: a build gives the bytes of a clean one.

`test_build_equal.py` has random histories, and `benchmarks/kills.py` has builds that are killed.
"""

import pytest
from workshops import HOSTED, SMALL, Workshop, contents

from cardgen.features.scaffold import new_game

DATA, TEMPLATES = "card_data/tide/", "templates/tide/"

EDITS = (
    (DATA + "game.yaml", 'coral: "#c43d2b"', 'coral: "#c44d3b"'),
    (DATA + "game.yaml", "high_tide: {value: 6", "high_tide: {value: 7"),
    (DATA + "game.yaml", "size: 10.5pt, leading: 1.35", "size: 10.2pt, leading: 1.37"),
    (DATA + "game.yaml", "size: {width: 244mm", "size: {width: 243.37mm"),
    (DATA + "decks/beach.yaml", "title: Crab", "title: Red crab"),
    (DATA + "rules.md", "# The tide", "A line more.\n\n# The tide"),
    (TEMPLATES + "board.xml.j2", 'size="30"', 'size="29.3"'),
    (TEMPLATES + "find.xml.j2", "{% extends", "{# A comment. #}\n{% extends"),
    (
        DATA + "rules.md",
        "# The tide",
        "See {page:one} and {page:two}.\n\n# One\n\n# Two\n\n# The tide",
    ),
    # With a warning, and so not kept: what stays in the store is the text before the edit.
    (DATA + "game.yaml", "size: 8pt, leading: 1.2, upper", "size: 4pt, leading: 1.2, upper"),
)
PRINTED = {"products": ("boards", "booklets", "sheets"), **HOSTED, **SMALL}


@pytest.mark.slow
@pytest.mark.parametrize(
    "edits", [EDITS[-2:], pytest.param(EDITS, marks=pytest.mark.broad)], ids=["sharpest", "all"]
)
def test_an_undone_edit_gives_the_first_bytes(tmp_path, edits):
    project = Workshop(new_game(tmp_path, None, "tide").project)
    before = files_of(project)
    assert {"booklets/rules.pdf", "boards/board.pdf", "build.json"} < set(before)
    for name, old, new in edits:
        original = (project.root / name).read_text(encoding="utf-8")
        project.edit(name, old, new)
        files_of(project)
        (project.root / name).write_text(original, encoding="utf-8")
    assert files_of(project) == before


def files_of(project):
    """Build; return a digest of each file."""
    assert not project.build(**PRINTED).diagnostics.has_errors
    return contents(project.output / "tide")
