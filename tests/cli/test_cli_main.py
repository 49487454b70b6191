import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

import cardgen
from cardgen.cli.main import cli
from cardgen.core.diagnostics import Diagnostic, Location, ModelError, Severity

HEAVY = (
    *("zlib_ng", "pydantic", "pypdfium2", "jinja2", "yaml", "PIL", "uharfbuzz"),
    *("starlette", "uvicorn", "watchfiles", "playwright", "anyio"),
    *("pygls", "lsprotocol"),
)
SOME = Diagnostic(Severity.ERROR, "CG201", "something is wrong", Location("card_data/x.yaml", 2))


def python(*args, env=(), **kwargs):
    env = {**os.environ, "PYTHONPATH": str(Path(cardgen.__file__).parents[1]), **dict(env)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run([sys.executable, *args], env=env, text=True, **{**streams, **kwargs})


def test_help_imports_nothing_heavy(tmp_path):
    """One process shows all help texts, and names the modules that it has after all of them."""
    code = """
import sys
from cardgen.__main__ import main
for words in ("--help", "", "check --help", "preview --help", "--version"):
    sys.argv = ["cardgen", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert not end.code, end.code
print(*sorted(sys.modules), sep="\\n", file=sys.stderr)
"""
    process = python("-c", code, cwd=tmp_path)
    assert process.returncode == 0, process.stderr
    assert process.stdout.count("Usage: cardgen") == 4
    loaded = {name.split(".")[0] for name in process.stderr.split()}
    assert loaded.isdisjoint(HEAVY)


def test_plain_cardgen_prints_help(run):
    result = run()
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: cardgen")
    _, daily, share, more = re.split(r"\n(?:Every day|Share and publish|More):\n", result.stdout)
    for name, group in (("build", daily), ("order", share), ("calibrate", more)):
        assert f"  {name} " in group
    for helper in ("options", "report", "progress", "main"):
        assert f"\n  {helper} " not in result.stdout


def test_version(run):
    said = run("--version").stdout
    assert re.fullmatch(rf"cardgen {re.escape(cardgen.__version__)}\+[0-9a-f]{{8}}\n", said)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("bild", "there is no command `bild`; did you mean `build`?"),
        ("options", "there is no command `options`"),
        ("../x", "there is no command `../x`"),
        ("--format xml", "'xml' is not one of"),
        ("--bogus", "--bogus"),
        ("build --duplex up", "'up' is not one of"),
        ("build --jobs 0", "0 is not in the range"),
        ("build --ink light --cut silhouette", "--ink applies to sheets of cards"),
        ("build bridge --card anna --watch", "--watch builds whole games"),
        ("build bridge --changed --executor dask://a:1", "--executor builds whole games"),
        ("build --profile gracol", "add --press pdfx4"),
        ("calibrate --offset 1", "requires 2 arguments"),
        ("calibrate --offset 1 far", "`far` is not a length"),
        ("calibrate --offset 1 21", "21 is not between -20 and 20 mm"),
        ("calibrate --margin -1", "-1 is not between 0 and 50 mm"),
        ("calibrate --duplex none", "'none' is not one of"),
        ("calibrate --landscape", "add --offset X Y"),
        ("diff bridge --page changes.pdf", "ends in .html"),
        ("diff bridge --againts x", "No such option"),
        ("export bridge --format pdf --to out", "'pdf' is not one of"),
        ("export bridge --to out", "--format"),
        ("export bridge --format csv", "--to"),
        ("new", "Missing argument 'NAME'"),
        ("new x --project nowhere", "nowhere"),
        ("new x --bare --from x.csv", "choose one"),
        ("order", "add --service NAME"),
        ("preview brigde", "there is no game `brigde`"),
        ("schema bridge broken", "one game"),
        ("stats bridge --chart", "No such option"),
        ("tts serve --port -1", "-1 is not in the range"),
        ("tts serve --port http", "'http' is not a valid integer"),
    ],
)
def test_usage_errors(run, project, words, message):
    result = run(*words.split())
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert sorted(project.rglob("*")) == [project / "card_data", project / "card_data/bridge"]


def commands(command=cli, path=""):
    """Yield every command, not the groups, with the words that call it."""
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from commands(command.get_command(click.Context(command), name), f"{path} {name}")
    else:
        yield path.strip(), command


NEEDED = {"export": "--format csv --to x", "order": "--service mpc", "translate extract": "de"}


@pytest.mark.parametrize(
    "words",
    [
        *("build --card anna", "translate update de"),
        *(path for path, command in commands() if any(p.name == "game" for p in command.params)),
    ],
)
def test_a_command_takes_the_only_game_of_a_project(run, project, words):
    words = f"{words} {NEEDED.get(words, '')}"
    result = run(*words.split())
    assert (result.exit_code, "bridge" in result.stderr) == (1, True), result.output
    (project / "card_data/minecart").mkdir()
    result = run(*words.split())
    assert result.exit_code == 2
    assert "name one game: `bridge`, `minecart`" in result.stderr
    for name in ("bridge", "minecart"):
        (project / "card_data" / name).rmdir()
    assert "make one with `cardgen new NAME`" in run(*words.split()).stderr


