"""Diagnostics about fonts, icons and pictures (CG5xx)."""

from collections.abc import Collection

from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean, nearest

LEFT_OUT = {
    "m-plus-1p/bold": "MPLUS1p-Bold.ttf",
    "noto-hebrew/bold": "NotoSansHebrew-Bold.ttf",
    "noto-hebrew/regular": "NotoSansHebrew-Regular.ttf",
    "noto-sans/italic": "NotoSans-Italic.ttf",
}
"""Fonts that are in the repository but not installed: large, or for few users."""

NOTO = "https://fonts.google.com/noto"
"""The address of free fonts for all scripts."""


@problem("CG501")
def unknown_font(name: str, fonts: Collection[str]) -> Wording:
    """A style or template names a font that is in no font folder.

    Write fonts as `family/face`: the folder below `fonts/`, and the last part of the file name in
    lower case. `fonts/barlow-condensed/BarlowCondensed-SemiBold.ttf` is
    `barlow-condensed/semibold`. cardgen searches the project's own `fonts/` first, then its own
    fonts. Four fonts are only in the repository of cardgen: `m-plus-1p/bold`, `noto-sans/italic`
    and both of `noto-hebrew`. To use one, copy the file that the message names into the project's
    `fonts/`.
    """
    family, _, face = name.partition("/")
    families = {font.partition("/")[0] for font in fonts}
    near = nearest(family, families)
    hints: tuple[str, ...] = did_you_mean(name, [n for n in fonts if n.startswith(f"{near}/")])
    if name in LEFT_OUT:
        file = f"fonts/{family}/{LEFT_OUT[name]}"
        hints = (f"copy it into the project: it is `{file}` in the repository of cardgen",)
    elif name.startswith("noto-") and "/" in name:
        hints = (f"get it, free, from {NOTO}, and copy its static .ttf into `fonts/{family}/`",)
    elif family in families and not hints:
        hints = (
            f"its faces are {choices(font for font in fonts if font.startswith(f'{family}/'))}",
        )
    elif not near:
        file = f"fonts/{family}/{family.title()}-{face.title()}.ttf"
        hints = (
            f"give the font a folder in the project: `{file}`",
            f"families: {choices(families)}",
        )
    if "/" not in name:
        hints = ("write fonts as `family/face`, for example `noto-sans/regular`", *hints)
    return Wording(f"there is no font `{name}`", hints=hints)


@problem("CG502")
def unusable_font(file: str, why: str, hint: str = "") -> Wording:
    """A font file cannot be used.

    cardgen embeds static TrueType outlines (`.ttf` files with a `glyf` table), which look the same
    in every print. Most families offer them for download. cardgen does not accept PostScript
    outlines (most `.otf` files), collections (`.ttc`) and damaged files.
    """
    return Wording(f"font `{file}` cannot be used: {why}", hints=hint or "download the font again")


@problem("CG510")
def unknown_icon(name: str, icons: Collection[str]) -> Wording:
    """A template or text names an icon that is in no icon folder.

    Icons are SVG files with the name of the icon: `icons/medic.svg` in the game's folder, or
    `templates/shared/icons/medic.svg` for all games, is the icon `medic`.
    """
    hints = did_you_mean(name, icons)
    if not hints and icons:
        hints = (f"known icons: {choices(icons)}",)
    return Wording(f"there is no icon `{name}`", hints=hints)


@problem("CG511", hint='save it as "plain SVG" in the drawing program')
def malformed_svg(why: str) -> str:
    """An icon file is not well-formed XML, or not an SVG drawing.

    The smallest icon looks like this::

        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
          <path d="M4 4h16v16H4z"/>
        </svg>
    """
    return f"the icon is not a well-formed SVG drawing: {why}"


