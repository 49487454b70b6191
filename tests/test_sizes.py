"""Functions have at most 60 lines, and classes at most 20 attributes."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1] / "cardgen"
MOST_LINES, MOST_ATTRIBUTES = 60, 20

LARGE_CLASSES = {"products/orders/service.py Service": 24}
"""Classes that are larger: the rows of a TOML file. The list can only shrink."""


@cache
def definitions() -> tuple[tuple[str, ast.AST], ...]:
    """Return each function and class of the package, nested ones included, with its name."""
    return tuple(
        (f"{path.relative_to(ROOT).as_posix()} {node.name}", node)
        for path in sorted(ROOT.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    )


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines from ``def`` to the last one, without the docstring."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        assert docstring.end_lineno is not None
        lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def attributes_of(cls: ast.ClassDef) -> set[str]:
    """Return the names that a class declares, and those that its methods assign to ``self``.

    Class variables and what it inherits do not count.
    """
    return set(_declared(cls)) | {
        node.attr
        for method in cls.body
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def _declared(cls: ast.ClassDef) -> Iterator[str]:
    for statement in cls.body:
        is_declaration = isinstance(statement, ast.AnnAssign)
        if is_declaration and "ClassVar" not in ast.unparse(statement.annotation):
            yield ast.unparse(statement.target)


def test_functions_are_short():
    functions = (
        (name, lines_of(node))
        for name, node in definitions()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert {name: lines for name, lines in functions if lines > MOST_LINES} == {}


def test_classes_have_few_attributes():
    classes = (
        (name, len(attributes_of(node)))
        for name, node in definitions()
        if isinstance(node, ast.ClassDef)
    )
    assert {name: count for name, count in classes if count > MOST_ATTRIBUTES} == LARGE_CLASSES
