"""What becomes of the pictures that are taken."""

from functools import partial

import pytest
from PIL import Image

from community.media import ImageProcessor
from tests.media.pictures import (
    BLUE,
    GREEN,
    RED,
    WHITE,
    animation,
    decoded,
    encoded,
    photograph_with_secrets,
    profile_with_red_and_green_swapped,
    quarters,
)


def corner_colors(picture: Image.Image) -> list[tuple[int, ...]]:
    """Top left, top right, bottom left, bottom right, as the nearest of the four colours."""
    small = picture.convert("RGB")
    points = [rgba(small, x, y)[:3] for y in (0.1, 0.9) for x in (0.1, 0.9)]
    return [min((RED, GREEN, BLUE, WHITE), key=partial(difference, point)) for point in points]


def difference(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def rgba(picture: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The pixel at a part of the width and height."""
    left, top = int(picture.width * x), int(picture.height * y)
    return tuple(picture.convert("RGBA").crop((left, top, left + 1, top + 1)).tobytes())


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "AVIF"])
async def test_each_kind_becomes_webp_with_its_colours_in_place(
    processor: ImageProcessor, kind: str
) -> None:
    result = await processor.process(encoded(quarters(1600, 1200), kind))

    assert {asked: (copy.width, copy.height) for asked, copy in result.variants.items()} == {
        320: (320, 240),
        720: (720, 540),
        1280: (1280, 960),
    }
    for copy in result.variants.values():
        picture = decoded(copy.data)
        assert (picture.format, picture.size) == ("WEBP", (copy.width, copy.height))
        assert corner_colors(picture) == [RED, GREEN, BLUE, WHITE]
    assert (result.width, result.height, result.is_animated) == (1280, 960, False)


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (200, {320: 200}),
        (320, {320: 320}),
        (500, {320: 320, 720: 500}),
        (1280, {320: 320, 720: 720, 1280: 1280}),
    ],
)
async def test_a_small_picture_is_never_made_larger(
    processor: ImageProcessor, width: int, expected: dict[int, int]
) -> None:
    result = await processor.process(encoded(quarters(width, 100), "PNG"))

    assert {asked: copy.width for asked, copy in result.variants.items()} == expected


@pytest.mark.parametrize(
    ("orientation", "corners"),
    [
        (1, [RED, GREEN, BLUE, WHITE]),
        (2, [GREEN, RED, WHITE, BLUE]),
        (3, [WHITE, BLUE, GREEN, RED]),
        (4, [BLUE, WHITE, RED, GREEN]),
        (5, [RED, BLUE, GREEN, WHITE]),
        (6, [BLUE, RED, WHITE, GREEN]),
        (7, [WHITE, GREEN, BLUE, RED]),
        (8, [GREEN, WHITE, RED, BLUE]),
    ],
)
async def test_a_photograph_stands_as_the_camera_was_held(
    processor: ImageProcessor, orientation: int, corners: list[tuple[int, int, int]]
) -> None:
    result = await processor.process(photograph_with_secrets(orientation))

    assert corner_colors(decoded(result.variants[320].data)) == corners
    assert (result.width > result.height) == (orientation < 5)


async def test_place_owner_and_comments_are_gone(processor: ImageProcessor) -> None:
    photograph = photograph_with_secrets()
    assert b"SecretPhoneMaker" in photograph

    result = await processor.process(photograph)

    for copy in result.variants.values():
        assert b"Secret" not in copy.data
        assert not {"exif", "xmp", "icc_profile"} & decoded(copy.data).info.keys()
        assert not dict(decoded(copy.data).getexif())


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
async def test_an_animation_keeps_moving_at_its_pace(processor: ImageProcessor, kind: str) -> None:
    result = await processor.process(animation(kind, frames=5))

    small = decoded(result.variants[320].data)
    assert (result.frames, result.is_animated, getattr(small, "n_frames", 1)) == (5, True, 5)
    assert small.size == (320, 240)
    pace = []
    for index in range(5):
        small.seek(index)
        small.load()
        pace.append(small.info["duration"])
    assert pace == [120] * 5


async def test_transparency_stays(processor: ImageProcessor) -> None:
    picture = quarters(400, 400).convert("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 200, 200))

    result = await processor.process(encoded(picture, "PNG"))

    copy = decoded(result.variants[320].data)
    assert rgba(copy, 0.1, 0.1)[3] == 0
    assert rgba(copy, 0.9, 0.9)[3] == 255


async def test_a_palette_with_a_transparent_colour_stays_transparent(
    processor: ImageProcessor,
) -> None:
    picture = Image.new("P", (64, 64), 0)
    picture.putpalette([0, 0, 0, *RED])
    picture.paste(1, (32, 0, 64, 64))

    result = await processor.process(encoded(picture, "PNG", transparency=0))

    copy = decoded(result.variants[320].data)
    assert (rgba(copy, 0.1, 0.1)[3], rgba(copy, 0.9, 0.1)[3]) == (0, 255)


async def test_a_picture_for_the_press_keeps_its_colours(processor: ImageProcessor) -> None:
    result = await processor.process(encoded(quarters().convert("CMYK"), "JPEG"))

    assert corner_colors(decoded(result.variants[720].data)) == [RED, GREEN, BLUE, WHITE]


async def test_sixteen_bits_become_eight_without_being_burnt_out(processor: ImageProcessor) -> None:
    picture = Image.new("I;16", (64, 64), 0x8000)

    result = await processor.process(encoded(picture, "PNG"))

    assert result.color == "#808080"


async def test_a_colour_profile_is_applied_before_it_is_dropped(processor: ImageProcessor) -> None:
    """In this profile the numbers for red mean green: without it the picture would be wrong."""
    result = await processor.process(
        encoded(
            Image.new("RGB", (64, 64), (255, 0, 0)),
            "PNG",
            icc_profile=profile_with_red_and_green_swapped(),
        )
    )

    red, green, blue = (int(result.color[i : i + 2], 16) for i in (1, 3, 5))
    assert green > 240
    assert max(red, blue) < 120


async def test_a_broken_colour_profile_does_not_cost_the_picture(
    processor: ImageProcessor,
) -> None:
    result = await processor.process(encoded(quarters(), "JPEG", icc_profile=b"nonsense" * 40))

    assert corner_colors(decoded(result.variants[720].data)) == [RED, GREEN, BLUE, WHITE]


async def test_the_average_colour_fills_the_place_of_the_picture(processor: ImageProcessor) -> None:
    result = await processor.process(encoded(Image.new("RGB", (90, 60), (18, 52, 86)), "PNG"))

    assert result.color == "#123456"
