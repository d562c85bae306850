"""Variants: the WebP files of different sizes that the server makes from an uploaded image."""

from dataclasses import dataclass

from community.media.limits import VARIANT_WIDTHS


@dataclass(frozen=True)
class Variant:
    """A WebP file made from an image, with its width and height in pixels."""

    width: int
    height: int
    data: bytes


def compute_variant_sizes(width: int, height: int) -> dict[int, tuple[int, int]]:
    """Return the width and height of each variant by its requested width, smallest first.

    Images are not enlarged: if an image is smaller than a requested width, its last variant has
    the original size.
    """
    sizes = {}
    for requested in VARIANT_WIDTHS:
        actual = min(requested, width)
        sizes[requested] = (actual, max(1, round(height * actual / width)))
        if requested >= width:
            break
    return sizes
