import io

import pytest

from cardgen.cli.options import Settings
from cardgen.cli.terminal import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def bar(monkeypatch, settings, stream):
    monkeypatch.setattr("sys.stderr", stream)
    with Progress(settings) as progress:
        progress(0, 0, "nothing yet")
        progress(1, 4, "sheets/soldiers\x1b.pdf")
        progress(5, 5, "last")
    return stream.getvalue()


def test_on_a_terminal(monkeypatch):
    text = bar(monkeypatch, Settings(), Terminal())
    assert "100%" in text
    assert "soldiers\\x1b.pdf" in text
    assert text.endswith("\n")


@pytest.mark.parametrize(
    ("settings", "stream"),
    [
        (Settings(), io.StringIO()),
        (Settings(quiet=True), Terminal()),
        (Settings(format="json"), Terminal()),
    ],
)
def test_nowhere_else(monkeypatch, settings, stream):
    assert bar(monkeypatch, settings, stream) == ""


def test_closed_after_an_error(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with pytest.raises(KeyError), Progress(Settings()) as progress:  # noqa: PT012
        progress(1, 3, "x")
        raise KeyError
    assert stream.getvalue().endswith("\n")
