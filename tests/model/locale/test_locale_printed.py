"""All words that cardgen prints are known to translators, and no others."""

import ast
from pathlib import Path

import cardgen
from cardgen.model.locale import printed
from cardgen.model.locale.printed import PRINTED, TABLE_WORDS

ROOT = Path(cardgen.__file__).parent
PARTS = ("panel", "long wall", "short wall", "wrap")
HALVES = {f"{half}, {part}" for half in ("lid", "base") for part in PARTS}
COMPOSED = {"light ink", "grey ink", *HALVES, *TABLE_WORDS}
"""Words that are put together, and those that a table takes from the list."""


def texts(node):
    inner = ast.walk(node)
    return {o.value for o in inner if isinstance(o, ast.Constant) and isinstance(o.value, str)}


def test_words_that_are_said_are_those_that_are_listed():
    modules = [path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")]
    modules.remove(Path(printed.__file__).read_text(encoding="utf-8"))
    said = set()
    for module in modules:
        if "game.say(" not in module and "scope.translate(" not in module:
            continue
        calls = (node for node in ast.walk(ast.parse(module)) if isinstance(node, ast.Call))
        for call in calls:
            name = ast.unparse(call.func)
            is_printed = name.endswith("scope.translate") and len(call.args) == 1
            if is_printed or name.endswith("game.say"):
                said |= texts(call.args[0])
    said -= {"standee"}  # which is compared, not said
    assert len(said) > 10
    assert said <= set(PRINTED)
    templates = [path.read_text(encoding="utf-8") for path in ROOT.rglob("*.j2")]
    package = "".join([*modules, *templates])
    assert [word for word in PRINTED if f'"{word}"' not in package and word not in COMPOSED] == []
