import socket

import pytest

import cardgen.preview.web.serve


@pytest.fixture
def served(monkeypatch, tmp_path):
    asked = []

    def prepare(root, games, port, ready, **more):
        asked.append((root, games, port))
        ready("http://127.0.0.1:4650/")

    monkeypatch.setattr(cardgen.preview.web.serve, "prepare_preview", prepare)
    monkeypatch.setattr(cardgen.preview.web.serve, "serve", lambda prepared: None)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return asked


def test_it_says_where_the_page_is(project, run, served):
    result = run("preview")
    assert result.exit_code == 0
    assert result.stdout == "cardgen preview: http://127.0.0.1:4650/\n"
    assert served == [(project, (), None)]


def test_a_port_that_is_taken_is_said(project, run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("preview", "--port", str(port))
    assert result.exit_code == 2
    assert f"cannot use port {port}" in result.stderr
