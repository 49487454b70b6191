"""Installing cardgen needs no compiler: all that it depends on comes as wheels, everywhere."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.wheels import LOCK, PLATFORMS, PYTHONS, REQUIRED

# The systems and the machines that the files of a platform may name.
FITTING = {
    "linux-x86-64": r"manylinux\w*_x86_64",
    "linux-arm": r"manylinux\w*_aarch64",
    "macos-arm": r"macosx_\d+_\d+_(arm64|universal2)",
    "macos-x86-64": r"macosx_\d+_\d+_(x86_64|universal2|intel)",
    "windows-x86-64": r"win_amd64",
}
REFRESH = "run `python -m tools.wheels`"
LOCKED = tomllib.loads(LOCK.read_text(encoding="utf-8"))


def lacking(files, needed, platform, python):
    """Return the distributions without a file that this Python takes on this platform."""
    parsed = [parse_wheel_filename(file) for file in files]
    named = {tag.platform for *_, tags in parsed for tag in tags if tag.platform != "any"}
    fitting = [name for name in sorted(named) if re.fullmatch(FITTING[platform], name)]
    taken = {*cpython_tags(python, platforms=fitting)}
    taken |= {*compatible_tags(python, f"cp3{python[1]}", fitting)}
    return needed - {name for name, _, _, tags in parsed if tags & taken}


def names(files):
    return {parse_wheel_filename(file)[0] for file in files}


def test_the_lock_is_of_these_dependencies():
    assert LOCKED["requires"] == REQUIRED, REFRESH
    assert LOCKED["wheels"].keys() == PLATFORMS.keys() == FITTING.keys(), REFRESH


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_has_a_wheel(platform, python):
    needed = {canonicalize_name(Requirement(line).name) for line in REQUIRED}
    for files in LOCKED["wheels"].values():  # and what those depend on in their turn
        needed |= names(files)
    assert not lacking(LOCKED["wheels"][platform], needed, platform, python)
