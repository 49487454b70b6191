"""Imports go strictly down the layers, never sideways between packages."""

from __future__ import annotations

import ast
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "cardgen"
LAYERS = [
    {"core"},
    {"frame"},  # alone: shaped words and icons are made of its values
    {"source", "assets"},
    {"model", "template", "impose", "backend"},
    {"layout"},
    {"products", "proof"},
    {"pipeline"},
    {"api"},  # the engine as features see it
    {"features"},
    {"preview"},
    {"lsp"},
    {"cli"},
    {"extension_points"},  # declares the contracts of all packages; nothing imports it
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
WITHOUT_LAYER = {"__init__", "__main__"}  # the package's own name, and the way in
MODULES = sorted(ROOT.rglob("*.py"))


def package_of(module):
    return module.relative_to(ROOT).with_suffix("").parts[0]


@cache
def parsed(module):
    return ast.parse(module.read_text(encoding="utf-8"))


@cache
def imported(module):
    """Return line and dotted name of every import, the lazy ones too."""
    found = []
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports relatively"
            assert node.module is not None
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def test_every_package_has_a_layer():
    assert {package_of(module) for module in MODULES} - WITHOUT_LAYER <= set(LEVEL)


@pytest.mark.parametrize("package", sorted({package_of(m) for m in MODULES} - WITHOUT_LAYER))
def test_imports_go_down(package):
    wrong = []
    for module in MODULES:
        if package_of(module) != package:
            continue
        for line, name in imported(module):
            top, _, rest = name.partition(".")
            if top != "cardgen":
                continue
            other = rest.partition(".")[0]
            if other in LEVEL and other != package and LEVEL[other] >= LEVEL[package]:
                wrong.append(f"{module.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def circles():
    """Return the sets of modules that import each other, imports for types alone included."""
    names = {}
    for module in MODULES:
        parts = module.relative_to(ROOT.parent).with_suffix("").parts
        names[".".join(parts).removesuffix(".__init__")] = module
    below = {}
    for name, module in names.items():
        below[name] = set()
        for _, found in imported(module):
            other = found if found in names else found.rpartition(".")[0]
            if other in names and other != name:
                below[name].add(other)
    reached = {name: reachable(name, below) for name in names}
    found = []
    for name in names:
        circle = {other for other in reached[name] if name in reached[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def reachable(start, below):
    seen = set()
    waiting = [start]
    while waiting:
        for other in below[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen


MEANT_CIRCLES: dict[str, tuple[str, ...]] = {
    "a Group is an item that holds a Frame, and a Frame holds items": (
        "frame.frame",
        "frame.items",
        "frame.packing",
        "frame.words",
    ),
    "a flow holds tables, and their cells are flows": ("layout.text.flow", "layout.text.tables"),
    "a Box lays out on a Canvas, which places boxes": ("layout.box", "layout.canvas"),
}
"""Modules that may import each other, by the reason; any part of such a circle is fine too."""


def test_modules_import_in_no_circle():
    meant = [{f"cardgen.{name}" for name in names} for names in MEANT_CIRCLES.values()]
    found = [circle for circle in circles() if not any(circle <= one for one in meant)]
    assert [sorted(circle) for circle in found] == []


def test_values_are_structs():
    """A dataclass takes so long to define that a few hundred are felt at every start."""
    found = [m for m in MODULES if any(name.startswith("dataclasses") for _, name in imported(m))]
    assert found == []


def test_no_feature_imports_another():
    wrong = []
    for module in sorted((ROOT / "features").glob("*/**/*.py")):
        own = module.relative_to(ROOT / "features").parts[0]
        for line, name in imported(module):
            other = name.removeprefix("cardgen.features.").partition(".")[0]
            if name.startswith("cardgen.features.") and other != own:
                wrong.append(f"{module.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


FEATURES = sorted(
    one.name for one in (ROOT / "features").iterdir() if (one / "__init__.py").is_file()
)
MOST_NAMES = 12
MORE_NAMES = {"order": 17}
"""Features that need more, and how many they need; these numbers only go down."""


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_knows_little_of_the_engine(feature):
    names = {
        name
        for module in (ROOT / "features" / feature).rglob("*.py")
        for _, name in imported(module)
        if name.startswith(("cardgen.api.", "cardgen.pipeline."))
    }
    assert len(names) <= MORE_NAMES.get(feature, MOST_NAMES), sorted(names)


ENGINE = ("game_build", "session", "making", "executors", "cache", "series_build", "draft_build")


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_opens_games_through_the_api(feature):
    wrong = [
        f"{module.relative_to(ROOT)}:{line} imports {name}"
        for module in (ROOT / "features" / feature).rglob("*.py")
        for line, name in imported(module)
        if name.startswith(tuple(f"cardgen.pipeline.{one}" for one in ENGINE))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("library", "packages"),
    [
        ("click", {"cli"}),
        ("jinja2", {"features", "template"}),
        ("pypdfium2", {"backend"}),
        ("reportlab", {"backend"}),
        ("uharfbuzz", {"assets"}),
        ("zlib_ng", {"backend"}),
        ("markdown_it", {"model"}),
        ("PIL", {"assets", "backend"}),
        ("yaml", {"source"}),
        ("python_calamine", {"source"}),
        ("xlsxwriter", {"features"}),
        ("segno", {"assets"}),
        ("polib", {"model"}),
        ("starlette", {"preview"}),
        ("uvicorn", {"preview"}),
        ("watchfiles", {"pipeline"}),
        ("distributed", {"pipeline"}),
        ("pygls", {"lsp"}),
        ("lsprotocol", {"lsp"}),
    ],
)
def test_each_library_has_one_home(library, packages):
    homes = {
        package_of(module)
        for module in MODULES
        for _, name in imported(module)
        if name.partition(".")[0] == library
    }
    assert homes == packages


def test_only_fetching_uses_the_network():
    """What looks things up in the web would make a build depend on the day."""
    clients = ("urllib.request", "http.client", "ftplib", "smtplib", "requests", "httpx")
    found = {
        module.relative_to(ROOT).as_posix()
        for module in MODULES
        for _, name in imported(module)
        if name.startswith(clients)
    }
    assert found == {"features/exchange/fetch.py"}


MEANT_TWICE: set[str] = set()
"""Public names of classes that may stand in more than one module."""


def test_a_class_name_means_one_thing():
    homes = {}
    for module in MODULES:
        for node in parsed(module).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(module.relative_to(ROOT)))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {
        name: homes[name] for name in MEANT_TWICE
    }


def test_every_test_file_is_collected(pytestconfig):
    """Hold what pytest passes over by itself: folders such as `build` and `dist`."""
    tests = Path(__file__).parent
    left_out = pytestconfig.getini("norecursedirs")
    for file in tests.rglob("test_*.py"):
        for folder in file.relative_to(tests).parents:
            assert not any(fnmatch(folder.name, pattern) for pattern in left_out), file
    assert pytestconfig.getini("python_files") == ["test_*.py", "*_test.py"]
    assert pytestconfig.getini("testpaths") == ["tests"]
