"""An output folder from a stranger makes no build write or remove anything elsewhere."""

import json

import pytest

from cardgen.pipeline.writing import is_plain_path, is_temporary, path_inside


@pytest.mark.parametrize(
    "rel", ["../x", "/x", "a/../../x", "a\\..\\x", "C:/x", "C:x", "", "a\0b", "..\\..\\x"]
)
def test_only_plain_paths(rel, tmp_path):
    assert not is_plain_path(rel)
    assert path_inside(tmp_path, rel) is None


def test_temporary_files_are_known_by_their_names():
    names = (".cardgen-0123.tmp", "cardgen-0123.tmp", ".cardgen-0123")
    assert [is_temporary(name) for name in names] == [True, False, False]


def test_a_linked_folder_is_outside(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "game").mkdir()
    (tmp_path / "game/old").symlink_to("../real")
    assert path_inside(tmp_path / "game", "old/thesis.pdf") is None
    assert path_inside(tmp_path / "game", "new/thesis.pdf") == tmp_path / "game/new/thesis.pdf"


@pytest.mark.parametrize("path", ["old/thesis.pdf", "../../thesis.pdf"])
def test_a_forged_manifest_removes_nothing_elsewhere(built, path):
    victim = built.root / "thesis.pdf"
    victim.write_text("years of work")
    manifest = built.output / "game/build.json"
    (manifest.parent / "old").symlink_to(built.root)
    content = built.manifest()
    content["artifacts"].append({"path": path, "kind": "sheets", "key": "0", "sha256": "0"})
    manifest.write_text(json.dumps(content))
    built.build()
    assert victim.read_text() == "years of work"


@pytest.mark.parametrize("folder", ["game", "game/sheets", ".cardgen"])
def test_nothing_is_written_through_a_link(built, tmp_path, folder):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    path = built.root / "output" / folder
    path.rename(tmp_path / "moved")
    path.symlink_to(elsewhere)
    report = built.build()
    codes = {found.code for found in report.diagnostics}
    assert codes == {"CG794"}
    assert not list(elsewhere.iterdir())
