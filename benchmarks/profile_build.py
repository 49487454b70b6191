"""Profile one cold build in this process: ``python benchmarks/profile_build.py --cards 1000``.

Imports are part of it, as in a cold build. The profiler slows small functions down most, so
read the shares, not the seconds.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
from pathlib import Path

from generate import write_project

_ROOT = Path(__file__).resolve().parent.parent
_DEFAULT = "--paper a4 --product sheets"


def _build(arguments: list[str]) -> None:
    from cardgen.__main__ import main

    sys.argv = ["cardgen", "build", *arguments]
    try:
        main()
    except SystemExit as end:  # click ends every command that way
        if end.code:
            raise


def _main() -> None:
    parser = argparse.ArgumentParser(description="Profile one cold build.")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--top", type=int, default=40)
    parser.add_argument("--sort", choices=["tottime", "cumulative", "ncalls"], default="tottime")
    parser.add_argument("--save", type=Path, help="keep the profile for snakeviz or pstats")
    parser.add_argument("--options", default=_DEFAULT, help=f"of the build (default: {_DEFAULT})")
    options = parser.parse_args()
    save = options.save.resolve() if options.save else None
    sys.path.insert(0, str(_ROOT))
    start = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        write_project(Path(folder), options.cards)
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "user-cache")
        os.chdir(folder)
        profile = cProfile.Profile()
        try:
            profile.runcall(_build, options.options.split())
        finally:
            os.chdir(start)
    statistics = pstats.Stats(profile)
    if save:
        statistics.dump_stats(save)
    statistics.sort_stats(options.sort).print_stats(options.top)


if __name__ == "__main__":
    _main()
