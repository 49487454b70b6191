"""Imports go strictly down the layers, never sideways between packages."""

import ast
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from tools.damage import tested_by

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
    {"comparison"},  # two states of a game and their differences
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


IMPORT = re.compile(
    r"^[ \t]*(?:from ([\w.]+) import (?:\(([^)]*)\)|(.*))|import (.*))$", re.MULTILINE
)


@cache
def imported_names(module):
    """Return the dotted name of every import in a module, lazy imports included."""
    names = []
    for source, block, line, modules in IMPORT.findall(module.read_text(encoding="utf-8")):
        prefix = f"{source}." if source else ""
        listed = re.sub(r"#.*", "", block or line or modules).split(",")
        names += [prefix + name.split()[0] for name in listed if name.strip()]
    return names


def wrong_imports(modules, is_wrong):
    """List the imports of some modules for which a condition holds."""
    return [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in modules
        for name in imported_names(module)
        if is_wrong(module, name)
    ]


def test_every_package_has_a_layer_and_tests_that_see_damage():
    assert {package_of(module) for module in MODULES} - WITHOUT_LAYER <= set(LEVEL)
    packages = {tested_by.package_of(module.relative_to(ROOT)) for module in MODULES}
    assert packages - {"__init__", "features"} == set(tested_by.ROWS)
    patterns = {test for row in tested_by.ROWS.values() for test in (*row.own, *row.users)}
    assert [test for test in patterns if not any(ROOT.parent.glob(test))] == []


def goes_up(module, name):
    package, (top, _, rest) = package_of(module), name.partition(".")
    other = rest.partition(".")[0]
    is_relative = name.startswith(".")
    is_other = top == "cardgen" and other in LEVEL and other != package
    return is_relative or (is_other and LEVEL[other] >= LEVEL.get(package, len(LAYERS)))


def test_imports_go_down():
    assert wrong_imports(MODULES, goes_up) == []


def circles():
    """Return the sets of modules that import each other, imports for types alone included."""
    names = {}
    for module in MODULES:
        parts = module.relative_to(ROOT.parent).with_suffix("").parts
        names[".".join(parts).removesuffix(".__init__")] = module
    below = {}
    for name, module in names.items():
        below[name] = set()
        for found in imported_names(module):
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
    assert wrong_imports(MODULES, lambda module, name: name.startswith("dataclasses")) == []


ENGINE = ("game_build", "game_work", "making", "executors", "cache", "series_build", "draft_build")


def test_features_use_the_api_and_no_other_feature():
    engine = tuple(f"cardgen.pipeline.{name}" for name in ENGINE)

    def is_wrong(module, name):
        package, _, feature = name.rpartition("cardgen.features.")
        own = module.relative_to(ROOT / "features").with_suffix("").parts[0]
        is_feature = name.startswith("cardgen.features.") and not package
        allowed = (own, "problems", "hooks")
        return name.startswith(engine) or (is_feature and feature.partition(".")[0] not in allowed)

    assert wrong_imports(sorted((ROOT / "features").rglob("*.py")), is_wrong) == []


MOST_NAMES = 25


def names_of_others(path):
    """Return the names that a package or module uses of other packages of cardgen, each once.

    Of a module that is imported as a whole these are the attributes that are used.
    """
    own = "cardgen." + ".".join(path.relative_to(ROOT).with_suffix("").parts)
    modules = {".".join(one.relative_to(ROOT.parent).with_suffix("").parts) for one in MODULES}
    names = set()
    for module in path.rglob("*.py") if path.is_dir() else [path]:
        whole = {}
        for node in (tree := list(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))):
            if isinstance(node, ast.Import):
                assert not any(one.name.startswith("cardgen.") for one in node.names), module
            if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "cardgen":
                for one in node.names:
                    name = f"{node.module}.{one.name}"
                    if name in modules:
                        whole[one.asname or one.name] = name
                    else:
                        names.add(name)
        for node in tree:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                names |= {f"{module}.{node.attr}" for module in {whole.get(node.value.id)} - {None}}
    return {name for name in names if not name.startswith((f"{own}.", "cardgen.features."))}


def test_features_use_few_names_of_others():
    """Work that takes more belongs to the engine or a product, where it has one name."""
    modules = [one for one in (ROOT / "features").glob("*.py") if one.name != "__init__.py"]
    folders = [one.parent for one in (ROOT / "features").glob("*/__init__.py")]
    counts = {
        path.relative_to(ROOT).as_posix(): len(names_of_others(path))
        for path in (*modules, *folders, ROOT / "preview/history")
    }
    assert {name: count for name, count in counts.items() if count > MOST_NAMES} == {}


def test_only_fetching_uses_the_network():
    """What looks things up in the web would make a build depend on the day."""
    clients = ("urllib.request", "http.client", "ftplib", "smtplib", "requests", "httpx")
    fetching = ROOT / "features/fetch.py"
    assert (
        wrong_imports(MODULES, lambda module, name: name.startswith(clients) and module != fetching)
        == []
    )


def test_every_test_file_is_collected(pytestconfig):
    """Hold what pytest passes over by itself: folders such as `build` and `dist`."""
    tests = Path(__file__).parent
    left_out = pytestconfig.getini("norecursedirs")
    for file in tests.rglob("test_*.py"):
        for folder in file.relative_to(tests).parents:
            assert not any(fnmatch(folder.name, pattern) for pattern in left_out), file
    assert pytestconfig.getini("python_files") == ["test_*.py", "*_test.py"]
    assert pytestconfig.getini("testpaths") == ["tests"]
