"""What the playground takes from elsewhere: Pyodide, and wheels that it can load.

Versions and contents are pinned: of Pyodide here, of wheels in ``wheels.txt`` and in
the lock that comes with Pyodide.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from hashlib import sha256
from importlib.metadata import files
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).parent
PYODIDE = "314.0.7"
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""The files of the npm package ``pyodide`` that a browser loads, with their digests."""
OWN = {"pillow": "PIL", "pyyaml": "yaml", "markupsafe": "markupsafe"}
"""Distributions that only Pyodide itself compiles, with the names of their packages."""
_CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full"
SITE = "/lib/python3.14/site-packages"
"""Where wheels are in Pyodide."""
_PLATFORM = "--platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp"
_PATIENCE = 20  # seconds


def programs_missing(folder: Path) -> list[str]:
    """Return the programs that making a playground of these parts needs, and this machine lacks."""
    needed = ["node"] if (folder / "pyodide").is_dir() else ["node", "npm"]
    return [name for name in needed if shutil.which(name) is None]


def fetch(folder: Path) -> None:
    """Fetch missing parts into a folder, and the wheels of Pyodide if they are available.

    It is a folder of node modules: ``pyodide`` comes by npm, and ``pyodide-wheels`` beside it.
    """
    if not (folder / "pyodide").is_dir():
        print(f"Fetching Pyodide {PYODIDE} by npm", flush=True)
        quick = ["--fetch-retries=1", "--fetch-timeout=60000", "--loglevel=error"]
        command = ["npm", "install", "--prefix", str(folder.parent), "--no-audit", "--no-fund"]
        subprocess.run([*command, *quick, f"pyodide@{PYODIDE}"], check=True)
    for name, digest in FILES.items():
        _check(folder / "pyodide" / name, digest)
    wheels = folder / "pyodide-wheels"
    if not wheels.is_dir():
        wanted = ["-r", str(HERE / "wheels.txt"), "--require-hashes", "--no-deps"]
        how = [*"--quiet --only-binary :all:".split(), *_PLATFORM.split()]
        abis = "--abi cp314 --abi abi3 --abi none".split()
        command = [sys.executable, "-m", "pip", "download", *how, *abis, *wanted]
        begun = wheels.with_name("pyodide-wheels.begun")
        print("Fetching wheels by pip", flush=True)
        subprocess.run([*command, "--dest", str(begun)], check=True)
        begun.rename(wheels)
    for file, digest in _own(folder).items():
        if not file.is_file():
            try:
                with urllib.request.urlopen(f"{_CDN}/{file.name}", timeout=_PATIENCE) as answer:
                    file.write_bytes(answer.read())
            except OSError:
                return
        _check(file, digest)


def _own(folder: Path) -> dict[Path, str]:
    """Return the wheels of Pyodide's own distribution that are wanted, with their digests."""
    lock = json.loads((folder / "pyodide/pyodide-lock.json").read_text(encoding="utf-8"))
    told = [lock["packages"][name] for name in OWN]
    return {folder / "pyodide-wheels" / one["file_name"]: one["sha256"] for one in told}


def missing(folder: Path) -> bool:
    """Whether a wheel that Pyodide compiles is missing."""
    return not all(file.is_file() for file in _own(folder))


def _check(file: Path, digest: str) -> None:
    if sha256(file.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{file} is not the file that is pinned")


def copy_pyodide(folder: Path, target: Path) -> None:
    """Copy what a browser loads of Pyodide."""
    target.mkdir(parents=True)
    for name in FILES:
        shutil.copy(folder / "pyodide" / name, target)


def unpack_wheels(folder: Path, site: Path) -> None:
    """Unpack all wheels, with stand-ins for missing wheels.

    PyYAML and MarkupSafe come as the Python code that is installed here, which is slower than what
    Pyodide compiles. There is no such thing for Pillow: without it, pictures are refused.
    """
    for wheel in (folder / "pyodide-wheels").glob("*.whl"):
        with ZipFile(wheel) as opened:
            opened.extractall(site)
    if not missing(folder):
        return
    shutil.copytree(HERE / "stand_ins", site, dirs_exist_ok=True)
    for name in ("pyyaml", "markupsafe"):
        for one in files(name) or ():
            if re.fullmatch(rf"{OWN[name]}/\w+\.py", one.as_posix()):
                (site / OWN[name]).mkdir(exist_ok=True)
                shutil.copy(one.locate(), site / OWN[name])


def compile_all(pyodide: Path, site: Path) -> None:
    """Compile all modules with the Python of Pyodide, in Node."""
    places = [str(place.resolve()) for place in (pyodide, site)]
    subprocess.run(["node", str(HERE / "compile.mjs"), *places, SITE], check=True)
