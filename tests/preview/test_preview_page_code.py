"""The code of the page: how it is formatted, and whether its types fit together."""

import json
import re
import shutil
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
    files = [f"{PAGE}/**/*.{{js,ts}}", "tools/playground/**/*.{js,mjs}"]
    code, output = said(PRETTIER, "--check", *files)
    assert code == 0, f"{output}\n`prettier --write` with {files} formats it"


def test_its_types_fit_together_and_values_of_wrong_types_are_found(tmp_path):
    page = tmp_path / "static"
    shutil.copytree(ROOT / PAGE, page)
    for library in page.glob("vendor/*.js"):  # as published: what is wrong there is not ours
        text = library.read_text(encoding="utf-8")
        library.write_text(f"// @ts-nocheck\n{text}", encoding="utf-8")
    wrong = {
        "prioritize(state.games.a, []);": "TS2345",
        "state.games.a.tilte;": "TS2551",
        "sideOf(state.project, '');": "TS2345",
    }
    imports = [("prioritize", "server"), ("state", "store"), ("sideOf", "sides")]
    lines = [f'import {{ {name} }} from "./core/{file}.js";' for name, file in imports]
    (page / "wrong.js").write_text("\n".join([*lines, *wrong]), encoding="utf-8")
    config = {
        "extends": (ROOT / "tests/preview/page/tsconfig.json").as_posix(),
        "include": [page.as_posix()],
        "exclude": [f"{page.as_posix()}/{one}" for one in ("vendor", "core/html.js")],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    _, output = said(TSC, "--project", str(tmp_path), "--pretty", "false")
    found = re.findall(r"static/(\S+)\((\d+),\d+\): error (TS\d+)", output)
    meant = [("wrong.js", str(line), fault) for line, fault in enumerate(wrong.values(), 4)]
    assert found == meant, output