def test_long_help_has_headings(run):
    for path, command in commands():
        parameters = command.get_params(click.Context(command))
        is_long = sum(isinstance(p, click.Option) for p in parameters) > 10
        assert ("\nOptions of every command:\n" in run(*path.split(), "--help").stdout) == is_long


def test_the_values_that_an_option_takes_are_set_in_not_escaped(run, project):
    said = run("export", "bridge", "--to", "x").stderr
    assert "\\t" not in said
    assert "\n    csv,\n" in said


def test_usage_error_shows_no_raw_control_characters(run):
    result = run("\x1b[31mbuild\n")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr
    assert r"\x1b[31mbuild\n" in result.stderr


def test_no_project(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("check")
    assert result.exit_code == 2
    assert "no project here" in result.stderr
    assert "`cardgen new NAME`" in result.stderr
    assert "it has no folder card_data/" in run("check", "--project", str(tmp_path)).stderr


def test_project_is_found_upward_and_named_before_or_after(run, api, project, monkeypatch):
    inner = project / "card_data" / "bridge"
    monkeypatch.chdir(inner)
    assert run("build").exit_code == 0
    assert api.request.root == project
    monkeypatch.chdir("/")
    for args in (["--project", str(project), "build"], ["build", "--project", str(project)]):
        api.request = None
        assert run(*args).exit_code == 0
        assert api.request.root == project


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (ModelError(SOME), 1, "card_data/x.yaml:2: error[CG201]: something is wrong\n1 error\n"),
        (
            OSError(28, "No space left on device", "/output/x.pdf"),
            1,
            "cardgen: cannot read or write `/output/x.pdf`: No space left on device\n",
        ),
        (KeyboardInterrupt(), 130, "cardgen: interrupted; no file is left half-written\n"),
    ],
)
def test_errors_raised_by_the_core_are_printed(run, api, project, error, code, message):
    api.raises = error
    result = run("check")
    assert (result.exit_code, result.stderr) == (code, message)


def test_a_bug_has_an_exit_code_and_with_v_a_traceback(run, api, project):
    api.raises = KeyError("\x1b[2Jkey")
    result = run("check")
    assert result.exit_code == 70
    for words in ("this is a bug of cardgen", "report", "KeyError"):
        assert words in result.stderr
    assert not re.search("Traceback|\x1b", result.stderr)
    for args in (["-v", "check"], ["check", "-v"]):
        result = run(*args)
        assert result.exit_code == 70
        assert "Traceback (most recent call last)" in result.stderr
        assert "with -v" not in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently")
@pytest.mark.parametrize(
    "args",
    ["explain", *(pytest.param(a, marks=pytest.mark.broad) for a in ("--help", "--version"))],
)
def test_a_closed_pipe_is_quiet(tmp_path, args):
    reading, writing = os.pipe()
    os.close(reading)
    done = python("-m", "cardgen", args, stdout=writing, cwd=tmp_path)
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX closes it")
def test_no_output_at_all_is_fine(tmp_path):
    command = f"{shlex.quote(sys.executable)} -m cardgen explain CG101 >&-"
    env = {**os.environ, "PYTHONPATH": str(Path(cardgen.__file__).parents[1])}
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_output_device(tmp_path):
    with open("/dev/full", "w") as full:
        done = python("-m", "cardgen", "explain", stdout=full, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("cardgen: cannot read or write: No space left")
    assert "Traceback" not in done.stderr


def test_a_terminal_without_unicode(tmp_path):
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = python("-m", "cardgen", "explain", cwd=tmp_path, env=ascii_only)
    assert done.returncode == 0
    assert done.stdout.isascii()


def test_a_new_file_is_a_new_command(run, project, tmp_path, monkeypatch):
    import cardgen.cli

    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "hello.py").write_text(
        "import click\n"
        "from cardgen.cli.options import with_settings\n"
        "@click.command()\n"
        "@with_settings\n"
        "def command(settings):\n"
        "    '''Greet.'''\n"
        "    click.echo(settings.root.name)\n"
        "    return 1\n"
    )
    monkeypatch.setattr(cardgen.cli, "__path__", [*cardgen.cli.__path__, str(tmp_path / "more")])
    assert "\n  hello " in run().stdout.partition("\nMore:\n")[2]
    result = run("hello")
    assert (result.exit_code, result.stdout) == (1, f"{project.name}\n")
    sys.modules.pop("cardgen.cli.hello")
    del cardgen.cli.hello
