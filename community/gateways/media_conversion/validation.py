"""Validate uploaded images by their content, because file names and declared types can be wrong."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from community.gateways.media_conversion.errors import ImageRejected
from community.gateways.media_conversion.limits import FORMATS, MAX_FRAMES, MAX_PIXELS, MAX_SIDE

# When Pillow reads the header of an image with more pixels than this number, it only warns. It
# raises an error at twice the number.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2

_ACTIVE_CONTENT = re.compile(
    rb"<(?:!doctype|html|head|body|script|iframe|object|embed)[\s>/]|<\?php|%PDF-\d", re.IGNORECASE
)


@contextmanager
def convert_decoder_errors() -> Iterator[None]:
    try:
        yield
    except (ImageRejected, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise ImageRejected("too_many_pixels") from error
    except UnidentifiedImageError as error:
        raise ImageRejected("unsupported_format") from error
    except Exception as error:  # decoders raise OSError, struct.error, EOFError and many others
        raise ImageRejected("damaged") from error


def open_image(data: bytes) -> Image.Image:
    """Open an image and validate it without decoding its pixels.

    Raise `ImageRejected` if the format is not supported, the image has too many pixels, is too wide
    or too high, or the file is truncated or contains HTML or PDF.
    """
    with convert_decoder_errors():
        image = Image.open(BytesIO(data), formats=FORMATS)
    if image.width * image.height > MAX_PIXELS:
        raise ImageRejected("too_many_pixels")
    if max(image.size) > MAX_SIDE:
        raise ImageRejected("too_long")
    if _ACTIVE_CONTENT.search(data):
        raise ImageRejected("embedded_document")
    if _is_truncated(data, image.format):
        raise ImageRejected("damaged")
    return image


def _is_truncated(data: bytes, image_format: str | None) -> bool:
    """Return whether a GIF or WebP file is truncated. For other formats, return False.

    The decoders of the other formats raise an error if a file is truncated.
    """
    if image_format == "GIF":
        return not data.rstrip(b"\0").endswith(b";")
    return image_format == "WEBP" and len(data) < int.from_bytes(data[4:8], "little") + 8


def count_frames(image: Image.Image) -> int:
    """Return the number of frames, which is 1 for a still image.

    A JPEG is always a still image. If a JPEG from a camera contains several images, the others are
    previews. Raise `ImageRejected` if the animation has too many frames or pixels, or the file is
    damaged.
    """
    if image.format not in {"GIF", "WEBP", "PNG", "AVIF"}:
        return 1
    with convert_decoder_errors():
        frames = int(getattr(image, "n_frames", 1))
    if frames > MAX_FRAMES:
        raise ImageRejected("animation_too_long")
    allowed_frames = MAX_PIXELS // (image.width * image.height)
    if frames > allowed_frames:
        raise ImageRejected("animation_too_large", allowed_frames=allowed_frames)
    return frames
