"""The part of an image that an upload keeps."""

import math
from dataclasses import dataclass

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Crop:
    """A rectangle of an upright image. Its edges are fractions of the width and height (0 to 1).

    Fractions do not depend on the size in which the browser or the decoder reads the image. Raise
    `ValueError` if the rectangle is empty or extends beyond the image.
    """

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    def __post_init__(self) -> None:
        if not (0 <= self.left < self.right <= 1 and 0 <= self.top < self.bottom <= 1):
            raise ValueError("The rectangle is empty or extends beyond the image.")

    @classmethod
    def parse(cls, text: str) -> "Crop":
        """Return the crop with the edges `left,top,right,bottom`. An empty text is the whole image.

        Raise `ValueError` if the text has another format, or the rectangle is invalid.
        """
        if not text:
            return cls()
        # Rounded, because the edges that a browser computes can exceed 1 by a rounding error.
        left, top, right, bottom = (round(float(edge), 6) for edge in text.split(","))
        return cls(left, top, right, bottom)

    def __str__(self) -> str:
        return f"{self.left},{self.top},{self.right},{self.bottom}"

    def compute_box(self, size: tuple[int, int]) -> Box:
        """Return the edges in pixels for an image of the given size. The box is never empty."""
        left, right = _round_edges(self.left, self.right, size[0])
        top, bottom = _round_edges(self.top, self.bottom, size[1])
        return left, top, right, bottom

    def compute_size(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the width and height in pixels of the part of an image of the given size."""
        left, top, right, bottom = self.compute_box(size)
        return right - left, bottom - top


WHOLE_IMAGE = Crop()


def _round_edges(start: float, end: float, length: int) -> tuple[int, int]:
    first = min(math.floor(start * length + 0.5), length - 1)
    return first, max(math.floor(end * length + 0.5), first + 1)
