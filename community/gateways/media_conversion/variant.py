"""Variants: the WebP files of different sizes that the server makes from an uploaded image."""

from dataclasses import dataclass
from typing import Final

from community.gateways.media_conversion.limits import MAX_VARIANT_SIDE, VARIANT_WIDTHS

# Stands for the requested width of the variant with the first frame of an animation.
FIRST_FRAME: Final = 0


@dataclass(frozen=True)
class Variant:
    """A WebP file made from an image, with its width and height in pixels."""

    width: int
    height: int
    data: bytes


@dataclass(frozen=True)
class ProcessedImage:
    """An uploaded image, encoded as WebP files of different sizes (variants)."""

    # Maps each requested width (320, 720, 1280) to a variant, smallest first. Images are not
    # enlarged: if an image is smaller than a requested width, its last variant has the original
    # size. Animations also have the variant `FIRST_FRAME`, a still image of the smallest size, for
    # pictures that must not move.
    variants: dict[int, Variant]
    color: str  # the average color as `#rrggbb`; pages show it while the image loads
    frames: int  # the number of frames, which is 1 for a still image
    # An MP4 file without sound, if the upload is a video. The variants show its first frame.
    video: bytes = b""

    @property
    def width(self) -> int:
        """The width of the largest variant in pixels. Pages use it to reserve space."""
        return list(self.variants.values())[-1].width

    @property
    def height(self) -> int:
        return list(self.variants.values())[-1].height


def compute_variant_sizes(width: int, height: int) -> dict[int, tuple[int, int]]:
    """Return the width and height of each variant by its requested width, smallest first.

    Images are not enlarged: if an image is smaller than a requested width, its last variant has
    the original size. A variant that would be higher than `MAX_VARIANT_SIDE` is made smaller.
    """
    scale = min(1.0, MAX_VARIANT_SIDE / height)
    largest = max(1, round(width * scale))
    sizes = {}
    for requested in VARIANT_WIDTHS:
        actual = min(requested, largest)
        actual_height = max(1, round(height * actual / width))
        sizes[requested] = (actual, min(actual_height, MAX_VARIANT_SIDE))
        if requested >= largest:
            break
    return sizes
