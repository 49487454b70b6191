"""The table of caches (docs/architecture.md) has a row for each memo, with a figure."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from five_games import ROOT

Memo = tuple[str, str]
"""A module's path, and the name of a table or function in it."""

NO_MEMOS = {
    "registers, filled once": [
        ("cardgen/cli/report.py", "_rows"),
        ("cardgen/core/problems.py", "PROBLEMS"),
        ("cardgen/core/plugins/parts.py", "load_parts"),
        ("cardgen/core/registry.py", "_items"),
    ],
    "what one walk, reading, text or parcel has gathered": [
        ("cardgen/comparison/painted_boxes.py", "_boxes"),
        ("cardgen/frame/ink.py", "_done"),
        ("cardgen/lsp/open_texts.py", "published"),
        ("cardgen/preview/start.py", "_previews"),
        ("cardgen/model/cards.py", "by_type"),
        ("cardgen/model/cards.py", "ids"),
        ("cardgen/model/foreign/texts.py", "terms"),
        ("cardgen/model/markdown.py", "anchors"),
        ("cardgen/pipeline/executors/cluster.py", "_parcels"),
        ("cardgen/pipeline/executors/processes.py", "_parcels"),
        ("cardgen/products/pcio/piles.py", "targets"),
        ("cardgen/template/environment.py", "display_paths"),
        ("cardgen/template/environment.py", "texts"),
    ],
    "states, not results": [
        ("cardgen/preview/editing/editor.py", "_documents"),
        ("cardgen/preview/live/live_project.py", "_digests"),
    ],
}
DOCUMENTS = "cardgen/backend/"
"""Here documents hold what they have written, to write each part once; only functions count."""


def memos_in(path: str, text: str) -> Iterator[Memo]:
    """Yield each function with a cache, and each table that a function looks into and fills."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            kind = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
            if "CachedValues[" in kind or ast.unparse(node.value).startswith("Weak"):
                yield path, ast.unparse(target).rpartition(".")[2]
    of_module = {
        name.id
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for name in ast.walk(statement)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for function in (node for scope in (tree, *classes) for node in scope.body):
        if isinstance(function, ast.FunctionDef):
            if is_cached(function):
                yield path, function.name
            if not path.startswith(DOCUMENTS):
                for table in tables_of(function):
                    if table.startswith("self.") or table in of_module:
                        yield path, table.rpartition(".")[2]


def is_cached(function: ast.FunctionDef) -> bool:
    """Whether a function with parameters remembers its results; one without is a register."""
    names = {ast.unparse(one).split("(")[0].split(".")[-1] for one in function.decorator_list}
    return bool(names & {"cache", "lru_cache"} and function.args.args)


def tables_of(function: ast.FunctionDef) -> Iterator[str]:
    """Yield tables in which a function looks up a key that it also fills, and returns a value."""
    looked_up, filled, returns = set(), set(), False
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
                looked_up.add((ast.unparse(table), ast.unparse(key)))
            case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[table]):
                looked_up.add((ast.unparse(table), ast.unparse(key)))
            case ast.Subscript(value=table, slice=key, ctx=ast.Store()):
                filled.add((ast.unparse(table), ast.unparse(key)))
            case ast.Return(value=ast.expr()):
                returns = True
    if returns:
        yield from sorted({table for table, _ in looked_up & filled})


def rows() -> list[tuple[list[Memo], str]]:
    """Return what each row names, and what it says about the gain."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = page.split("## Caches")[1].split("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    result = []
    for _, where, _, gain in cells[1:]:
        path, memos = "", []
        for name in re.findall(r"`([^`]+)`", where):
            if "/" in name:
                path = name
            else:
                memos.append((path, name.rpartition(".")[2]))
        result.append((memos, gain))
    return result


def memos_of_the_code() -> set[Memo]:
    files = sorted((ROOT / "cardgen").rglob("*.py"))
    paths = {file.relative_to(ROOT).as_posix(): file for file in files}
    return {
        memo for path, file in paths.items() for memo in memos_in(path, file.read_text("utf-8"))
    }


def test_each_memo_has_a_row():
    named = {memo for memos, _ in rows() for memo in memos}
    exempt = {memo for memos in NO_MEMOS.values() for memo in memos}
    memos = memos_of_the_code()
    assert sorted(memos - named - exempt) == []
    assert sorted(exempt - memos) == [], "no longer in the code"


def test_each_row_names_what_exists_and_a_figure():
    for memos, gain in rows():
        assert memos, gain
        for path, name in memos:
            assert re.search(rf"\b{name}\b", Path(ROOT, path).read_text("utf-8")), (path, name)
        assert re.search(r"\d", gain), memos


def test_a_new_memo_is_seen():
    text = """
from functools import lru_cache
_TABLE = {}
@lru_cache(8)
def squared(x): return x * x
def cubed(x):
    if x not in _TABLE:
        _TABLE[x] = x ** 3
    return _TABLE[x]
class Numbers:
    def root(self, x):
        root = self._roots.get(x)
        if root is None:
            root = self._roots[x] = x ** 0.5
        return root
    def put(self, x): self._seen[x] = True
"""
    assert sorted(memos_in("a.py", text)) == [("a.py", n) for n in ("_TABLE", "_roots", "squared")]
