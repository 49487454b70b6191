import json

import pytest

from cardgen.features import calibration as source


@pytest.fixture
def calls(monkeypatch):
    calls = []

    def calibrate(root, papers, duplex, output):
        calls.append((papers, duplex, output))
        return [root / "output" / "calibration.a4.pdf"]

    monkeypatch.setattr(source, "calibrate", calibrate)
    return calls


def test_sheet(run, project, calls):
    result = run("calibrate")
    assert result.exit_code == 0
    assert calls == [((), "long-edge", None)]
    assert result.stdout == "output/calibration.a4.pdf\n"
    assert "cardgen calibrate --offset X Y`" in result.stderr
    assert "cardgen calibrate --offset X Y --landscape`" in result.stderr


def test_options(run, project, calls):
    result = run(
        *["calibrate", "--paper", "letter", "--duplex", "short-edge"],
        *["--output", "out", "--format", "json"],
    )
    assert calls == [(("letter",), "short-edge", project / "out")]
    assert json.loads(result.stdout) == {"written": ["output/calibration.a4.pdf"]}


def test_profile(run, project, calls):
    result = run("calibrate", "--offset", "0.5", "-0.25", "--margin", "0.5cm")
    assert result.exit_code == 0
    assert result.stdout == "printer.yaml\n"
    assert calls == []
    assert run("calibrate", "--offset", "-1", "2", "--landscape").exit_code == 0
    text = (project / "printer.yaml").read_text()
    offsets = "back_offset: {x: 0.5mm, y: -0.25mm}\nlandscape_offset: {x: -1mm, y: 2mm}\n"
    assert f"margin: 5mm\n{offsets}" in text
