"""Imports go strictly down the layers, never sideways between packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
    {"build"},
    {"preview"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
WITHOUT_LAYER = {"__init__", "__main__"}  # the package's own name, and the way in
MODULES = sorted(ROOT.rglob("*.py"))


def package_of(module: Path) -> str:
    return module.relative_to(ROOT).with_suffix("").parts[0]


def imported(module: Path) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of every import, the lazy ones too."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports relatively"
            assert node.module is not None
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def test_every_package_has_a_layer() -> None:
    assert {package_of(module) for module in MODULES} - WITHOUT_LAYER <= set(LEVEL)


@pytest.mark.parametrize("package", sorted({package_of(m) for m in MODULES} - WITHOUT_LAYER))
def test_imports_go_down(package: str) -> None:
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


@pytest.mark.parametrize(
    ("library", "packages"),
    [
        ("click", {"cli"}),
        ("rich", {"cli"}),
        ("jinja2", {"template"}),
        ("reportlab", {"backend"}),
        ("pypdfium2", {"backend"}),
        ("uharfbuzz", {"assets"}),
        ("PIL", {"assets", "backend"}),
        ("yaml", {"source"}),
        ("pydantic", {"model"}),
        ("starlette", {"preview"}),
        ("uvicorn", {"preview"}),
        ("watchfiles", {"build"}),
    ],
)
def test_each_library_has_one_home(library: str, packages: set[str]) -> None:
    homes = {
        package_of(module)
        for module in MODULES
        for _, name in imported(module)
        if name.partition(".")[0] == library
    }
    assert homes <= packages
