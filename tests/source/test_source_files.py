import os
from pathlib import Path

import pytest

from cardgen.core.diagnostics import SourceError
from cardgen.source import files
from cardgen.source.files import Project, confine, decode, find_project


def refusal(read, *arguments, **options):
    with pytest.raises(SourceError) as caught:
        read(*arguments, **options)
    [found] = caught.value.diagnostics
    assert found.hints
    return found


def fault(root, rel):
    return refusal(Project(root).read, rel, description="the deck")


def test_reads_text_and_drops_byte_order_mark_and_carriage_returns(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfa: \xc3\xa9\r\nb: 1\r\n")
    file = Project(tmp_path).read("a.yaml")
    assert (file.path, file.text) == ("a.yaml", "a: é\nb: 1\n")
    assert Project(tmp_path).read(tmp_path / "a.yaml") == file


def test_missing_file_suggests_a_neighbour(tmp_path):
    (tmp_path / "soldiers.yaml").write_text("a: 1")
    found = fault(tmp_path, "soldier.yaml")
    assert (found.code, found.hints) == ("CG120", ("did you mean `soldiers.yaml`?",))
    assert str(found.location) == "soldier.yaml"


def test_folder_and_pipe_are_not_files(tmp_path):
    (tmp_path / "deck.yaml").mkdir()
    assert fault(tmp_path, "deck.yaml").code == "CG121"
    os.mkfifo(tmp_path / "pipe.yaml")
    assert fault(tmp_path, "pipe.yaml").code == "CG121"


def test_large_file_is_not_even_read(tmp_path, monkeypatch):
    with (tmp_path / "big.yaml").open("wb") as out:
        out.truncate(50_000_000)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("read"))
    found = fault(tmp_path, "big.yaml")
    assert (found.code, str(found.location)) == ("CG122", "big.yaml")
    assert "50.0 MB" in found.message


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"a: \xff\n", "CG123", 1, 4),
        (b"\xef\xbb\xbfa: 1\nb: \xc3\xa9 \xe9\n", "CG123", 2, 6),
        ("a: é".encode("utf-16"), "CG123", 1, 1),
        (b"a: 1\nb: \x00\n", "CG124", 2, 4),
        (b"a: \x1b[0m\n", "CG124", 1, 4),
        (b"a: \xef\xbf\xbf\n", "CG124", 1, 4),
    ],
)
def test_bytes_that_are_not_text(data, code, line, column):
    found = refusal(decode, "a.yaml", data)
    assert (found.code, found.location.line, found.location.column) == (code, line, column)


@pytest.mark.parametrize("rel", ["../a", "a\x00b", "x" * 300])
def test_paths_that_leave_the_project_are_refused(tmp_path, rel):
    found = refusal(confine, tmp_path, rel)
    assert found.code == "CG127"
    assert "\x00" not in found.message
    assert len(found.message) < 200


def test_links_may_lead_within_but_not_out(tmp_path):
    root = tmp_path / "project"
    (root / "art").mkdir(parents=True)
    (root / "art" / "a.png").write_text("x")
    (root / "inside.png").symlink_to("art/a.png")
    (root / "outside").symlink_to(tmp_path)
    (root / "loop").symlink_to("loop")
    assert confine(root, "inside.png").read_text() == "x"
    assert confine(root, "a.png", root / "art").read_text() == "x"
    assert str(refusal(Project(root).read, "outside/secret").location) == "outside/secret"
    assert refusal(Project(root).read, "loop")
    assert fault(root, tmp_path / "a.yaml").code == "CG127"


def test_refused_by_the_system(tmp_path, monkeypatch):
    (tmp_path / "a.yaml").write_text("a: 1")

    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    found = fault(tmp_path, "a.yaml")
    assert (found.code, found.message) == ("CG126", "the deck cannot be read: permission denied")


def test_project_is_found_from_below(tmp_path):
    (tmp_path / "card_data" / "game").mkdir(parents=True)
    assert find_project(tmp_path / "card_data" / "game") == tmp_path
    assert find_project(tmp_path) == tmp_path
    assert files.find_project(Path("/")) is None
