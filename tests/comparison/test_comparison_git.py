import os
import subprocess
from pathlib import Path

import pytest
from repositories import NEEDS_GIT, commit, git

from cardgen.comparison.git import Blob, Repository
from cardgen.core.diagnostics import SourceError

FILES = {"card_data/a/game.yaml": "one\n", "templates/a/x.j2": "two\n", "notes.txt": "mine\n"}


@pytest.fixture
def project(tmp_path):
    """A project in a folder of a repository."""
    root = tmp_path / "repo" / "games"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def code_of(raised: pytest.ExceptionInfo[SourceError]) -> str:
    (found,) = raised.value.diagnostics
    assert found.hints or found.code == "CG767"
    return found.code


def refused(project: Path, folder: Path) -> str:
    """The code with which the files of HEAD are refused; none of them is written."""
    with pytest.raises(SourceError) as raised:
        Repository(project).export(commit(project), ("card_data/a",), folder)
    assert not folder.exists()
    return code_of(raised)


@NEEDS_GIT
def test_files_of_a_commit(project, tmp_path):
    git(project.parent, "init", "-q", ".")
    first = commit(project)
    (project / "card_data/a/game.yaml").write_text("changed\n")
    second = commit(project)
    repository = Repository(project)
    assert repository.commit("HEAD") == second
    assert repository.commit("HEAD~1") == repository.commit(first[:9]) == first
    assert repository.last_commit_of("card_data/a/game.yaml") == second
    assert repository.last_commit_of("templates/a/x.j2") == first
    assert repository.last_commit_of("nothing") == ""
    folder = tmp_path / "out"
    assert repository.export(first, ("card_data/a", "templates/a", "fonts"), folder) == 2
    assert (folder / "card_data/a/game.yaml").read_text() == "one\n"
    assert not (folder / "notes.txt").exists()


@NEEDS_GIT
@pytest.mark.parametrize(
    ("options", "code", "cure"),
    [
        (("--depth", "1"), "CG768", "git fetch --unshallow"),
        (("--filter=blob:none",), "CG769", "git fetch --refetch --no-filter"),
        (("--filter=tree:0",), "CG769", "git fetch --refetch --no-filter"),
    ],
)
def test_a_clone_that_lacks_something_says_so(project, tmp_path, options, code, cure):
    commit(project)
    (project / "card_data/a/game.yaml").write_text("changed\n")
    commit(project)
    git(project, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", *options, project.as_uri(), "clone")
    repository = Repository(tmp_path / "clone")
    assert repository.export(repository.commit("HEAD"), ("card_data/a",), tmp_path / "now") == 1
    with pytest.raises(SourceError) as raised:
        repository.export(repository.commit("HEAD~1"), ("card_data/a",), tmp_path / "then")
    assert code_of(raised) == code
    assert cure in raised.value.diagnostics[0].hints[0]


@NEEDS_GIT
def test_an_object_that_is_gone(project, tmp_path, monkeypatch):
    [blob] = Repository(project).blobs(commit(project), ("card_data/a",))
    lost = Blob(blob.path, blob.mode, "0" * 39 + "1", blob.size)
    monkeypatch.setattr(Repository, "blobs", lambda *_: [lost])
    assert refused(project, tmp_path / "then") == "CG769"


@NEEDS_GIT
@pytest.mark.parametrize(
    "name", ["nope", "", "-h", "--all", "HEAD:card_data", "a b", "HEAD\n", "^"]
)
def test_what_is_no_commit(project, name):
    commit(project)
    with pytest.raises(SourceError) as raised:
        Repository(project).commit(name)
    assert code_of(raised) == "CG765"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("GIT_CEILING_DIRECTORIES", "not a git repository", marks=NEEDS_GIT),
        ("PATH", "there is no program `git`"),
    ],
)
def test_no_repository_and_no_git(tmp_path, monkeypatch, name, reason):
    monkeypatch.setenv(name, str(tmp_path.parent))
    with pytest.raises(SourceError, match=reason) as raised:
        Repository(tmp_path).commit("HEAD")
    assert code_of(raised) == "CG764"


@NEEDS_GIT
def test_a_repository_of_somebody_else_can_be_trusted(project, monkeypatch):
    commit(project)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")  # git's own tests do so
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with pytest.raises(SourceError, match="dubious ownership") as raised:
        Repository(project).commit("HEAD")
    [found] = raised.value.diagnostics
    assert "safe.directory" in found.hints[0]


@NEEDS_GIT
def test_variables_of_a_hook_lead_nowhere_else(project, tmp_path, monkeypatch):
    head = commit(project)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert Repository(project).commit("HEAD") == head


@NEEDS_GIT
def test_nothing_that_a_repository_names_is_run(project, tmp_path):
    """A repository from a stranger may name programs for nearly everything."""
    head = commit(project)
    script = tmp_path / "evil"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "diff.external", "filter.x.smudge", "gpg.program"):
        git(project, "config", key, str(script))
    git(project, "config", "filter.x.clean", str(script))
    git(project, "config", "log.showSignature", "true")
    hooks = project / ".git/hooks"
    for name in ("post-checkout", "pre-commit", "reference-transaction"):
        (hooks / name).write_bytes(script.read_bytes())
        (hooks / name).chmod(0o755)
    (project / ".gitattributes").write_text("* filter=x\n")
    (project / "card_data/a/.gitattributes").write_text("* filter=x export-ignore\n")
    before = {p: p.stat().st_mtime_ns for p in (project / ".git").rglob("*")}
    repository = Repository(project)
    assert repository.commit("HEAD") == head
    assert repository.last_commit_of("card_data/a/game.yaml") == head
    assert repository.export(head, ("card_data/a",), tmp_path / "out") == 1
    assert not (tmp_path / "ran").exists()
    assert before == {p: p.stat().st_mtime_ns for p in (project / ".git").rglob("*")}


@NEEDS_GIT
def test_links_are_links(project, tmp_path):
    os.symlink("../../notes.txt", project / "card_data/a/link")
    head = commit(project)
    Repository(project).export(head, ("card_data/a",), tmp_path / "out")
    assert os.readlink(tmp_path / "out/card_data/a/link") == "../../notes.txt"


@NEEDS_GIT
@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "a/.git/x", "a\nb", "C:/x", "a\\b"])
def test_paths_that_lead_out_are_refused(project, tmp_path, monkeypatch, path):
    bad = [Blob(path, "100644", "0" * 40, 1)]
    monkeypatch.setattr(Repository, "blobs", lambda self, commit, paths: bad)
    assert refused(project, tmp_path / "out") == "CG767"


@NEEDS_GIT
def test_too_much_is_refused(project, tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.comparison.git.MOST_BYTES", 3)
    assert refused(project, tmp_path / "out") == "CG767"


def test_a_git_that_hangs(tmp_path, monkeypatch):
    def hang(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("git", 1)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(SourceError, match="does not answer"):
        Repository(tmp_path).commit("HEAD")
