"""The copies of a picture: which sizes there are."""

from dataclasses import dataclass

from community.media.limits import VARIANT_WIDTHS


@dataclass(frozen=True)
class Variant:
    """One copy: its size in pixels and its WebP bytes."""

    width: int
    height: int
    data: bytes


def variant_sizes(width: int, height: int) -> dict[int, tuple[int, int]]:
    """Sizes by the width asked for, smallest first: a picture is made smaller, never larger.

    A picture narrower than a width ends the list there, at its own size.
    """
    sizes = {}
    for asked in VARIANT_WIDTHS:
        actual = min(asked, width)
        sizes[asked] = (actual, max(1, round(height * actual / width)))
        if asked >= width:
            break
    return sizes
