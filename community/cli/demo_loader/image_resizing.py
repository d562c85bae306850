"""Resizes the images of the demo content, as those that users upload are resized.

Uploaded images are processed in a sandbox (`media/conversion/`). The demo images are part of the
project and need no sandbox. Their largest variant is the file itself.
"""

from io import BytesIO

from PIL import Image

from community.cli.demo.image_files import read_image, read_video
from community.gateways.media import ProcessedImage, Variant
from community.gateways.media.conversion.rendering import compute_average_color, encode_still_image
from community.gateways.media.variant import compute_variant_sizes


def load_image(image_name: str) -> tuple[ProcessedImage, int]:
    """Return an image in all sizes with its video, if it has one, and the size of its file."""
    data = read_image(image_name)
    with Image.open(BytesIO(data)) as image:
        image.load()
        *smaller, (largest, size) = compute_variant_sizes(*image.size).items()
        variants = {
            width: encode_still_image(image, smaller_size) for width, smaller_size in smaller
        }
        variants[largest] = Variant(*size, data)
        color = compute_average_color(image)
    return ProcessedImage(variants, color, 1, read_video(image_name)), len(data)
