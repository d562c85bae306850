"""The canvas that the demo images are drawn on, and functions for geometry."""

from collections.abc import Sequence
from io import BytesIO
from math import cos, sin, tau
from random import Random

from PIL import Image, ImageDraw

from scripts.demo_images.palettes import Color, Palette

Point = tuple[float, float]

# Images are drawn larger and then reduced, because Pillow does not anti-alias shapes.
OVERSAMPLING = 2
# The files are part of the project, so they are as small as their look allows.
MAX_WIDTH, QUALITY = 1024, 45
# The level of Pillow's radial gradient at the middle of a side; the corners are beyond it.
HALO_EDGE = 178


class Canvas:
    """The drawing area of one image.

    The image is drawn larger than its final size. All coordinates are pixels of the larger image,
    and `unit` is 1 % of the shorter side. A fourth value of a color is its opacity (0 to 255).
    """

    def __init__(self, size: tuple[int, int], palette: Palette, seed: str) -> None:
        self.size = size
        self.width = size[0] * OVERSAMPLING
        self.height = size[1] * OVERSAMPLING
        self.unit = min(self.width, self.height) / 100
        self.palette = palette
        self.rng = Random(seed)
        self.image = Image.new("RGB", (self.width, self.height), palette.paper)
        self.drawing = ImageDraw.Draw(self.image, "RGBA")

    def fill_gradient(self, *stops: Color) -> None:
        """Fill the canvas from top to bottom with a gradient of evenly spaced colors."""
        strip = Image.new("RGB", (1, len(stops)))
        strip.putdata(stops)
        margin = 0.5 / len(stops)
        box = (0, len(stops) * margin, 1, len(stops) * (1 - margin))
        smooth = strip.resize((1, self.height), Image.Resampling.BILINEAR, box=box)
        self.image.paste(smooth.resize((self.width, self.height)))

    def draw_halo(self, x: float, y: float, radius: float, color: Color, strength: float) -> None:
        """Draw a halo around (x, y). `strength` (0 to 1) is the opacity at the center."""
        side = max(2, round(radius * 2))
        halo = Image.radial_gradient("L").point(
            lambda level: round(strength * 255 * max(0.0, 1 - level / HALO_EDGE) ** 2)
        )
        mask = halo.resize((side, side), Image.Resampling.BILINEAR)
        self.image.paste(color, (round(x - radius), round(y - radius)), mask)

    def draw_circle(self, x: float, y: float, radius: float, color: Sequence[int]) -> None:
        self.drawing.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tuple(color))

    def draw_ring(
        self, x: float, y: float, radius: float, color: Sequence[int], width: float
    ) -> None:
        box = (x - radius, y - radius, x + radius, y + radius)
        self.drawing.ellipse(box, outline=tuple(color), width=max(1, round(width)))

    def draw_line(self, points: Sequence[Point], color: Sequence[int], width: float) -> None:
        self.drawing.line(points, fill=tuple(color), width=max(1, round(width)), joint="curve")
        if len(color) == 3:  # Round ends of translucent lines would overlap visibly.
            for x, y in (points[0], points[-1]):
                self.draw_circle(x, y, width / 2, color)

    def draw_polygon(self, points: Sequence[Point], color: Sequence[int]) -> None:
        self.drawing.polygon(points, fill=tuple(color))

    def draw_rectangle(self, x: float, y: float, w: float, h: float, color: Sequence[int]) -> None:
        """Draw a filled rectangle. Draw nothing if it is narrower or lower than one pixel."""
        if w >= 1 and h >= 1:
            self.drawing.rectangle((x, y, x + w - 1, y + h - 1), fill=tuple(color))

    def draw_rounded_rectangle(
        self, x: float, y: float, w: float, h: float, r: float, color: Sequence[int]
    ) -> None:
        self.drawing.rounded_rectangle((x, y, x + w, y + h), radius=r, fill=tuple(color))

    def pick_random_tone(self) -> Color:
        return self.rng.choice(self.palette.tones)

    def random_between(self, low: float, high: float) -> float:
        return self.rng.uniform(low, high)

    def to_webp(self) -> bytes:
        """Reduce the image to its final size and return it as WebP."""
        width, height = self.size
        scale = min(1, MAX_WIDTH / width)
        size = round(width * scale), round(height * scale)
        buffer = BytesIO()
        reduced = self.image.resize(size, Image.Resampling.LANCZOS)
        reduced.save(buffer, "WEBP", quality=QUALITY, method=6)
        return buffer.getvalue()


def get_circle_point(x: float, y: float, radius: float, turn: float) -> Point:
    """Return a point on the circle with this radius around (x, y).

    `turn` is the direction of the point as a share of a full circle: 0 is right, 0.25 is down.
    """
    return x + radius * cos(turn * tau), y + radius * sin(turn * tau)


def get_leaf_outline(x: float, y: float, length: float, width: float, turn: float) -> list[Point]:
    """Return the outline of a leaf that starts at (x, y).

    `turn` is the direction of the leaf as a share of a full circle: 0 is right, 0.25 is down.
    """
    steps = 14
    along = [(i / steps * length, sin(i / steps * tau / 2) * width / 2) for i in range(steps + 1)]
    outline = along + [(a, -b) for a, b in reversed(along)]
    c, s = cos(turn * tau), sin(turn * tau)
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in outline]


def generate_wave(
    rng: Random, wavelength: float, *, waves: int = 5
) -> list[tuple[float, float, float]]:
    """Return a random wave as a list of sine terms, each with amplitude, frequency and phase.

    `wavelength` is the approximate wavelength of the first term, which is the largest.
    """
    return [
        (1 / (i + 1), (i + 1) * rng.uniform(0.6, 1.4) * tau / wavelength, rng.uniform(0, tau))
        for i in range(waves)
    ]


def get_wave_height(terms: Sequence[tuple[float, float, float]], x: float) -> float:
    """Return the height at `x` of a wave from `generate_wave`, between about -2 and 2."""
    return sum(amplitude * sin(frequency * x + phase) for amplitude, frequency, phase in terms)
