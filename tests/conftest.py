"""What tests of several packages share: assets, a theme, and a short way to a Frame."""

import gc
import os
import shutil
import signal
from collections import Counter
from pathlib import Path

import hypothesis
import PIL.Image
import pytest
from breadth import GAMES, is_broad
from browsers import chromium
from workshops import write_files
from xdist.scheduler import LoadScopeScheduling

from cardgen.assets.library import Library
from cardgen.core.geometry import Insets, Size
from cardgen.core.style import Color, TextStyle, Theme
from cardgen.layout.engine import Layout
from cardgen.template.element import read_markup
from cardgen.template.stamps import stamp

__all__ = ["chromium"]  # a fixture: one browser for all tests

FONTS = Path(__file__).parents[1] / "fonts"
ICONS = {"square": "0 0 24 24", "wide": "0 0 24 12"}


def pytest_addoption(parser):
    parser.addoption(
        "--all",
        action="store_true",
        help="also run what is only broader: all games, more examples, histories, memory",
    )


def pytest_configure(config):
    hypothesis.settings.load_profile("all" if config.getoption("--all") else "default")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # processes of tests inherit it


class ByGame(LoadScopeScheduling):
    """Tests of a game go to one process, and those of a file: they share what is built."""

    def _split_scope(self, nodeid):
        return scope_of(nodeid)


def scope_of(nodeid):
    """Return the game that a test names, else its file."""
    words = nodeid.replace("_", "-")
    return next((game for game in GAMES if game in words), nodeid.partition("::")[0])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give out tests by game where several processes run, unless another order was asked for."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False  # the longest come first, not the most
    return ByGame(config, log)


EXTRAS = {
    "chromium": "browser",
    "chromium_program": "browser",
    "resvg_py": "browser",
    "cluster": "cluster",
    "language_server": "lsp",
    "node_modules": "node",
}
"""By fixture, the marker of tests that it lets run."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark tests by the extra that they need: those can be run by themselves.

    Without ``--all``, leave out what is only broader. Where several processes run, what takes
    longest starts first: else one ends alone.
    """
    broad_items = [item for item in items if is_broad(item)]
    for item in broad_items:
        item.add_marker("broad")
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=broad_items)
        items[:] = [item for item in items if not item.get_closest_marker("broad")]
    seconds = Counter()
    for item in items:
        for name in EXTRAS.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(EXTRAS[name])
        slow = item.get_closest_marker("slow")
        seconds[scope_of(item.nodeid)] += slow.kwargs.get("seconds", 1) if slow else 0.05
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: -seconds[scope_of(item.nodeid)])


def pytest_terminal_summary(terminalreporter):
    """List the reasons for which tests were skipped, a line each."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    if reasons:
        terminalreporter.section("skipped tests")
    for reason, count in sorted(reasons.items()):
        terminalreporter.line(f"{count:5}  {reason}")


def pytest_collection_finish():
    """Look for garbage among what tests make, not among the tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory):
    """Keep the user's own cache folder out of the tests."""
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


@pytest.fixture
def resvg_py():
    """The renderer of SVG that comes with the extra `browser`."""
    return pytest.importorskip("resvg_py", reason="resvg_py is not installed")


@pytest.fixture
def chromium_program():
    """The path of a Chromium of the system."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    return path or pytest.skip("there is no Chromium on this computer")


@pytest.fixture(scope="session")
def outputs(tmp_path_factory):
    """An output folder for all builds of the bundled games as they are: sides are laid out once.

    Workers share it: a build waits for the one before it, and finds what that has kept.
    """
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "outputs"


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """The bundled fonts, the icons `square` and `wide` (2:1), and three pictures."""
    root = tmp_path_factory.mktemp("assets")
    for name, box in ICONS.items():
        width, height = box.split()[2:]
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        (root / f"{name}.svg").write_text(f'{svg}<path d="M0 0H{width}V{height}H0Z"/></svg>')
    PIL.Image.new("RGB", (600, 300), (255, 0, 0)).save(root / "wide.png")
    PIL.Image.new("RGB", (60, 60), (0, 128, 0)).save(root / "photo.jpg", quality=95)
    PIL.Image.new("RGBA", (2, 1), (0, 0, 255, 128)).save(root / "glass.png")
    return Library(root, (FONTS,), (root,), (root,))


@pytest.fixture(scope="session")
def theme():
    """Two styles: `body` 10 pt on 12 pt with all faces, `title` with the regular face alone."""
    body = TextStyle(
        "atkinson/regular",
        10.0,
        1.2,
        bold="atkinson/bold",
        italic="atkinson/italic",
        bold_italic="atkinson/bolditalic",
        color="ink",
    )
    return Theme(
        colors={"ink": Color.parse("#102030"), "red": Color.parse("#ff0000")},
        styles={"body": body, "title": TextStyle("barlow-condensed/bold", 12.0, 1.0)},
        fallback=("noto-sans/regular", "noto-symbols/regular"),
    )


def _no_cards(side):
    raise LookupError(side)


@pytest.fixture
def lay(library, theme):
    """Lay out the content of a `<side>`, or a whole side, of 60 x 90 mm."""

    def run(markup, size=(60.0, 90.0), bleed=0.0, pictures=_no_cards, theme=theme):
        if not markup.lstrip().startswith("<side"):
            markup = f"<side>{markup}</side>"
        element = read_markup(stamp(markup, "card.xml"), "card.xml")
        layout = Layout(theme, library, pictures)
        return layout.side(element, Size(*size), Insets(bleed, bleed, bleed, bleed))

    return run


@pytest.fixture
def frame_of(lay):
    """Lay out as `lay` does, and insist that there is nothing to complain about."""

    def run(markup, **options):
        laid = lay(markup, **options)
        assert [f"{d.code} {d.message}" for d in laid.diagnostics] == []
        return laid.frame

    return run


@pytest.fixture
def workshop(tmp_path):
    return write_files(tmp_path / "project")


@pytest.fixture
def built(workshop):
    report = workshop.build()
    assert [game.status for game in report.games] == ["built"], list(report.diagnostics)
    return workshop
