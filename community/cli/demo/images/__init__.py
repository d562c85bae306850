"""Draws the images of the demo content. The project therefore needs no licensed image files.

`draw_image(name)` returns the same bytes for the same version of Pillow.
"""

from community.cli.demo.images.canvas import Canvas
from community.cli.demo.images.catalogue import get_catalogue

__all__ = ["draw_image", "list_names"]


def list_names() -> frozenset[str]:
    return frozenset(get_catalogue())


def draw_image(name: str) -> bytes:
    """Return an image as WebP.

    Raises:
        KeyError: there is no image with that name.
    """
    spec = get_catalogue()[name]
    canvas = Canvas(spec.size, spec.palette, seed=name)
    spec.motif(canvas)
    return canvas.to_webp()
