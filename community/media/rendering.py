"""From a picture of any kind to its upright WebP copies; runs in the worker process."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageCms
from PIL.Image import Resampling, Transpose

from community.media.animation import encode_animation, frame_durations
from community.media.frugal import decode_shrunk, is_for_frugal_decoding
from community.media.judging import decoding, frame_count, open_picture
from community.media.variant import Variant, variant_sizes

QUALITY = 80
"""WebP quality at which readers see no difference; measured sizes are a quarter of the JPEG's."""

_ORIENTATION_TAG = 0x0112
_UPRIGHT = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
_STRIP_ROWS = 128


@dataclass(frozen=True)
class Rendered:
    """All copies by the width asked for, smallest first, and the average colour `#rrggbb`."""

    variants: dict[int, Variant]
    color: str
    frames: int


def render(data: bytes) -> Rendered:
    """Judges an upload and makes its copies.

    Raises:
        Invalid: with a sentence that says why this file is not taken.
    """
    picture = open_picture(data)
    frames = frame_count(picture)
    if frames > 1:
        return _render_animation(picture, frames)
    upright = _upright_srgb(picture, data)
    variants = {
        width: _encode_still(upright, size) for width, size in variant_sizes(*upright.size).items()
    }
    return Rendered(variants, average_color(upright), frames)


def average_color(picture: Image.Image) -> str:
    """One colour to stand at the place of the picture until it is loaded."""
    pixel = picture.convert("RGBA").resize((1, 1), Resampling.BOX)
    return f"#{pixel.tobytes()[:3].hex()}"


def _render_animation(picture: Image.Image, frames: int) -> Rendered:
    durations = frame_durations(picture, frames)
    variants = {
        width: Variant(*size, encode_animation(picture, size, durations))
        for width, size in variant_sizes(*picture.size).items()
    }
    with decoding():
        picture.seek(0)
    return Rendered(variants, average_color(picture), frames)


def _encode_still(picture: Image.Image, size: tuple[int, int]) -> Variant:
    small = picture if picture.size == size else picture.resize(size, Resampling.LANCZOS)
    target = BytesIO()
    small.save(target, "WEBP", quality=QUALITY, method=4, exif=b"", xmp=b"", icc_profile=None)
    return Variant(*size, target.getvalue())


def _upright_srgb(picture: Image.Image, data: bytes) -> Image.Image:
    """The picture at its largest needed size, turned as the camera was held, in sRGB."""
    with decoding():
        turn = _UPRIGHT.get(picture.getexif().get(_ORIENTATION_TAG, 1))
        profile = picture.info.get("icc_profile")
        size = _size_before_turn(picture.size, turn)
        if is_for_frugal_decoding(picture):
            small = decode_shrunk(data, size, picture.mode)
        else:
            small = _shrunk(picture, size)
    small = _to_srgb(small, profile)
    return small if turn is None else small.transpose(turn)


def _size_before_turn(size: tuple[int, int], turn: Transpose | None) -> tuple[int, int]:
    sideways = turn in {
        Transpose.TRANSPOSE,
        Transpose.TRANSVERSE,
        Transpose.ROTATE_90,
        Transpose.ROTATE_270,
    }
    upright = size[::-1] if sideways else size
    largest = list(variant_sizes(*upright).values())[-1]
    return largest[::-1] if sideways else largest


def _shrunk(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Decodes, then converts and shrinks strip by strip: one large copy in memory, never two."""
    picture.draft(None, (size[0] * 2, size[1] * 2))  # a JPEG is decoded at 1/2, 1/4 or 1/8
    picture.load()
    factor = max(1, min(picture.width // (size[0] * 2), picture.height // (size[1] * 2)))
    if factor == 1:
        return _plain(picture).resize(size, Resampling.LANCZOS)
    width, height = picture.size
    rows = _STRIP_ROWS * factor
    reduced: Image.Image | None = None
    for index, top in enumerate(range(0, height, rows)):
        strip = _plain(picture.crop((0, top, width, min(top + rows, height)))).reduce(factor)
        reduced = reduced or Image.new(strip.mode, (strip.width, -(-height // factor)))
        reduced.paste(strip, (0, index * _STRIP_ROWS))
    picture.close()
    return (reduced or picture).resize(size, Resampling.LANCZOS)


def _plain(picture: Image.Image) -> Image.Image:
    """Eight bits a channel, no palette: RGB, RGBA, L or CMYK."""
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda value: value / 256).convert("L")
    if picture.has_transparency_data:
        return picture.convert("RGBA")
    return picture if picture.mode in {"RGB", "CMYK", "L"} else picture.convert("RGB")


def _to_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Colours as the author saw them, for screens that assume sRGB once the profile is gone."""
    wanted = "RGBA" if picture.mode == "RGBA" else "RGB"
    if profile:
        try:
            converted = ImageCms.profileToProfile(
                picture,
                ImageCms.ImageCmsProfile(BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode=wanted,
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            converted = None  # a broken profile, or one of another colour model: as if it had none
        if converted is not None:
            return converted
    return picture if picture.mode == wanted else picture.convert(wanted)
