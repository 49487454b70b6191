"""Change packages at random, and list the changes that no test noticed.

    python -m tools.damage impose proof --each 8 --seed 7
    python -m tools.damage --at cardgen/impose/marks.py:49

A folder stands for the packages inside it, too. Works on a copy in a temporary folder. For each
change, the tests that have the name of its module or import it run first, then the tests of its
package, then the tests of packages that use it, until the first test fails. A change that survives
may be harmless: some changes have no effect. The tests must pass without a change, which is tried
once for each group.
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
from tools.damage.tested_by import ROWS, package_of, packages_below

ROOT = Path(__file__).parents[2]
BROKEN, NO_TEST = 3, 5
"""Exit codes of pytest: an internal error, and no tests. Exit code 4, an error while loading
conftest.py, counts as a noticed change."""

Place = tuple[str, Change]


def main() -> None:
    """Read the command line, damage, and print what survived."""
    options = command_line().parse_args()
    if options.at:
        places = [place for line in options.at for place in places_at(line)]
    else:
        places = picked(options.packages or [*ROWS], options.each, options.seed)
    for stop in (signal.SIGINT, signal.SIGHUP):  # in the background, a shell has them ignored
        signal.signal(stop, signal.SIG_DFL)
    survivors, sound = [], set()
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        copy = Path(folder) / "copy"
        left_out = shutil.ignore_patterns(".*", "__pycache__", "output")
        shutil.copytree(ROOT, copy, ignore=left_out)
        for number, (path, change) in enumerate(places, 1):
            start = time.monotonic()
            tests = caught_by(copy, path, change, options.limit, options.all)
            if not tests:
                survivors.append((path, change))
            elif tests not in sound and not passes(copy, tests, options.limit, options.all):
                sys.exit(f"These fail with no damage, or take too long: {tests}")
            sound.add(tests)
            seconds = time.monotonic() - start
            end = f"caught by {tests.split()[0]}" if tests else "SURVIVED"
            print(f"{number:4} {seconds:5.0f} s  {path}:{change.line}  {change}  {end}", flush=True)
    for package, (seen, total) in seen_by_package(places, survivors).items():
        print(f"{package:24} {seen} of {total}")
    print(f"\n{len(places) - len(survivors)} of {len(places)} caught; these were not:")
    for path, change in sorted(survivors, key=lambda place: (place[0], place[1].line)):
        print(f"  {path}:{change.line}  {change}")


def command_line() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    parser = argparse.ArgumentParser(prog="tools.damage", description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*", type=known, help="packages; all by default")
    parser.add_argument("--each", type=int, default=1, help="how many changes of each package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300, help="seconds for a group of tests")
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE")
    parser.add_argument("--all", action="store_true", help="run the broader tests, too")
    return parser


def known(name: str) -> str:
    """Return the name of a package or folder that has tests."""
    if not packages_below(name):
        raise argparse.ArgumentTypeError(f"no tests are known for {name}: add a row to ROWS")
    return name


def picked(names: list[str], each: int, seed: int) -> list[Place]:
    """Pick as many changes of each package as are asked for, or all that there are."""
    chance = random.Random(seed)
    packages = dict.fromkeys(package for name in names for package in packages_below(name))
    offers = [list(offered(package)) for package in packages]
    return [place for offer in offers for place in chance.sample(offer, min(each, len(offer)))]


def offered(package: str) -> Iterator[Place]:
    """Return all changes to a package of cardgen."""
    for file in sorted((ROOT / "cardgen").rglob("*.py")):
        if package_of(file.relative_to(ROOT / "cardgen")) == package:
            path = file.relative_to(ROOT).as_posix()
            yield from ((path, change) for change in changes(file.read_text(encoding="utf-8")))


def places_at(place: str) -> list[Place]:
    """Return all changes to one line of a file."""
    path, _, line = place.rpartition(":")
    source = (ROOT / path).read_text(encoding="utf-8")
    return [(path, change) for change in changes(source) if change.line == int(line)]


def seen_by_package(places: list[Place], survivors: list[Place]) -> dict[str, tuple[int, int]]:
    """Count by package the changes that tests saw, and all changes."""
    counts: dict[str, tuple[int, int]] = {}
    for place in places:
        package = package_of(Path(place[0]).relative_to("cardgen"))
        seen, total = counts.get(package, (0, 0))
        counts[package] = seen + (place not in survivors), total + 1
    return counts


def caught_by(copy: Path, path: str, change: Change, limit: float, broad: bool) -> str:
    """Make a change in a copy of the checkout; return which tests noticed, or an empty text."""
    file = copy / path
    source, times = file.read_bytes(), file.stat()
    file.write_text(change.apply(source.decode()), encoding="utf-8", newline="\n")
    os.utime(file, (0, 0))  # differs from the time in every compiled file
    try:
        for tests in groups(copy, path):
            if not passes(copy, tests, limit, broad):
                return tests
        return ""
    finally:
        file.write_bytes(source)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def groups(root: Path, path: str) -> Iterator[str]:
    """Return groups of tests for a module, the likeliest first, as words of a command line."""
    row = ROWS[package_of(Path(path).relative_to("cardgen"))]
    own, users = (
        [file for pattern in patterns for file in sorted(root.glob(pattern))]
        for patterns in (row.own, row.users)
    )
    name = f"test_*{Path(path).stem}*.py"
    module = ".".join(Path(path).with_suffix("").parts)
    test_files = [
        test
        for file in (*own, *users)
        for test in ([file] if file.is_file() else sorted(file.rglob("test_*.py")))
    ]
    named = [
        test
        for test in test_files
        if test.match(name) or f"from {module} import" in test.read_text(encoding="utf-8")
    ]
    for files in (named, own, users):
        if files:
            yield " ".join(dict.fromkeys(file.relative_to(root).as_posix() for file in files))


def passes(copy: Path, tests: str, limit: float, broad: bool) -> bool:
    """Whether tests pass in a copy within some seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--hypothesis-seed=0"]
    command += [*tests.split(), "-m", "not browser and not cluster"]
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
