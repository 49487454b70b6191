"""Makes the press profiles that travel with cardgen, from published characterisation data.

Run it as ``python -m tools.press_profiles FOLDER``. The folder holds `FOGRA39L.ti3` and
`TR006.ti3`, which Debian's package `icc-profiles-free` puts into its folder of ICC profiles;
`colprof` of ArgyllCMS must be installed. The terms of the data are in
`cardgen/backend/press/profiles/LICENSE.txt`, and the origin in each profile is below.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

PROFILES = Path(__file__).parents[1] / "cardgen/backend/press/profiles"
BLACK = ("p", "0", ".05", ".95", "1", ".6")
"""Black ink begins early and rises slowly to all of it: greys stay steady, pictures soft."""
DATE = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)  # always this one, so that bytes are reproducible
LIMITS = {300: 300, 240: 236}
"""The total ink limit of a profile in percent, and the options of `colprof` for it.

Between the points of its table it exceeds what it was asked for by up to 2.5.
"""
ORIGINS = {
    "fogra39": (
        "FOGRA39L",
        "Offset on coated paper (FOGRA39)",
        "Made from the characterisation data FOGRA39L of Fogra, www.fogra.org; "
        "the profile is in the public domain (CC0)",
    ),
    "gracol": (
        "TR006",
        "Offset on grade 1 coated paper (CGATS TR 006)",
        "Made from the characterization data of ANSI CGATS/GRACoL TR 006-2007, copyright 2007 "
        "NPES; the profile is in the public domain (CC0)",
    ),
}


def make(name: str, data: Path, limit: int, title: str, origin: str) -> bytes:
    """Return a profile whose way from colours to inks keeps to one of the limits."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / name
        work.with_suffix(".ti3").write_bytes(data.read_bytes())
        told = f"{title}, {limit} % ink, by cardgen"
        command = ["colprof", "-qm", "-bm", f"-l{LIMITS[limit]}", f"-k{BLACK[0]}", *BLACK[1:]]
        subprocess.run([*command, "-D", told, "-C", origin, str(work)], check=True)
        made = bytearray(work.with_suffix(".icc").read_bytes())
    made[24:36] = DATE  # ICC.1, 7.2.1
    return bytes(made)


def main() -> None:
    """Make all profiles."""
    [folder] = sys.argv[1:]
    for name, (data, title, origin) in ORIGINS.items():
        for limit in LIMITS:
            made = make(name, Path(folder) / f"{data}.ti3", limit, title, origin)
            suffix = "" if limit == max(LIMITS) else f"-{limit}"
            (PROFILES / f"{name}{suffix}.icc").write_bytes(made)


if __name__ == "__main__":
    main()
