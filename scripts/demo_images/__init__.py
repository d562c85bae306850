"""Draw the images of the demo content, so that the project needs no licensed image files.

`python -m scripts.demo_images` writes them to `community/cli/demo/images`, where the command `demo`
finds them. With the same version of Pillow, the result is always the same.
"""

from scripts.demo_images.canvas import Canvas
from scripts.demo_images.catalogue import get_image_catalogue


def list_image_names() -> frozenset[str]:
    return frozenset(get_image_catalogue())


def draw_image(name: str) -> bytes:
    """Return the image as WebP.

    Raises:
        KeyError: There is no image with this name.
    """
    spec = get_image_catalogue()[name]
    canvas = Canvas(spec.size, spec.palette, seed=name)
    spec.motif(canvas)
    return canvas.to_webp()
