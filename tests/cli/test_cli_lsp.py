import importlib


def test_without_its_extra_the_command_names_it_in_one_line(run, monkeypatch):
    module = importlib.import_module("cardgen.cli.lsp")
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    result = run("lsp")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: this needs the extra `lsp`: ")
    assert result.stderr.endswith("`uv tool install './cardgen[lsp]'`\n")
