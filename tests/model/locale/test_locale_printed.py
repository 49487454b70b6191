"""All words that cardgen prints are known to translators, and no others."""

import ast
from pathlib import Path

import cardgen
from cardgen.model.locale import printed
from cardgen.model.locale.printed import PRINTED

ROOT = Path(cardgen.__file__).parent
PARTS = ("panel", "long wall", "short wall", "wrap")
HALVES = {f"{half}, {part}" for half in ("lid", "base") for part in PARTS}
COMPOSED = {"light ink", "grey ink", *HALVES}
"""Words that are put together."""


def nodes():
    for module in ROOT.rglob("*.py"):
        if str(module) != printed.__file__:
            yield from ast.walk(ast.parse(module.read_text(encoding="utf-8")))


def texts(node):
    inner = ast.walk(node)
    return {o.value for o in inner if isinstance(o, ast.Constant) and isinstance(o.value, str)}


def test_words_that_are_said_are_those_that_are_listed():
    said, written = set(), set()
    for node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            written.add(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            owner = ast.unparse(node.func.value)
            if (owner.endswith("game"), node.func.attr) == (True, "say"):
                said |= texts(node.args[0])
            if (owner.endswith("scope"), node.func.attr) == (True, "word"):
                said |= texts(node.args[0])
    said -= {"standee"}  # which is compared, not said
    assert len(said) > 10
    assert said <= set(PRINTED)
    assert set(PRINTED) - COMPOSED <= written