@problem("CG512")
def unsupported_svg(feature: str, hint: str = "") -> Wording:
    """An icon uses a part of SVG that cardgen does not draw.

    Icons become plain outlines. Paths, basic shapes, groups, transforms, fills, strokes, opacity,
    `use`, clip paths, plain style sheets, and linear and radial gradients work. Text, pictures,
    filters, masks, blend modes and patterns do not, unless they are hidden or unused. The page on
    files has the commands of Figma, Illustrator and Inkscape that convert them to shapes.
    """
    hint = hint or 'convert it to paths and save as "plain SVG" in the drawing program'
    return Wording(f"icons cannot use {feature}", hints=hint)


@problem("CG513", hint="delete it: the icon does not need it")
def forbidden_svg(feature: str) -> str:
    """An icon refers to something outside of itself by a link, or could by its document type.

    An icon from a stranger must not load files or addresses. Delete the link, or the part in
    `[...]` of the `<!DOCTYPE ...>`; `href="#part"` within the same file is allowed.
    """
    return f"icons may not have {feature}"


@problem("CG514", hint="simplify the drawing, or place it as a picture")
def excessive_svg(reason: str) -> str:
    """An icon is much more complicated than icons need to be.

    Limits for nesting, elements and copies by `use` keep a broken or hostile file from stopping the
    build. Simplify the paths, or place the drawing as a picture (`<image>`).
    """
    return f"the icon is too complicated: {reason}"


@problem("CG515", hint="export the icon again, or mend the value by hand")
def bad_svg_value(attribute: str, why: str) -> str:
    """An attribute of an icon has an invalid value.

    Numbers are plain or in `px`; colours are names, `#rgb`, `#rrggbb`, `rgb(...)`, `currentColor`
    or `none`. For path data the message has the position of the fault.
    """
    return f"bad `{attribute}`: {why}"


@problem("CG516", hint="give it a shape with a fill or a stroke")
def empty_svg() -> str:
    """An icon has no visible part.

    Everything in it has the fill `none`, is hidden, or has no size. Draw something, or remove the
    icon from the text or template that uses it.
    """
    return "the icon draws nothing"


@problem("CG520")
def missing_picture(path: str, near: tuple[str, ...] = ()) -> Wording:
    """A template or a field of a card names a picture file that does not exist.

    Paths are relative to the game's folder: `src="art/dragon.png"` is
    `card_data/<game>/art/dragon.png`. Upper and lower case must match on every system.
    """
    hints = near or ("put it below the game's folder, or mend the path",)
    return Wording(f"there is no picture `{path}`", hints=hints)


@problem("CG521", hint="use PNG, JPEG, WebP, TIFF, GIF or BMP; SVG drawings go into `icons/`")
def not_a_picture(file: str) -> str:
    """Cardgen cannot read a file that is used as a picture.

    An SVG is an icon: put it into the `icons` folder and show it with `<icon name="..."/>`.
    """
    return f"`{file}` is not a picture"


@problem("CG522", hint="fetch or export the picture again")
def damaged_picture(file: str, why: str) -> str:
    """A picture begins correctly but cannot be read to its end.

    It was cut short while copying or downloading, or a disk error changed it.
    """
    return f"picture `{file}` is damaged: {why}"


@problem("CG523", hint="scale it down to about 300 pixels an inch of its printed size")
def too_many_pixels(file: str, size: str, limit: int) -> str:
    """A picture has too many pixels; decoding it would take gigabytes of memory.

    For print, 300 pixels an inch are enough: a 63 x 88 mm card with bleed needs about 815 x 1110.
    """
    millions = limit // 1_000_000
    return f"picture `{file}` has {size} pixels; the limit is {millions} million"


@problem("CG524", hint="export the picture in the sRGB colour space")
def unknown_colors(file: str, which: str) -> str:
    """A picture codes its colours for film or television.

    PNG files can declare their coding in a `cICP` chunk. cardgen converts sRGB, Display P3 and
    BT.2020 for print. HDR (PQ and HLG) and the reduced range of video need decisions by the author
    of the picture. Export it as sRGB.
    """
    return f"the colours of picture `{file}` are coded for film or television ({which})"
