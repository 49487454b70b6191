"""What an installed cardgen carries along, its licences, and wheels of all that it depends on."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from cardgen.assets.library import Library
from cardgen.assets.problems import LEFT_OUT, unknown_font
from cardgen.core.diagnostics import Location
from tools.wheels import LOCK, PLATFORMS, PYTHONS, REQUIRED

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
FAMILIES = sorted(folder for folder in (ROOT / "fonts").iterdir() if folder.is_dir())


def test_fonts_that_a_wheel_leaves_out_are_known_to_who_asks_for_them():
    """They are in the repository, and the error says where."""
    files = {f"fonts/{name.partition('/')[0]}/{file}": name for name, file in LEFT_OUT.items()}
    assert files.keys() == {path for path in WHEEL["exclude"] if path.startswith("fonts/")}
    assert [path for path in files if not (ROOT / path).is_file()] == []
    here = Library(ROOT, fonts=(ROOT / "fonts",)).font_names()
    for path, name in files.items():
        assert name in here
        told = unknown_font(Location("game.yaml", 3, 9), name, {*here} - {name})
        assert any(f"`{path}`" in hint for hint in told.hints)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_font_family_has_its_licence_and_credit(family):
    licence = (family / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in licence.upper()
    assert list(family.glob("*.ttf"))
    assert f"fonts/{family.name}/OFL.txt" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert f"`{family.name}`" in (ROOT / "fonts" / "README.md").read_text(encoding="utf-8")


def test_every_library_of_the_page_has_its_licence():
    vendor = ROOT / "cardgen/preview/static/vendor"
    files = {file.name for file in vendor.glob("*.js")}
    packages = re.findall(
        r"^- \S+ [\d.]+: (.+)$", (vendor / "README.md").read_text("utf-8"), re.MULTILINE
    )
    names = [package.split(", ") for package in packages]
    assert files == {name for some in names for name in some}
    licences = {f"{some[0].removesuffix('.js')}.LICENSE.txt" for some in names}
    assert licences == {file.name for file in vendor.glob("*.LICENSE.txt")}
    assert "cardgen/preview/static/vendor/*.LICENSE.txt" in PYPROJECT["project"]["license-files"]


def test_every_game_is_credited():
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    games = [data.parent.name for data in (ROOT / "card_data").glob("*/game.yaml")]
    assert games
    assert [name for name in games if f"  {name} " not in licence] == []


def test_what_the_page_is_made_with_travels_with_its_licences():
    vendor = ROOT / "cardgen/preview/static/vendor"
    told = (vendor / "README.md").read_text(encoding="utf-8")
    files = dict(re.findall(r"(?m)^- (\S+) \S+: ([\w-]+)\.js", told))  # the first of each
    assert {"preact", "htm", "@codemirror/view"} <= files.keys()
    carried = {file for glob in PYPROJECT["project"]["license-files"] for file in ROOT.glob(glob)}
    assert {vendor / f"{file}.LICENSE.txt" for file in files.values()} <= carried
    credits = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert [name for name in files if f"  {name} " not in credits] == []


def imports(tree):
    """Find the packages that a module imports as it is loaded."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name.partition(".")[0] for one in names)
            case ast.ImportFrom(module=str(name)):
                yield name.partition(".")[0]
            case ast.FunctionDef() | ast.Lambda() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case _:
                yield from imports(node)


def test_tests_and_program_load_without_extras():
    """A newcomer installs `dev` alone: what other extras bring is imported where it is used."""
    extras = {
        name: {re.split(r"[<>=; ]", need)[0].replace("-", "_") for need in needs}
        for name, needs in PYPROJECT["project"]["optional-dependencies"].items()
    }
    optional = set().union(*extras.values()) - extras["dev"] | {"dask"}
    assert {"playwright", "axe_playwright_python", "distributed", "typst"} < optional
    named = re.compile(rf"^\s*(?:import|from)\b.*\b(?:{'|'.join(optional)})\b", re.MULTILINE)
    files = [file for name in ("tests", "tools", "cardgen") for file in (ROOT / name).rglob("*.py")]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    texts = {
        file: text for file, text in texts.items() if file.parent.name != "lsp"
    }  # its own room
    asking = {file: ast.parse(text) for file, text in texts.items() if named.search(text)}
    assert asking
    assert [str(file) for file, tree in asking.items() if optional & {*imports(tree)}] == []


# The systems and the machines that the files of a platform may name.
FITTING = {
    "linux-x86-64": r"manylinux\w*_x86_64",
    "linux-arm": r"manylinux\w*_aarch64",
    "macos-arm": r"macosx_\d+_\d+_(arm64|universal2)",
    "macos-x86-64": r"macosx_\d+_\d+_(x86_64|universal2|intel)",
    "windows-x86-64": r"win_amd64",
}
REFRESH = "run `python -m tools.wheels`"
LOCKED = tomllib.loads(LOCK.read_text(encoding="utf-8"))


def lacking(files, needed, platform, python):
    """Return the distributions without a file that this Python takes on this platform."""
    parsed = [parse_wheel_filename(file) for file in files]
    named = {tag.platform for *_, tags in parsed for tag in tags if tag.platform != "any"}
    fitting = [name for name in sorted(named) if re.fullmatch(FITTING[platform], name)]
    taken = {*cpython_tags(python, platforms=fitting)}
    taken |= {*compatible_tags(python, f"cp3{python[1]}", fitting)}
    return needed - {name for name, _, _, tags in parsed if tags & taken}


def names(files):
    return {parse_wheel_filename(file)[0] for file in files}


def test_the_lock_is_of_these_dependencies():
    assert LOCKED["requires"] == REQUIRED, REFRESH
    assert LOCKED["wheels"].keys() == PLATFORMS.keys() == FITTING.keys(), REFRESH


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_has_a_wheel(platform, python):
    needed = {canonicalize_name(Requirement(line).name) for line in REQUIRED}
    for files in LOCKED["wheels"].values():  # and what those depend on in their turn
        needed |= names(files)
    assert not lacking(LOCKED["wheels"][platform], needed, platform, python)
