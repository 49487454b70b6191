"""Change packages at random, and list the changes that no test noticed.

    python -m tools.damage impose proof --count 40 --seed 7
    python -m tools.damage --at cardgen/impose/marks.py:49

Works on a copy in a temporary folder. For each change, the tests with the name of its
module run first, then the tests of its package, then the tests of packages that use it, until the
first test fails. A change that survives may be harmless: some changes have no effect. The tests
must pass without a change, which is tried once for each group.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.damage.changes import Change, changes

ROOT = Path(__file__).parents[2]
OWN = {
    "assets": ("tests/assets",),
    "backend": ("tests/backend",),
    "cli": ("tests/cli",),
    "comparison": ("tests/comparison",),
    "core": ("tests/core",),
    "features/fromtable": ("tests/features/fromtable",),
    "features/order": ("tests/features/order",),
    "features": ("tests/features",),
    "frame": ("tests/test_frame.py", "tests/test_frame_*.py"),
    "impose": ("tests/impose",),
    "layout": ("tests/layout",),
    "model": ("tests/model",),
    "pipeline": ("tests/pipeline",),
    "preview": ("tests/preview",),
    "products": ("tests/products",),
    "proof": ("tests/proof",),
    "source": ("tests/source",),
    "template": ("tests/template",),
}
"""The tests of a package."""
WIDER = {
    "assets": ("tests/layout", "tests/errors"),
    "backend": (
        "tests/layout/test_layout_looks.py",
        "tests/products",
        "tests/games/test_game_ink.py",
        "tests/pipeline/test_build_inks.py",
    ),
    "cli": ("tests/features", "tests/errors"),
    "comparison": ("tests/features/revision", "tests/preview/test_preview_history.py"),
    "core": (
        "tests/source",
        "tests/test_frame*.py",
        "tests/pipeline/test_build_rebuild.py",
        "tests/pipeline/test_inputs.py",
    ),
    "features/fromtable": ("tests/cli/test_cli_new.py",),
    "features/order": ("tests/cli/test_cli_order.py", "tests/preview/test_preview_order.py"),
    "features": ("tests/cli", "tests/preview/test_preview_history.py"),
    "frame": ("tests/backend", "tests/proof", "tests/impose"),
    "impose": (
        "tests/products/test_products_boards.py",
        "tests/products/test_products_cut.py",
        "tests/products/test_products_pieces.py",
        "tests/products/test_products_press.py",
        "tests/products/test_products_sheets.py",
        "tests/pipeline/test_build_folds.py",
    ),
    "layout": (
        "tests/proof",
        "tests/errors",
        "tests/pipeline/test_build_booklet.py",
        "tests/pipeline/test_build_kept.py",
        "tests/pipeline/test_build_notes.py",
    ),
    "model": (
        "tests/errors",
        "tests/layout",
        "tests/pipeline/test_build_rebuild.py",
        "tests/pipeline/test_build_series.py",
        "tests/features/fromtable",
    ),
    "pipeline": (
        "tests/preview/test_preview_live_project.py",
        "tests/preview/test_preview_editing.py",
        "tests/cli/test_cli_build.py",
        "tests/cli/test_cli_clean.py",
        "tests/comparison",
        "tests/features/revision",
        "tests/features/test_clean.py",
    ),
    "preview": ("tests/cli/test_cli_preview.py",),
    "products": ("tests/features", "tests/pipeline"),
    "proof": (
        "tests/layout/test_layout_qr.py",
        "tests/layout/test_layout_lettering.py",
        "tests/pipeline/test_attribution.py",
        "tests/errors",
    ),
    "source": (
        "tests/model",
        "tests/errors",
        "tests/preview/test_preview_editing.py",
        "tests/features/fromtable",
    ),
    "template": ("tests/layout", "tests/errors", "tests/pipeline/test_dependencies.py"),
}
"""Other tests that use a package."""
BROKEN, NO_TEST = 3, 5
"""Exit codes of pytest: an internal error, and no tests. Exit code 4, an error while loading
conftest.py, counts as a noticed change."""

Place = tuple[str, Change]


def main() -> None:
    """Read the command line, damage, and print what survived."""
    parser = argparse.ArgumentParser(prog="tools.damage", description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(OWN)}; all by default")
    parser.add_argument(
        "--count", type=int, default=30, help="how many changes, an equal share of each package"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300, help="seconds for a group of tests")
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE")
    parser.add_argument("--all", action="store_true", help="run the broader tests, too")
    given = parser.parse_args()
    wrong = [name for name in given.packages if name not in OWN]
    if wrong:
        parser.error(f"no tests are known for {', '.join(wrong)}")
    if given.at:
        chosen = [one for place in given.at for one in at(place)]
    else:
        packages = given.packages or [*OWN]
        chance, chosen = random.Random(given.seed), []
        for number, name in enumerate(packages):
            share = len(range(number, given.count, len(packages)))
            everything = list(offered(name))
            chosen += chance.sample(everything, min(share, len(everything)))
    for number in (signal.SIGINT, signal.SIGHUP):  # in the background, a shell has them ignored
        signal.signal(number, signal.SIG_DFL)
    survivors, sound = [], set()
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        copy = Path(folder) / "copy"
        left_out = shutil.ignore_patterns(".*", "__pycache__", "output")
        shutil.copytree(ROOT, copy, ignore=left_out)
        for number, (path, change) in enumerate(chosen, 1):
            begun = time.monotonic()
            by = caught_by(copy, path, change, given.limit, given.all)
            if not by:
                survivors.append((path, change))
            elif by not in sound and not passes(copy, by, given.limit, given.all):
                sys.exit(f"These fail with no damage, or take too long: {by}")
            sound.add(by)
            took = time.monotonic() - begun
            said = f"caught by {by.split()[0]}" if by else "SURVIVED"
            print(f"{number:4} {took:5.0f} s  {path}:{change.line}  {change}  {said}", flush=True)
    print(f"\n{len(chosen) - len(survivors)} of {len(chosen)} caught; these were not:")
    for path, change in sorted(survivors, key=lambda one: (one[0], one[1].line)):
        print(f"  {path}:{change.line}  {change}")


def offered(package: str) -> Iterator[Place]:
    """Return all changes to a package of cardgen."""
    for file in sorted((ROOT / "cardgen" / package).rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        yield from ((path, one) for one in changes(file.read_text(encoding="utf-8")))


def at(place: str) -> list[Place]:
    """Return all changes to one line of a file."""
    path, _, line = place.rpartition(":")
    found = changes((ROOT / path).read_text(encoding="utf-8"))
    return [(path, one) for one in found if one.line == int(line)]


def caught_by(copy: Path, path: str, change: Change, limit: float, broad: bool) -> str:
    """Make a change in a copy of the checkout; return which tests noticed, or an empty text."""
    file = copy / path
    source, times = file.read_bytes(), file.stat()
    file.write_text(change.apply(source.decode()), encoding="utf-8", newline="\n")
    os.utime(file, (0, 0))  # differs from the time in every compiled file
    try:
        return next((by for by in groups(copy, path) if not passes(copy, by, limit, broad)), "")
    finally:
        file.write_bytes(source)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def groups(root: Path, path: str) -> Iterator[str]:
    """Return groups of tests for a module, the likeliest first, as words of a command line."""
    package = next(name for name in OWN if path.startswith(f"cardgen/{name}/"))
    own, wider = (
        [file for pattern in patterns for file in sorted(root.glob(pattern))]
        for patterns in (OWN[package], WIDER[package])
    )
    name = f"test_*{Path(path).stem}*.py"
    named = [found for one in own for found in ([one] if one.match(name) else one.rglob(name))]
    for files in (named, own, wider):
        if files:
            yield " ".join(file.relative_to(root).as_posix() for file in sorted(files))


def passes(copy: Path, tests: str, limit: float, broad: bool) -> bool:
    """Whether tests pass in a copy within some seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--hypothesis-seed=0"]
    command += [*tests.split(), "--deselect=tests/preview/test_preview_browser.py"]
    command += ["--all"] if broad else []
    # Two changes of one size would share a compiled file, as both have the same time.
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=copy,
        env=env,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            return False
        finally:
            end(process)
    if code == BROKEN:
        raise RuntimeError(f"pytest ended with {code}: {' '.join(command)}")
    return code in (0, NO_TEST)


def end(process: subprocess.Popen[bytes]) -> None:
    """End what tests have started and left behind."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


if __name__ == "__main__":
    main()
