"""Variants, the WebP files of different sizes that are made from an uploaded image."""

from dataclasses import dataclass

from community.media.limits import VARIANT_WIDTHS


@dataclass(frozen=True)
class Variant:
    """A WebP file made from an image, with its width and height in pixels."""

    width: int
    height: int
    data: bytes


def variant_sizes(width: int, height: int) -> dict[int, tuple[int, int]]:
    """Return a map from each requested width to the size of its variant, smallest first.

    Images are not enlarged, so the last variant of a smaller image has the original size.
    """
    sizes = {}
    for requested in VARIANT_WIDTHS:
        actual = min(requested, width)
        sizes[requested] = (actual, max(1, round(height * actual / width)))
        if requested >= width:
            break
    return sizes
