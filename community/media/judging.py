"""What an upload really is, told by its bytes: its name and its declared type prove nothing.

Everything here runs in the worker process and before the first pixel is decoded.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from community.core.errors import Invalid
from community.media.limits import (
    MAX_ANIMATION_MS,
    MAX_ANIMATION_PIXELS,
    MAX_FRAMES,
    MAX_PIXELS,
)

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")

# Pillow refuses at twice this number, while it reads the header, and only warns below that.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2

_ACTIVE_CONTENT = re.compile(
    rb"<(?:!doctype|html|head|body|script|iframe|object|embed)[\s>/]|<\?php|%PDF-\d", re.IGNORECASE
)


def unsupported() -> Invalid:
    """The refusal of what is no picture of ours."""
    return Invalid("Choose a JPEG, PNG, WebP, GIF or AVIF picture.", code="unsupported_media")


def unreadable() -> Invalid:
    """The refusal of a picture that ends early or contradicts itself."""
    return Invalid(
        "This picture is damaged and cannot be read. Save it again and retry.",
        code="unsupported_media",
    )


def too_many_pixels() -> Invalid:
    """The refusal of a picture over `MAX_PIXELS`."""
    limit = MAX_PIXELS // 1_000_000
    return Invalid(
        f"This picture has more than {limit} megapixels. Make it smaller and retry.",
        code="too_large",
    )


@contextmanager
def decoding() -> Iterator[None]:
    """Turns whatever a decoder raises about hostile bytes into a refusal."""
    try:
        yield
    except (Invalid, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise too_many_pixels() from error
    except UnidentifiedImageError as error:
        raise unsupported() from error
    except Exception as error:  # decoders raise nearly everything: OSError, struct.error, EOFError
        raise unreadable() from error


def open_picture(data: bytes) -> Image.Image:
    """The picture with its header read and no pixel decoded.

    Raises:
        Invalid: not one of `FORMATS`, more pixels than allowed, or a second document hidden in it.
    """
    with decoding():
        picture = Image.open(BytesIO(data), formats=FORMATS)
    if picture.width * picture.height > MAX_PIXELS:
        raise too_many_pixels()
    if _ACTIVE_CONTENT.search(data):
        raise Invalid(
            "This file is a picture and a document at once. Save it as a picture and retry.",
            code="unsupported_media",
        )
    if _ends_early(data, picture.format):
        raise unreadable()
    return picture


def _ends_early(data: bytes, kind: str | None) -> bool:
    """Whether a file stops in the middle of a kind whose decoders do not mind."""
    if kind == "GIF":
        return not data.rstrip(b"\0").endswith(b";")
    return kind == "WEBP" and len(data) < int.from_bytes(data[4:8], "little") + 8


def frame_count(picture: Image.Image) -> int:
    """Frames of an animation, 1 for a still; the second picture of a camera's JPEG is no frame.

    Raises:
        Invalid: more frames or pixels than an animation may have, or a damaged one.
    """
    if picture.format not in {"GIF", "WEBP", "PNG", "AVIF"}:
        return 1
    with decoding():
        frames = int(getattr(picture, "n_frames", 1))
    if frames > MAX_FRAMES or frames * picture.width * picture.height > max(
        MAX_ANIMATION_PIXELS, MAX_PIXELS
    ):
        raise too_long()
    return frames


def too_long() -> Invalid:
    """The refusal of an animation that should be a video."""
    seconds = MAX_ANIMATION_MS // 1000
    return Invalid(
        f"This animation is too long: {seconds} seconds and {MAX_FRAMES} frames at most.",
        code="too_large",
    )
