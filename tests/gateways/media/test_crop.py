"""Cropping of uploaded images in the worker process."""

from io import BytesIO

import pytest
from PIL import Image

from community.gateways.media_conversion.crop import Crop
from community.gateways.media_conversion.rendering import render
from tests.gateways.media.images import (
    create_animation,
    create_quadrant_image,
    decode_image,
    encode_image,
)
from tests.gateways.media.test_rendering import get_corner_colors

# The middle of the upper half: its left half is red, its right half is green.
UPPER_MIDDLE = Crop(0.25, 0, 0.75, 0.5)


def get_colors(data: bytes, crop: Crop) -> list[tuple[int, ...]]:
    return get_corner_colors(decode_image(list(render(data, crop).variants.values())[-1].data))


@pytest.mark.parametrize("image_format", ["JPEG", "PNG", "WEBP", "GIF", "AVIF"])
@pytest.mark.parametrize("size", [(800, 600), (4800, 3600)])
def test_only_the_chosen_part_remains(image_format: str, size: tuple[int, int]) -> None:
    data = encode_image(create_quadrant_image(*size), image_format)

    result = render(data, Crop(0.5, 0.25, 0.75, 0.5))

    expected_width = min(1280, size[0] // 4)
    assert (result.width, result.height) == (expected_width, round(expected_width * 3 / 4))
    assert len(set(get_colors(data, Crop(0.5, 0.25, 0.75, 0.5)))) == 1


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_part_refers_to_the_upright_image(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encode_image(create_quadrant_image(), "JPEG", exif=exif.tobytes(), quality=95)
    whole = decode_image(list(render(data).variants.values())[-1].data)
    width, height = whole.size
    expected = whole.crop((width // 4, 0, width * 3 // 4, height // 2))

    assert get_colors(data, UPPER_MIDDLE) == get_corner_colors(expected)
    rendered = render(data, UPPER_MIDDLE)
    assert (rendered.width, rendered.height) == (width // 2, height // 2)


def test_every_frame_of_an_animation_is_cropped() -> None:
    result = render(create_animation("GIF", frames=3, size=(400, 300)), Crop(0, 0, 0.5, 1))

    assert result.frames == 3
    with Image.open(BytesIO(result.variants[320].data)) as animation:
        assert (animation.size, getattr(animation, "n_frames", 1)) == ((200, 300), 3)


def test_a_part_smaller_than_a_pixel_keeps_one_pixel() -> None:
    data = encode_image(create_quadrant_image(10, 10), "PNG")
    result = render(data, Crop(0.999998, 0.999998, 0.999999, 0.999999))
    assert (result.width, result.height) == (1, 1)


def test_parsing_reverses_str() -> None:
    assert Crop.parse(str(UPPER_MIDDLE)) == UPPER_MIDDLE
    assert Crop.parse("") == Crop(0, 0, 1, 1)
    assert Crop.parse("0,0,1.00000002,1") == Crop(0, 0, 1, 1)


@pytest.mark.parametrize(
    "text", ["0,0,1", "0,0,1,1,1", "a,0,1,1", "0,0,0,1", "0.5,0,0.4,1", "-0.1,0,1,1", "0,0,1.1,1",
             "nan,0,1,1", "0,0,inf,1", "0.5,0,0.50000001,1"],
)  # fmt: skip
def test_invalid_parts_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"rectangle|unpack|convert"):
        Crop.parse(text)
