"""Colours as CSS computes them: enough of OKLCH to judge the tokens without a browser."""

import math
import re
from pathlib import Path
from typing import Final, NamedTuple

TOKENS: Final = Path("assets/styles/tokens.css")
_OKLCH: Final = re.compile(r"oklch\((from var\(--accent\) )?((?:[^()]|\([^()]*\))*)\)")
_EXPRESSION: Final = re.compile(r"(?:min|max)\([lc], [\d.]+\)|[\d.]+|[lch]")


class Oklch(NamedTuple):
    """Lightness 0 to 1, chroma 0 to about 0.4, hue in degrees."""

    l: float  # noqa: E741  (its name in CSS)
    c: float
    h: float


def tokens(accent: Oklch | None = None) -> dict[str, tuple[Oklch, Oklch]]:
    """Every opaque colour of the stylesheet as (light, dark), for its accent or another."""
    text = TOKENS.read_text()
    declared = re.search(r"--accent: (oklch\([^;]+\));", text)
    assert declared
    accent = accent or _parse(declared[1], Oklch(0, 0, 0))
    found: dict[str, tuple[Oklch, Oklch]] = {}
    for name, value in re.findall(r"--color-([a-z-]+):\s*([^;]+);", text):
        shades = [match[0] for match in _OKLCH.finditer(value) if "/" not in match[0]]
        if shades:
            found[name] = (_parse(shades[0], accent), _parse(shades[-1], accent))
    return found


def from_rgb(red: int, green: int, blue: int) -> Oklch:
    """The colour that an administrator picks as #rrggbb; channels 0 to 255."""
    r, g, b = (_linear(channel / 255) for channel in (red, green, blue))
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    medium = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return Oklch(lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360)


def contrast(one: Oklch, other: Oklch) -> float:
    """The ratio of WCAG 2: 1 (the same) to 21 (black on white)."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: Oklch) -> float:
    """Relative luminance of what a screen shows: out of gamut, each channel is cut.

    The matrices are those of Björn Ottosson's definition of Oklab.
    """
    a = colour.c * math.cos(math.radians(colour.h))
    b = colour.c * math.sin(math.radians(colour.h))
    long = (colour.l + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (colour.l - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (colour.l - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    shown = [min(1.0, max(0.0, channel)) for channel in (red, green, blue)]
    return 0.2126 * shown[0] + 0.7152 * shown[1] + 0.0722 * shown[2]


def _parse(text: str, accent: Oklch) -> Oklch:
    match = _OKLCH.fullmatch(text)
    assert match, f"{text} is not a colour that this test can read"
    values = [_value(part, accent) for part in _EXPRESSION.findall(match[2])]
    return Oklch(*values)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _value(expression: str, accent: Oklch) -> float:
    call = re.fullmatch(r"(min|max)\(([lc]), ([\d.]+)\)", expression)
    if call:
        bound = min if call[1] == "min" else max
        return bound(_value(call[2], accent), float(call[3]))
    return float(accent._asdict().get(expression, expression))
