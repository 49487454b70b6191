import json


def write(project, game="title: Bridge\nrules: {hand: 5}\n"):
    (project / "card_data/bridge/game.yaml").write_text(game)


def test_human(run, project):
    write(project, "title: Bridge\nversion: 1\nrules: {hand: 5, lives: 3}\n")
    result = run("printed", "bridge")
    assert result.exit_code == 0
    mark = json.loads(run("printed", "bridge", "--format", "json").stdout)["mark"]
    assert len(mark) == 4
    assert result.stdout == (
        f"Bridge (bridge, version 1, mark {mark}) recorded as printed: 2 rule numbers\n"
        "card_data/bridge/printed.json\n"
        "before the next change: set `version: 2` in card_data/bridge/game.yaml\n"
    )
    assert json.loads((project / "card_data/bridge/printed.json").read_text())["version"] == "1"
    assert "is recorded so already" in run("printed", "bridge").stdout
    assert run("printed", "bridge", "-q").stdout == ""


def test_a_game_with_errors_or_none(run, project):
    assert "there is no game `brigde`" in run("printed", "brigde").stderr
    write(project, "titel: Bridge\n")
    result = run("printed", "bridge")
    assert result.exit_code == 1
    assert "error[CG201]" in result.stderr
    assert not (project / "card_data/bridge/printed.json").exists()
