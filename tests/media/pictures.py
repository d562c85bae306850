"""Real picture files, made when a test asks for them."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms, ImageDraw

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 160, 60), (40, 60, 200), (250, 250, 250)


def quarters(width: int = 800, height: int = 600) -> Image.Image:
    """Red, green, blue and white quarters: whoever turns or mirrors it can be caught."""
    picture = Image.new("RGB", (width, height), WHITE)
    draw = ImageDraw.Draw(picture)
    x, y = width // 2, height // 2
    draw.rectangle((0, 0, x - 1, y - 1), fill=RED)
    draw.rectangle((x, 0, width, y - 1), fill=GREEN)
    draw.rectangle((0, y, x - 1, height), fill=BLUE)
    return picture


def encoded(picture: Image.Image, kind: str, **options: Any) -> bytes:
    target = BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


def decoded(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def animation(
    kind: str, frames: int = 3, size: tuple[int, int] = (400, 300), ms: int = 120
) -> bytes:
    """Frames that differ, so that no encoder joins them."""
    pictures = []
    for index in range(frames):
        picture = Image.new("RGB", size, WHITE)
        edge = 10 + (index * 37) % (size[0] - 20)
        ImageDraw.Draw(picture).rectangle((0, 0, edge, size[1]), fill=(RED, GREEN, BLUE)[index % 3])
        pictures.append(picture)
    return encoded(
        pictures[0], kind, save_all=True, append_images=pictures[1:], duration=ms, loop=0
    )


def photograph_with_secrets(orientation: int = 6) -> bytes:
    """A JPEG as a telephone makes it: turned, with place, owner and comment inside."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretPhoneMaker"
    exif.get_ifd(0x8825).update({1: "N", 2: (55.0, 45.0, 21.0), 3: "E", 4: (37.0, 37.0, 2.0)})
    return encoded(
        quarters(),
        "JPEG",
        exif=exif,
        comment=b"SecretComment",
        xmp=b"<x:xmpmeta>SecretXmp</x:xmpmeta>",
    )


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header promises a giant."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(name, body)
        for name, body in ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 64)), (b"IEND", b""))
    )


def png_with_page_inside() -> bytes:
    """A PNG that a careless server would hand out as a page that runs a script."""
    page = b"<html><script>alert(document.cookie)</script></html>"
    data = encoded(quarters(64, 64), "PNG")
    return data[:-12] + _chunk(b"tEXt", b"Comment\0" + page) + data[-12:]


def profile_with_red_and_green_swapped() -> bytes:
    """The sRGB profile with the tags of its red and green primaries exchanged."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"tmp!").replace(b"gXYZ", b"rXYZ").replace(b"tmp!", b"gXYZ")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
