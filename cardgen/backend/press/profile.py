"""Press profiles: ICC profiles (ICC.1) with the colours of four inks in a printing condition."""

import io
import re
import warnings
from pathlib import Path

from msgspec import Struct

from cardgen.backend.press import problems
from cardgen.core.choices import Standard
from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import digest_bytes

REGISTRY = "http://www.color.org"
DEFAULT = "fogra39"
USUAL_LIMIT = 300
_FOLDER = Path(__file__).with_name("profiles")
_SHIPPED = {
    "fogra39": ("FOGRA39", 300),
    "fogra39-240": ("FOGRA39", 240),
    "gracol": ("CGATS TR 006", 300),
    "gracol-240": ("CGATS TR 006", 240),
}
_REGISTERED = (
    (r"FOGRA ?(\d\d)", r"FOGRA\1"),
    (r"TR ?0?0([0-9]{1,2})\b", r"CGATS TR 00\1"),
    (r"ISO ?coated[ _]?v2", "FOGRA39"),
    (r"PSO ?coated[ _]?v3", "FOGRA51"),
    (r"PSO ?uncoated[ _]?v3", "FOGRA52"),
    (r"GRACoL ?2006", "CGATS TR 006"),
    (r"SWOP ?2006[ _]?Coated ?3", "CGATS TR 003"),
    (r"SWOP ?2006[ _]?Coated ?5", "CGATS TR 005"),
)
"""Patterns for titles of well-known profiles, and their conditions in the ICC's registry."""


class PressProfile(Struct, frozen=True):
    """A profile of a press.

    ``condition`` is the name of the printing condition in the registry of the ICC, or ``Custom``;
    ``limit`` is its ink limit in percent, or the usual one.
    """

    name: str
    data: bytes
    title: str
    condition: str
    limit: int = USUAL_LIMIT

    @property
    def key(self) -> str:
        """A digest of the profile."""
        return digest_bytes(self.data)


class PressCondition(Struct, frozen=True):
    """The standard and the profile of a file for a press."""

    standard: Standard
    profile: PressProfile

    @property
    def key(self) -> str:
        """A digest of standard and profile."""
        return f"{self.standard} {self.profile.key}"


def shipped_profiles() -> tuple[str, ...]:
    """Return the names of cardgen's own profiles."""
    return tuple(_SHIPPED)


def press_condition(standard: Standard, profile: str = DEFAULT) -> PressCondition:
    """Return a condition for a profile by name or file; raises OutputError as `read_profile`."""
    return PressCondition(standard, read_profile(profile))


def read_profile(name: str) -> PressProfile:
    """Return one of cardgen's own profiles, or the profile in a file.

    Raises OutputError if neither exists, or if it is not the profile of a press.
    """
    if name in _SHIPPED:
        data = (_FOLDER / f"{name}.icc").read_bytes()
        return PressProfile(name, data, _check_profile(name, data), *_SHIPPED[name])
    path = Path(name)
    if not path.exists() and path.suffix.lower() not in (".icc", ".icm") and path.name == name:
        raise OutputError(problems.unknown_profile(None, name, shipped_profiles()))
    try:
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or "unknown reason"
        raise OutputError(problems.damaged_profile(None, name, why)) from error
    title = _check_profile(name, data)
    return PressProfile(path.name, data, title, registry_name(f"{title} {path.stem}"))


def registry_name(title: str) -> str:
    """Return the name of a condition in the ICC's registry, from the title of its profile."""
    for pattern, name in _REGISTERED:
        if match := re.search(pattern, title.replace("_", " "), re.IGNORECASE):
            return match.expand(name)
    return "Custom"


def _check_profile(name: str, data: bytes) -> str:
    from PIL import ImageCms

    if len(data) < 128 or data[36:40] != b"acsp":  # ICC.1, 7.2
        raise OutputError(problems.damaged_profile(None, name, "it does not begin like one"))
    if int.from_bytes(data[:4], "big") > len(data):
        raise OutputError(problems.damaged_profile(None, name, "it is cut short"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            profile = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
        space, kind = profile.xcolor_space.strip(), profile.device_class.strip()
        title = (profile.profile_description or name).strip()
        if space != "CMYK":
            reason = f"its colours are {space}, not CMYK"
            raise OutputError(problems.not_a_press_profile(None, name, reason))
        if kind != "prtr":
            reason = f"its class is `{kind}`, not `prtr`"
            raise OutputError(problems.not_a_press_profile(None, name, reason))
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        source = ImageCms.ImageCmsProfile(io.BytesIO(data))
        ImageCms.buildTransform(srgb, source, "RGB", "CMYK", intent)
        ImageCms.buildTransform(source, lab, "CMYK", "LAB", intent)
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        why = str(error).strip().rstrip(".") or "it is damaged"
        raise OutputError(problems.damaged_profile(None, name, why[:100])) from error
    return title
