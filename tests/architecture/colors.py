"""Functions that read the OKLCH colors from the stylesheet and compute their contrast."""

import math
import re
from pathlib import Path
from typing import Final, NamedTuple

TOKENS: Final = Path("assets/styles/tokens.css")
NAME_STYLES: Final = Path("assets/styles/names.css")
_OKLCH: Final = re.compile(r"oklch\((from var\(--accent\) )?((?:[^()]|\([^()]*\))*)\)")
_EXPRESSION: Final = re.compile(r"(?:min|max)\([lc], [\d.]+\)|[\d.]+|[lch]")


class Oklch(NamedTuple):
    """A color in OKLCH: lightness from 0 to 1, chroma from 0 to about 0.4, hue in degrees."""

    l: float  # noqa: E741  # CSS uses the name `l` for lightness
    c: float
    h: float


def read_color_tokens(accent: Oklch | None = None) -> dict[str, tuple[Oklch, Oklch]]:
    """Return the opaque colors in the stylesheet, by name.

    Each value is a pair: the color in the light theme and the color in the dark theme. Colors that
    depend on the accent color are computed from `accent`. The default for `accent` is the accent
    color in the stylesheet.
    """
    text = TOKENS.read_text()
    default_accent = re.search(r"--accent: (oklch\([^;]+\));", text)
    assert default_accent
    accent = accent or _parse_oklch(default_accent[1], Oklch(0, 0, 0))
    colors: dict[str, tuple[Oklch, Oklch]] = {}
    for name, value in re.findall(r"--color-([a-z-]+):\s*([^;]+);", text):
        shades = [match[0] for match in _OKLCH.finditer(value) if "/" not in match[0]]
        if shades:
            colors[name] = (_parse_oklch(shades[0], accent), _parse_oklch(shades[-1], accent))
    return colors


def rgb_to_oklch(red: int, green: int, blue: int) -> Oklch:
    """Convert sRGB channels, each from 0 to 255, to OKLCH."""
    r, g, b = (_linearize_channel(channel / 255) for channel in (red, green, blue))
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    medium = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return Oklch(lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)


def find_gradients(text: str) -> list[tuple[str, str]]:
    """Return the names of the two colors of each gradient in a stylesheet."""
    pattern = (
        r"linear-gradient\(90deg in oklab, var\(--color-([a-z-]+)\), var\(--color-([a-z-]+)\)\)"
    )
    return re.findall(pattern, text)


def mix_colors(first: Oklch, second: Oklch, share: float) -> Oklch:
    """Return the color of a gradient in Oklab, of which `share` is the second color."""

    def to_lab(color: Oklch) -> tuple[float, float, float]:
        angle = math.radians(color.h)
        return color.l, color.c * math.cos(angle), color.c * math.sin(angle)

    mixed = [a + (b - a) * share for a, b in zip(to_lab(first), to_lab(second), strict=True)]
    lightness, a, b = mixed
    return Oklch(lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)


def compute_contrast_ratio(first: Oklch, second: Oklch) -> float:
    """Return the WCAG 2 contrast ratio, from 1 (equal colors) to 21 (black on white)."""
    lighter, darker = sorted(
        (compute_relative_luminance(first), compute_relative_luminance(second)), reverse=True
    )
    return (lighter + 0.05) / (darker + 0.05)


def compute_relative_luminance(color: Oklch) -> float:
    """Return the relative luminance of a color, as defined in WCAG 2, from 0 to 1.

    If sRGB cannot display the color, the RGB channels are clipped to the range from 0 to 1.

    The conversion matrices are from Björn Ottosson's definition of Oklab.
    """
    a = color.c * math.cos(math.radians(color.h))
    b = color.c * math.sin(math.radians(color.h))
    long = (color.l + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (color.l - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (color.l - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    r, g, b = (min(1.0, max(0.0, channel)) for channel in (red, green, blue))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _parse_oklch(text: str, accent: Oklch) -> Oklch:
    match = _OKLCH.fullmatch(text)
    assert match, f"unsupported color: {text}"
    values = [_evaluate_channel(part, accent) for part in _EXPRESSION.findall(match[2])]
    return Oklch(*values)


def _linearize_channel(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _evaluate_channel(expression: str, accent: Oklch) -> float:
    call = re.fullmatch(r"(min|max)\(([lc]), ([\d.]+)\)", expression)
    if call:
        bound = min if call[1] == "min" else max
        return bound(_evaluate_channel(call[2], accent), float(call[3]))
    return float(accent._asdict().get(expression, expression))
