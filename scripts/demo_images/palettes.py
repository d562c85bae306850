"""The color palettes of the demo images."""

from dataclasses import dataclass

from PIL import ImageColor

Color = tuple[int, int, int]


@dataclass(frozen=True)
class Palette:
    """A light background (`paper`), a dark `ink` and five tones between them."""

    paper: Color
    ink: Color
    tones: tuple[Color, ...]

    @property
    def warmest_tone(self) -> Color:
        return max(self.tones, key=lambda tone: tone[0] + tone[1] / 2 - tone[2] * 1.5)

    @property
    def coolest_tone(self) -> Color:
        return max(self.tones, key=lambda tone: tone[2] - tone[0])


def _parse_rgb(code: str) -> Color:
    red, green, blue = ImageColor.getrgb(code)[:3]
    return red, green, blue


def _make_palette(paper: str, ink: str, *tones: str) -> Palette:
    return Palette(_parse_rgb(paper), _parse_rgb(ink), tuple(_parse_rgb(tone) for tone in tones))


def mix_colors(start: Color, end: Color, share: float) -> Color:
    """Mix two colors. `share` is the share of `end`, from 0 (only `start`) to 1 (only `end`)."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


PALETTES = {
    "dough": _make_palette(
        "#f4e8d4", "#3b2618", "#d9a566", "#b5713a", "#8c4a26", "#e9c79a", "#6e7f5e"
    ),
    "rye": _make_palette(
        "#e8dac4", "#2a1c16", "#7a4b2e", "#a8703f", "#4d3022", "#c99c66", "#93a08a"
    ),
    "pickle": _make_palette(
        "#f2efdd", "#1f3328", "#8fb056", "#5e8b4a", "#d9c65a", "#c65b7c", "#e8a13a"
    ),
    "night": _make_palette(
        "#eee6d2", "#0b1030", "#1b2a5e", "#35458c", "#7a6fb0", "#f2c879", "#e88d67"
    ),
    "dusk": _make_palette(
        "#fbe9d6", "#1e1633", "#3e2a5c", "#8a3f6b", "#e0705c", "#f6a95b", "#fbd58a"
    ),
    "azulejo": _make_palette(
        "#f4f3ec", "#12305c", "#1f4e96", "#3d76c2", "#8db4de", "#e9b44c", "#c9dceb"
    ),
    "brick": _make_palette(
        "#f7eadb", "#3a1f1a", "#c9573b", "#e58b5b", "#f0be86", "#4c7a78", "#2c4a52"
    ),
    "signal": _make_palette(
        "#f2efe6", "#1a1f24", "#e4572e", "#f3a712", "#2e86ab", "#a8c686", "#669bbc"
    ),
    "moss": _make_palette(
        "#eef0e4", "#1d2b22", "#3f6149", "#6e8f62", "#a9bf86", "#d8c27a", "#c7683f"
    ),
    "press": _make_palette(
        "#f5f1e8", "#16181d", "#c8372d", "#33383f", "#8a8f94", "#d8cfbd", "#e6b655"
    ),
    "lagoon": _make_palette(
        "#eaf3f0", "#0f2d33", "#156064", "#2fa39a", "#8fd0c0", "#f2c57c", "#e9724c"
    ),
    "plum": _make_palette(
        "#f6ebea", "#2a1a2e", "#6b3a63", "#a85779", "#db8a8a", "#f1c6a8", "#5b7f95"
    ),
}
