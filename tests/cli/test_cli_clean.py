def build(folder):
    (folder / "bridge").mkdir(parents=True)
    (folder / "bridge" / "x.pdf").write_text("pdf")
    (folder / "bridge" / "build.json").write_text('{"artifacts": [{"path": "x.pdf"}]}')


def test_clean(run, project):
    build(project / "output")
    result = run("clean", "-v")
    assert result.exit_code == 0
    assert result.stdout == (
        "removed output/bridge/x.pdf\nremoved output/bridge/build.json\n2 files removed\n"
    )
    assert not (project / "output").exists()
    assert run("clean").stdout == "0 files removed\n"
