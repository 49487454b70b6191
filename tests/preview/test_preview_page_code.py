"""The code of the page: how it is formatted, and whether its types fit together."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from node_programs import node_modules

ROOT = Path(__file__).parents[2]
PAGE = "cardgen/preview/static"
PRETTIER, TSC = "prettier/bin/prettier.cjs", "typescript/bin/tsc"

pytestmark = pytest.mark.node


def said(program: str, *arguments: str) -> tuple[int, str]:
    command = ["node", str(node_modules(program) / program), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_page_is_formatted():
    files = f"{PAGE}/**/*.{{js,ts}}"
    code, output = said(PRETTIER, "--check", files)
    assert code == 0, f"{output}\nprettier --write '{files}' formats it"


def test_its_types_fit_together():
    code, output = said(TSC, "--project", "tests/preview/page/tsconfig.json", "--pretty", "false")
    ours = re.findall(rf"(?m)^{PAGE}/(?!vendor/).*", output)  # libraries are minified
    assert not ours, "\n".join(ours)
    assert code == 0 or f"{PAGE}/vendor/" in output, output


def test_values_of_wrong_types_are_found(tmp_path):
    page = (ROOT / PAGE).as_posix()
    wrong = {
        "prioritize(state.games.a, []);": "TS2345",
        "state.games.a.tilte;": "TS2551",
        "sideOf(state.project, '');": "TS2345",
    }
    imports = [("prioritize", "server"), ("state", "store"), ("sideOf", "sides")]
    lines = [f'import {{ {name} }} from "{page}/core/{file}.js";' for name, file in imports]
    (tmp_path / "wrong.js").write_text("\n".join([*lines, *wrong]), encoding="utf-8")
    config = {
        "extends": (ROOT / "tests/preview/page/tsconfig.json").as_posix(),
        "include": [(tmp_path / "wrong.js").as_posix(), f"{page}/types.d.ts"],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    code, output = said(TSC, "--project", str(tmp_path), "--pretty", "false")
    assert code != 0
    found = re.findall(r"wrong\.js\((\d+),\d+\): error (TS\d+)", output)
    assert found == [(str(line), fault) for line, fault in enumerate(wrong.values(), 4)], output
