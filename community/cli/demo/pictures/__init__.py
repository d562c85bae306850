"""Pictures of the demo content, drawn in code: no files to ship, no rights to clear.

``draw(name)`` gives the same bytes each time with the same Pillow; ``names()`` lists what there is.
"""

from .canvas import Canvas
from .catalogue import catalogue

__all__ = ["draw", "names"]


def names() -> frozenset[str]:
    """Names of all pictures."""
    return frozenset(catalogue())


def draw(name: str) -> bytes:
    """A picture as WebP.

    Raises:
        KeyError: there is no picture of that name.
    """
    picture = catalogue()[name]
    canvas = Canvas(picture.size, picture.palette, seed=name)
    picture.motif(canvas)
    return canvas.webp()
