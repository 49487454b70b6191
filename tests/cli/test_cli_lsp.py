from __future__ import annotations

import importlib
import sys


def test_without_its_extra_the_command_names_it_in_one_line(run, monkeypatch):
    module = importlib.import_module("cardgen.cli.lsp")
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    result = run("lsp")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: this needs the extra `lsp`: ")
    assert result.stderr.endswith("`uv tool install './cardgen[lsp]'`\n")


def test_nothing_of_it_is_imported_to_start_the_program(run):
    known = set(sys.modules)
    run("--help")
    assert {name for name in set(sys.modules) - known if name.startswith(("pygls", "lsp"))} == set()
