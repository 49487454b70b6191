"""The ledger: which files are ours, who made them, and what is known of each."""

from cardgen.pipeline.ledger import Ledger, paths_of
from cardgen.pipeline.manifest import ArtifactEntry, sha256
from cardgen.pipeline.store import database_of
from cardgen.pipeline.writing import path_inside

DONE = ArtifactEntry("sheets/a.pdf", "sheets", "key", sha256(b"a"))


def test_files_are_known_before_they_are_written(tmp_path):
    ledger = Ledger(tmp_path, "game")
    assert ledger.entries() == ()
    ledger.announce([ArtifactEntry(f"sheets/{name}.pdf", "sheets") for name in "ab"])
    assert paths_of(tmp_path, "game") == ["sheets/a.pdf", "sheets/b.pdf"]
    assert ledger.existing_entries() == ()
    (tmp_path / "game/sheets").mkdir(parents=True)
    (tmp_path / "game/sheets/a.pdf").write_bytes(b"a")
    (tmp_path / "game/sheets/b.pdf").symlink_to(tmp_path / "game/sheets/a.pdf")
    assert ledger.existing_entries() == (ArtifactEntry("sheets/a.pdf", "sheets", "", sha256(b"a")),)


def test_what_is_finished_stays_so_when_it_is_to_be_written_again(tmp_path):
    ledger = Ledger(tmp_path, "game")
    ledger.add([DONE])
    ledger.announce([ArtifactEntry(path, "sheets") for path in (DONE.path, "sheets/b.pdf")])
    assert ledger.entries()[0] == DONE


def test_each_owner_has_files_of_its_own(tmp_path):
    Ledger(tmp_path, "game").add([DONE])
    other = Ledger(tmp_path, "game", "site")
    other.announce([ArtifactEntry("site/index.html", "site")])
    other.replace([])
    assert other.entries() == ()
    assert paths_of(tmp_path, "game") == [DONE.path]
    assert paths_of(tmp_path, "other") == []


def test_a_row_that_is_not_ours_is_passed_over(tmp_path):
    Ledger(tmp_path, "game").add([DONE])
    rows = [(3, "build", "x", "", "", ""), ("p", "build", None, "", "", "")]
    database_of(tmp_path, "game").run([("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)", rows)])
    assert DONE in Ledger(tmp_path, "game").entries()
    assert all(isinstance(path, str) for path in paths_of(tmp_path, "game"))
    assert Ledger(tmp_path, "game").existing_entries() == ()


def test_paths_are_relative_to_the_folder_of_the_owner(tmp_path):
    ledger = Ledger(tmp_path, "game", "order mpc", "orders/mpc/")
    ledger.add([DONE])
    assert ledger.entries() == (DONE,)
    assert ledger.file(DONE.path) == tmp_path / "game/orders/mpc" / DONE.path
    assert paths_of(tmp_path, "game") == [f"orders/mpc/{DONE.path}"]
    ledger.replace([])
    assert paths_of(tmp_path, "game") == []


def test_files_in_a_folder_of_the_user_are_no_files_of_the_game(tmp_path):
    (tmp_path / "sheets").mkdir()
    (tmp_path / DONE.path).write_bytes(b"a")
    ledger = Ledger(tmp_path / "output", "game", "order", elsewhere=tmp_path)
    ledger.add([DONE])
    assert ledger.existing_entries() == (DONE,)
    [path] = paths_of(tmp_path / "output", "game")
    assert path_inside(tmp_path / "output/game", path) is None
