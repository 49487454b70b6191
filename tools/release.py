"""Builds the wheel and the source distribution, and tries them as people install them.

``python -m tools.release [FOLDER]`` (with the extra ``release``) leaves both in a folder, ``dist/``
by default. The wheel is installed by pip for the oldest Python of this machine (``--all``:
for each), and by ``uv tool install``, ``uvx --from`` and pipx for the newest; uvx also takes the
checkout. Each makes a game and builds it, in an empty folder, without the checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
LARGEST = 6_000_000  # bytes of a wheel; the manual has less than one million of them
_OLDEST = (3, 11)
_BIN = Path(sys.executable).parent  # not resolved: the one of the environment with the extra
_LINK = "Scripts" if os.name == "nt" else "bin"
Command = Sequence[str | Path]
Way = tuple[str, Sequence[Command], Command]
"""A way to install: its name, the commands that do it, and how cardgen is called then."""


class ReleaseError(Exception):
    """A command failed; the text has the command and its output."""


def run(
    *command: str | Path,
    cwd: Path = ROOT,
    home: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> str:
    """Run a command and return what it printed; raises ReleaseError.

    It gets the variables of this process, except those of Python, and further ``variables``.
    """
    env = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    if home:
        places = {"UV_TOOL_DIR": "uv", "UV_TOOL_BIN_DIR": _LINK, "PIPX_HOME": "pipx"}
        env |= {name: str(home / place) for name, place in places.items()}
        env["PIPX_BIN_DIR"] = str(home / "pipx-bin")
    words = [str(part) for part in command]
    result = subprocess.run(
        words,
        cwd=cwd,
        env={**env, **(variables or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise ReleaseError(f"$ {' '.join(words)}\n{result.stdout}{result.stderr}")
    return result.stdout


def pythons() -> list[tuple[tuple[int, int], Path]]:
    """Return the Pythons of this machine that cardgen supports, oldest first, one a version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [Path(one) for one in os.environ.get("PATH", "").split(os.pathsep)]
    found = {sys.version_info[:2]: Path(sys.executable)}
    for folder in (*folders, *sorted(pyenv.glob("*/bin"))):
        for file in sorted(folder.glob("python3.*")):
            named = re.fullmatch(r"python3\.(\d+)(\.exe)?", file.name)
            version = (3, int(named[1])) if named else (0, 0)
            if version >= _OLDEST and version not in found and _starts(file):
                found[version] = file
    return sorted(found.items())


def _starts(python: Path) -> bool:
    """Whether a file is a real Python, not the stub of a version manager."""
    done = subprocess.run(
        [python, "-c", "import venv, ensurepip"], capture_output=True, check=False
    )
    return done.returncode == 0


def build(folder: Path) -> Path:
    """Build both distributions, the wheel out of the other, check them, and return the wheel."""
    run(_BIN / "uv", "build", "--clear", "--out-dir", folder)
    wheel, source = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
    run(_BIN / "twine", "check", "--strict", wheel, source)
    run(_BIN / "check-wheel-contents", wheel)
    if wheel.stat().st_size > LARGEST:
        raise ReleaseError(f"{wheel.name} has {wheel.stat().st_size} bytes, more than {LARGEST}")
    return wheel


def ways(wheel: Path, home: Path, every: bool) -> Iterator[Way]:
    """Yield the ways to install a wheel below a folder."""
    known = pythons()
    for (major, minor), python in known if every else known[:1]:
        env = home / f"venv-{minor}"
        inside = env / _LINK
        commands: list[Command] = [
            [python, "-m", "venv", env],
            [inside / "python", "-m", "pip", "install", "-q", wheel],
        ]
        yield f"pip, Python {major}.{minor}", commands, [inside / "cardgen"]
    (major, minor), newest = known[-1]
    uv, pipx = _BIN / "uv", _BIN / "pipx"
    install: Command = [uv, "tool", "install", "--python", newest, wheel]
    yield f"uv tool install, Python {major}.{minor}", [install], [home / _LINK / "cardgen"]
    for name, origin in (("", wheel), (", of the checkout", ROOT)):
        from_there: Command = [_BIN / "uvx", "--python", newest, "--from", origin, "cardgen"]
        yield f"uvx --from{name}", [], from_there
    install = [pipx, "install", "--python", newest, wheel]
    yield "pipx install", [install], [home / "pipx-bin" / "cardgen"]


def make_a_game(cardgen: Command, home: Path, folder: Path) -> str:
    """Make a game with an installed cardgen, build it, and return what cardgen calls itself."""
    folder.mkdir()
    run(*cardgen, "new", "my-game", cwd=folder, home=home)
    game = folder / "my-game"
    run(*cardgen, "build", "--strict", "--product=sheets", cwd=game, home=home)
    if not (game / "output/my-game/sheets/beach.a4.pdf").is_file():
        raise ReleaseError("the game was built without a sheet")
    return run(*cardgen, "--version", cwd=folder, home=home).strip()


def main(args: Sequence[str]) -> None:
    """Build, check and try; raises ReleaseError at the first thing that is wrong."""
    names = [arg for arg in args if not arg.startswith("-")]
    wheel = build(Path(names[0] if names else ROOT / "dist").absolute())
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB, checked")
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        for number, (name, commands, cardgen) in enumerate(ways(wheel, home, "--all" in args)):
            begin = time.monotonic()
            for command in commands:
                run(*command, cwd=home, home=home)
            version = make_a_game(cardgen, home, home / f"games-{number}")
            print(f"{name}: {version} makes a game, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ReleaseError as failure:
        sys.exit(str(failure))
