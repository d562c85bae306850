"""A sheet twice the wanted size to draw on, and what every motif needs from it."""

from collections.abc import Sequence
from io import BytesIO
from math import cos, sin, tau
from random import Random

from PIL import Image, ImageChops, ImageDraw

from .palettes import Color, Palette

Point = tuple[float, float]

OVERSAMPLING = 2
"""Drawn at twice the size and reduced: Pillow's own shapes have hard edges."""

GRAIN = 4
"""Strength of the paper grain in steps of 255; it also hides banding in night skies."""

QUALITY = 80

HALO_EDGE = 178
"""Level of Pillow's radial gradient at the middle of its sides: beyond it are the corners."""


class Canvas:
    """Where one picture is drawn; ``unit`` is a hundredth of its shorter side.

    All coordinates are pixels of the oversized sheet. Colours may carry a fourth number, opacity.
    """

    def __init__(self, size: tuple[int, int], palette: Palette, seed: str) -> None:
        self.size = size
        self.width = size[0] * OVERSAMPLING
        self.height = size[1] * OVERSAMPLING
        self.unit = min(self.width, self.height) / 100
        self.palette = palette
        self.chance = Random(seed)
        self.image = Image.new("RGB", (self.width, self.height), palette.paper)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def wash(self, *stops: Color) -> None:
        """Fill the sheet from top to bottom with evenly spaced colours."""
        strip = Image.new("RGB", (1, len(stops)))
        strip.putdata(stops)
        margin = 0.5 / len(stops)
        box = (0, len(stops) * margin, 1, len(stops) * (1 - margin))
        smooth = strip.resize((1, self.height), Image.Resampling.BILINEAR, box=box)
        self.image.paste(smooth.resize((self.width, self.height)))

    def glow(self, x: float, y: float, radius: float, color: Color, strength: float) -> None:
        """Soft light around a point; ``strength`` 0 to 1 is its opacity in the middle."""
        side = max(2, round(radius * 2))
        halo = Image.radial_gradient("L").point(
            lambda level: round(strength * 255 * max(0.0, 1 - level / HALO_EDGE) ** 2)
        )
        mask = halo.resize((side, side), Image.Resampling.BILINEAR)
        self.image.paste(color, (round(x - radius), round(y - radius)), mask)

    def disc(self, x: float, y: float, radius: float, color: Sequence[int]) -> None:
        """A filled circle."""
        self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tuple(color))

    def ring(self, x: float, y: float, radius: float, color: Sequence[int], width: float) -> None:
        """A circle of a given line width."""
        box = (x - radius, y - radius, x + radius, y + radius)
        self.pen.ellipse(box, outline=tuple(color), width=max(1, round(width)))

    def line(self, points: Sequence[Point], color: Sequence[int], width: float) -> None:
        """A line with round ends and joints."""
        self.pen.line(points, fill=tuple(color), width=max(1, round(width)), joint="curve")
        if len(color) == 3:  # round ends would show twice where the colour is translucent
            for x, y in (points[0], points[-1]):
                self.disc(x, y, width / 2, color)

    def shape(self, points: Sequence[Point], color: Sequence[int]) -> None:
        """A filled polygon."""
        self.pen.polygon(points, fill=tuple(color))

    def box(self, x: float, y: float, w: float, h: float, color: Sequence[int]) -> None:
        """A filled rectangle by its corner and size; nothing if it has no size."""
        if w >= 1 and h >= 1:
            self.pen.rectangle((x, y, x + w - 1, y + h - 1), fill=tuple(color))

    def pill(self, x: float, y: float, w: float, h: float, r: float, color: Sequence[int]) -> None:
        """A rectangle with rounded corners."""
        self.pen.rounded_rectangle((x, y, x + w, y + h), radius=r, fill=tuple(color))

    def tone(self) -> Color:
        """Any of the palette's tones."""
        return self.chance.choice(self.palette.tones)

    def vary(self, low: float, high: float) -> float:
        """A number between two."""
        return self.chance.uniform(low, high)

    def webp(self) -> bytes:
        """The finished picture at its true size."""
        picture = self.image.reduce(OVERSAMPLING)
        picture = ImageChops.soft_light(picture, self._grain(picture.size))
        buffer = BytesIO()
        picture.save(buffer, "WEBP", quality=QUALITY, method=2)
        return buffer.getvalue()

    def _grain(self, size: tuple[int, int]) -> Image.Image:
        side = 512
        noise = Image.frombytes("L", (side, side), self.chance.randbytes(side * side))
        noise = noise.point(lambda level: 128 + round((level - 128) / 128 * GRAIN))
        sheet = Image.new("L", size)
        for left in range(0, size[0], side):
            for top in range(0, size[1], side):
                sheet.paste(noise, (left, top))
        return Image.merge("RGB", (sheet, sheet, sheet))


def around(x: float, y: float, radius: float, turn: float) -> Point:
    """The point at a distance from another; ``turn`` is a share of the full circle."""
    return x + radius * cos(turn * tau), y + radius * sin(turn * tau)


def leaf(x: float, y: float, length: float, width: float, turn: float) -> list[Point]:
    """A pointed oval that starts at a point and grows in a direction."""
    steps = 14
    along = [(i / steps * length, sin(i / steps * tau / 2) * width / 2) for i in range(steps + 1)]
    outline = along + [(a, -b) for a, b in reversed(along)]
    c, s = cos(turn * tau), sin(turn * tau)
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in outline]


def swell(chance: Random, length: float, *, waves: int = 5) -> list[tuple[float, float, float]]:
    """Sine terms (amplitude, frequency, phase) of a natural-looking line; see ``height_of``."""
    return [
        (1 / (i + 1), (i + 1) * chance.uniform(0.6, 1.4) * tau / length, chance.uniform(0, tau))
        for i in range(waves)
    ]


def height_of(terms: Sequence[tuple[float, float, float]], x: float) -> float:
    """Height of such a line at x, about -2 to 2."""
    return sum(amplitude * sin(frequency * x + phase) for amplitude, frequency, phase in terms)
