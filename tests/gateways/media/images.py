"""Functions that generate image files for tests."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms, ImageDraw

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 160, 60), (40, 60, 200), (250, 250, 250)


def create_quadrant_image(width: int = 800, height: int = 600) -> Image.Image:
    """Return an image with red, green, blue and white quarters, so that rotation is visible."""
    image = Image.new("RGB", (width, height), WHITE)
    draw = ImageDraw.Draw(image)
    x, y = width // 2, height // 2
    draw.rectangle((0, 0, x - 1, y - 1), fill=RED)
    draw.rectangle((x, 0, width, y - 1), fill=GREEN)
    draw.rectangle((0, y, x - 1, height), fill=BLUE)
    return image


def encode_image(image: Image.Image, image_format: str, **options: Any) -> bytes:
    target = BytesIO()
    image.save(target, image_format, **options)
    return target.getvalue()


def decode_image(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def create_animation(
    image_format: str,
    frames: int = 3,
    size: tuple[int, int] = (400, 300),
    frame_milliseconds: int = 120,
) -> bytes:
    """Return an animation in which every frame differs, so that encoders do not merge frames."""
    images = []
    for index in range(frames):
        image = Image.new("RGB", size, WHITE)
        edge = 10 + (index * 37) % (size[0] - 20)
        ImageDraw.Draw(image).rectangle((0, 0, edge, size[1]), fill=(RED, GREEN, BLUE)[index % 3])
        images.append(image)
    return encode_image(
        images[0],
        image_format,
        save_all=True,
        append_images=images[1:],
        duration=frame_milliseconds,
        loop=0,
    )


def create_photo_with_metadata(orientation: int = 6) -> bytes:
    """Return a JPEG with metadata: orientation, camera, GPS position, comment and XMP."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretPhoneMaker"
    exif.get_ifd(0x8825).update({1: "N", 2: (55.0, 45.0, 21.0), 3: "E", 4: (37.0, 37.0, 2.0)})
    return encode_image(
        create_quadrant_image(),
        "JPEG",
        exif=exif,
        comment=b"SecretComment",
        xmp=b"<x:xmpmeta>SecretXmp</x:xmpmeta>",
    )


def create_png_with_declared_size(width: int, height: int) -> bytes:
    """Return a PNG with a few bytes of pixel data and a header that declares the given size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _encode_png_chunk(name, body)
        for name, body in ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 64)), (b"IEND", b""))
    )


def create_png_with_embedded_html() -> bytes:
    """Return a valid PNG that contains an HTML page with a script."""
    page = b"<html><script>alert(document.cookie)</script></html>"
    data = encode_image(create_quadrant_image(64, 64), "PNG")
    return data[:-12] + _encode_png_chunk(b"tEXt", b"Comment\0" + page) + data[-12:]


def create_icc_profile_with_swapped_red_and_green() -> bytes:
    """Return an sRGB color profile in which the red and green primaries are swapped."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"tmp!").replace(b"gXYZ", b"rXYZ").replace(b"tmp!", b"gXYZ")


def _encode_png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
