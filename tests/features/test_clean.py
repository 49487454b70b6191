import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from patience import patience

from cardgen.features.calibration import calibrate
from cardgen.features.clean import clean
from cardgen.pipeline import output_lock
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry


@pytest.fixture
def built(tmp_path):
    (tmp_path / "card_data" / "bridge").mkdir(parents=True)
    game = tmp_path / "output" / "bridge"
    (game / "sheets").mkdir(parents=True)
    (game / "sheets" / "a.a4.pdf").write_text("pdf")
    (tmp_path / "output" / ".cardgen" / "sides").mkdir(parents=True)
    (tmp_path / "output" / ".cardgen" / "sides" / "x").write_text("cache")
    manifest(game, "sheets/a.a4.pdf")
    return tmp_path


def manifest(game, *paths):
    artifacts = [{"path": path, "kind": "sheets", "key": "k", "sha256": "s"} for path in paths]
    (game / "build.json").write_text(json.dumps({"artifacts": artifacts}))


def test_all_of_ours_goes(built):
    (built / "output/bridge/sheets/.cardgen-0123.tmp").write_text("half")
    report = clean(built)
    assert not (built / "output").exists()
    assert (built / "card_data/bridge").is_dir()
    assert set(report.removed) == {
        "output/bridge/sheets/a.a4.pdf",
        "output/bridge/build.json",
        "output/bridge/sheets/.cardgen-0123.tmp",
        "output/.cardgen/sides/x",
    }
    assert not report.diagnostics.items
    assert clean(built).removed == ()


def test_it_waits_for_a_build_that_is_at_work(built, monkeypatch):
    waits, wait = Event(), output_lock._wait_for_lock
    monkeypatch.setattr(output_lock, "_wait_for_lock", lambda handle: (waits.set(), wait(handle)))
    with ThreadPoolExecutor(1) as pool:
        with output_lock.lock_folder(built / "output", lambda: None, "output"):
            cleaning = pool.submit(clean, built)
            assert waits.wait(patience())
            assert (built / "output/bridge/build.json").exists()
        assert cleaning.result(patience()).removed
    assert not (built / "output").exists()


def test_files_of_the_user_stay(built):
    kept = [
        built / "output/bridge/sheets/mine.pdf",
        built / "output/notes.txt",
        built / "output/other/thing.pdf",
        built / "output/other/.cardgen-0123.tmp",
    ]
    for path in kept:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
    clean(built)
    assert all(path.exists() for path in kept)
    assert not (built / "output/bridge/build.json").exists()


@pytest.mark.parametrize(
    "path",
    ["../../card_data/x.yaml", "/etc/x", "a/../../../x", ".", "", "C:/x", "a\\..\\x", "a\0b"],
)
def test_paths_outside_are_refused(built, path):
    (built / "card_data/x.yaml").write_text("mine")
    manifest(built / "output/bridge", path, "sheets/a.a4.pdf")
    [found] = clean(built).diagnostics
    assert found.code == "CG793"
    assert found.message.startswith(f"`output/bridge/build.json` names `{path}`, ")
    assert (built / "card_data/x.yaml").exists()
    assert not (built / "output/bridge").exists()


def test_links_are_not_followed(built):
    target = built / "elsewhere"
    target.mkdir()
    for name in ("x.pdf", "build.json"):
        (target / name).write_text("mine")
    manifest(target, "x.pdf")
    game = built / "output/bridge"
    os.symlink(target, game / "link")
    os.symlink(target, built / "output/linked-game")
    os.symlink(target, built / "output/.cardgen/link")
    manifest(game, "link/x.pdf")
    report = clean(built)
    assert (target / "x.pdf").exists()
    assert (target / "build.json").exists()
    assert [item.code for item in report.diagnostics] == ["CG793"]
    assert not (built / "output/.cardgen").exists()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"artifacts": 3}', '{"artifacts": [{"path": 3}]}', "[" * 100_000]
)
def test_damaged_manifest(built, text):
    (built / "output/bridge/build.json").write_text(text)
    report = clean(built)
    [found] = report.diagnostics
    assert found.code == "CG792"
    assert "`output/bridge/build.json` cannot be understood" in found.message
    assert (built / "output/bridge/sheets/a.a4.pdf").exists()
    assert (built / "output/bridge/build.json").exists()


@pytest.mark.parametrize("gone", [False, True])
def test_refused_removal_keeps_the_manifest_and_one_that_came_too_late_does_not(
    built, monkeypatch, gone
):
    unlink = Path.unlink

    def refuse(path, missing_ok=False):
        if path.name == "a.a4.pdf":
            if not gone:
                raise PermissionError(13, "Permission denied")
            unlink(path)
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    said = [(found.code, found.message) for found in clean(built).diagnostics]
    refused = "cannot remove `output/bridge/sheets/a.a4.pdf`: permission denied"
    assert said == ([] if gone else [("CG791", refused)])
    assert (built / "output/bridge/build.json").exists() != gone


def test_calibration_sheets_go_and_nothing_like_them(built):
    sheets = calibrate(built, ("a4", "letter"))
    like = [built / "output" / name for name in ("calibration.a9.pdf", "calibration.pdf", "x.pdf")]
    for path in like:
        path.write_text("mine")
    target = built / "mine.pdf"
    target.write_text("mine")
    sheets[1].unlink()
    sheets[1].symlink_to(target)
    report = clean(built)
    assert "output/calibration.a4.pdf" in report.removed
    assert not sheets[0].exists()
    assert sheets[1].is_symlink()
    assert target.exists()
    assert all(path.exists() for path in like)


def test_calibration_sheets_of_a_paper_of_ones_own_go(built):
    own = "papers:\n  sra3: {width: 320mm, height: 450mm}\n"
    (built / "printer.yaml").write_text(own)
    (sheet,) = calibrate(built, ("sra3",))
    assert "output/calibration.sra3.pdf" in clean(built).removed
    assert not sheet.exists()


def announce_site(built):
    ledger = Ledger(built / "output", "bridge", "site")
    ledger.announce([ArtifactEntry("site/index.html", "site")])


def test_files_of_a_feature_go_and_nothing_beside_them(built):
    site = built / "output/bridge/site"
    site.mkdir()
    for name in ("index.html", "mine.html", "index.pdf"):
        (site / name).write_text(name)
    announce_site(built)
    report = clean(built)
    assert "output/bridge/site/index.html" in report.removed
    assert {path.name for path in site.iterdir()} == {"mine.html", "index.pdf"}
    for name in ("mine.html", "index.pdf"):
        (site / name).unlink()
    (site / "index.html").write_text("site")
    announce_site(built)
    clean(built)  # no build is there any more
    assert not (built / "output").exists()


def test_a_linked_folder_of_a_feature_is_left_alone(built):
    target = built / "elsewhere"
    target.mkdir()
    strangers = built / "output/other/site"
    strangers.mkdir(parents=True)
    for folder in (target, strangers):
        (folder / "index.html").write_text("mine")
    (built / "output/bridge/site").symlink_to(target)
    announce_site(built)
    clean(built)
    assert (target / "index.html").exists()
    assert (strangers / "index.html").exists()
