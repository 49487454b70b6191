"""Writes `wheels.toml`: the wheels that pip would install cardgen with, on each system.

Run it as ``python -m tools.wheels`` after a change of the dependencies. It asks the package index
that pip is configured for and installs nothing. If pip finds no set of wheels, it reports
that and writes no file. Conditions on the system (environment markers) are evaluated for the
machine that it runs on.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "tools/wheels.toml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIRED: list[str] = PROJECT["dependencies"]
PYTHONS = sorted(
    (3, int(found[1]))
    for found in (re.search(r":: 3\.(\d+)$", line) for line in PROJECT["classifiers"])
    if found
)


def _linux(machine: str) -> list[str]:
    return [f"{tag}_{machine}" for tag in ("manylinux_2_28", "manylinux_2_17", "manylinux2014")]


# The oldest macOS that gets security updates runs all of these; pip adds the tags before them.
PLATFORMS = {
    "linux-x86-64": _linux("x86_64"),
    "linux-arm": _linux("aarch64"),
    "macos-arm": ["macosx_14_0_arm64"],
    "macos-x86-64": ["macosx_14_0_x86_64"],
    "windows-x86-64": ["win_amd64"],
}


def wheels(platforms: list[str], python: tuple[int, int]) -> list[str]:
    """Return the files that pip would install; raises RuntimeError with what it said if none."""
    with tempfile.TemporaryDirectory() as nowhere:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"),
                *("--report", "-", "--ignore-installed", "--target", nowhere),
                *("--only-binary", ":all:", "--python-version", ".".join(map(str, python))),
                *(part for platform in platforms for part in ("--platform", platform)),
                *REQUIRED,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise RuntimeError("\n".join(errors) or done.stderr)
    report = json.loads(done.stdout)
    return [one["download_info"]["url"].rpartition("/")[2] for one in report["install"]]


def lock() -> str:
    """Return the text of the lock, with the files of all versions of Python together."""
    lines = ["# Written by `python -m tools.wheels`.", "", "requires = ["]
    lines += [f'  "{requirement}",' for requirement in REQUIRED]
    lines += ["]", "", "[wheels]"]
    for name, platforms in PLATFORMS.items():
        files = {file for python in PYTHONS for file in wheels(platforms, python)}
        lines += [f"{name} = [", *(f'  "{file}",' for file in sorted(files)), "]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    try:
        LOCK.write_text(lock(), encoding="utf-8", newline="\n")
    except RuntimeError as error:
        sys.exit(str(error))
