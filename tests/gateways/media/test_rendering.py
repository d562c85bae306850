from functools import partial

import pytest
from PIL import Image

from community.gateways.media import FIRST_FRAME, ImageProcessor
from community.gateways.media_conversion.variant import compute_variant_sizes
from tests.gateways.media.images import (
    BLUE,
    GREEN,
    RED,
    WHITE,
    create_animation,
    create_icc_profile_with_swapped_red_and_green,
    create_photo_with_metadata,
    create_quadrant_image,
    decode_image,
    encode_image,
)


def get_corner_colors(image: Image.Image) -> list[tuple[int, ...]]:
    """Return, for each corner, the test color that is closest to the color of the corner.

    The order of the corners is top left, top right, bottom left, bottom right.
    """
    rgb = image.convert("RGB")
    points = [get_pixel(rgb, x, y)[:3] for y in (0.1, 0.9) for x in (0.1, 0.9)]
    return [
        min((RED, GREEN, BLUE, WHITE), key=partial(compute_color_distance, point))
        for point in points
    ]


def compute_color_distance(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))


def get_pixel(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """Return the RGBA values of a pixel. `x` and `y` are fractions of the width and height."""
    left, top = int(image.width * x), int(image.height * y)
    return tuple(image.convert("RGBA").crop((left, top, left + 1, top + 1)).tobytes())


@pytest.mark.parametrize("image_format", ["JPEG", "PNG", "WEBP", "GIF", "AVIF"])
async def test_images_of_every_format_are_converted_to_webp_with_the_same_colors(
    processor: ImageProcessor, image_format: str
) -> None:
    result = await processor.process(encode_image(create_quadrant_image(1600, 1200), image_format))

    assert {
        requested: (variant.width, variant.height) for requested, variant in result.variants.items()
    } == {
        320: (320, 240),
        720: (720, 540),
        1280: (1280, 960),
    }
    for variant in result.variants.values():
        image = decode_image(variant.data)
        assert (image.format, image.size) == ("WEBP", (variant.width, variant.height))
        assert get_corner_colors(image) == [RED, GREEN, BLUE, WHITE]
    assert (result.width, result.height, result.frames) == (1280, 960, 1)


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (200, {320: 200}),
        (320, {320: 320}),
        (500, {320: 320, 720: 500}),
        (1280, {320: 320, 720: 720, 1280: 1280}),
    ],
)
async def test_a_small_image_is_not_enlarged(
    processor: ImageProcessor, width: int, expected: dict[int, int]
) -> None:
    result = await processor.process(encode_image(create_quadrant_image(width, 100), "PNG"))

    assert {requested: variant.width for requested, variant in result.variants.items()} == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((1080, 20_000), {320: (320, 5_926), 720: (720, 13_333), 1280: (885, 16_383)}),
        ((100, 20_000), {320: (82, 16_383)}),
        ((600, 65_000), {320: (151, 16_358)}),
        ((1, 65_535), {320: (1, 16_383)}),
        ((65_535, 1), {320: (320, 1), 720: (720, 1), 1280: (1280, 1)}),
    ],
)
def test_a_variant_fits_into_the_limits_of_webp(
    size: tuple[int, int], expected: dict[int, tuple[int, int]]
) -> None:
    assert compute_variant_sizes(*size) == expected


@pytest.mark.parametrize("image_format", ["JPEG", "PNG", "GIF"])
@pytest.mark.parametrize("size", [(100, 20_000), (1, 65_500), (65_500, 1)])
async def test_an_image_that_is_too_high_for_webp_is_made_smaller(
    processor: ImageProcessor, image_format: str, size: tuple[int, int]
) -> None:
    result = await processor.process(encode_image(Image.new("RGB", size, RED), image_format))

    for requested, expected in compute_variant_sizes(*size).items():
        assert decode_image(result.variants[requested].data).size == expected


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
async def test_exif_orientation_is_applied(
    processor: ImageProcessor, orientation: int, corners: list[tuple[int, int, int]]
) -> None:
    result = await processor.process(create_photo_with_metadata(orientation))

    assert get_corner_colors(decode_image(result.variants[320].data)) == corners
    assert (result.width > result.height) == (orientation < 5)


async def test_metadata_is_removed(processor: ImageProcessor) -> None:
    photo = create_photo_with_metadata()
    assert b"SecretPhoneMaker" in photo

    result = await processor.process(photo)

    for variant in result.variants.values():
        assert b"Secret" not in variant.data
        assert not {"exif", "xmp", "icc_profile"} & decode_image(variant.data).info.keys()
        assert not dict(decode_image(variant.data).getexif())


@pytest.mark.parametrize("image_format", ["GIF", "WEBP", "PNG"])
async def test_an_animation_keeps_its_frames_and_durations(
    processor: ImageProcessor, image_format: str
) -> None:
    result = await processor.process(create_animation(image_format, frames=5))

    small = decode_image(result.variants[320].data)
    assert (result.frames, getattr(small, "n_frames", 1)) == (5, 5)
    assert small.size == (320, 240)
    durations = []
    for index in range(5):
        small.seek(index)
        small.load()
        durations.append(small.info["duration"])
    assert durations == [120] * 5


async def test_an_animation_has_a_variant_with_its_first_frame(processor: ImageProcessor) -> None:
    result = await processor.process(create_animation("GIF", frames=5))

    still = decode_image(result.variants[FIRST_FRAME].data)
    animation = decode_image(result.variants[320].data)
    assert (still.size, getattr(still, "n_frames", 1)) == ((320, 240), 1)
    still_color, animation_color = (
        image.convert("RGB").resize((1, 1)).getpixel((0, 0)) for image in (still, animation)
    )
    assert still_color == pytest.approx(animation_color, abs=8)


async def test_transparency_is_preserved(processor: ImageProcessor) -> None:
    image = create_quadrant_image(400, 400).convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 200, 200))

    result = await processor.process(encode_image(image, "PNG"))

    variant = decode_image(result.variants[320].data)
    assert get_pixel(variant, 0.1, 0.1)[3] == 0
    assert get_pixel(variant, 0.9, 0.9)[3] == 255


async def test_palette_transparency_is_preserved(
    processor: ImageProcessor,
) -> None:
    image = Image.new("P", (64, 64), 0)
    image.putpalette([0, 0, 0, *RED])
    image.paste(1, (32, 0, 64, 64))

    result = await processor.process(encode_image(image, "PNG", transparency=0))

    variant = decode_image(result.variants[320].data)
    assert (get_pixel(variant, 0.1, 0.1)[3], get_pixel(variant, 0.9, 0.1)[3]) == (0, 255)


async def test_cmyk_images_keep_their_colors(processor: ImageProcessor) -> None:
    result = await processor.process(encode_image(create_quadrant_image().convert("CMYK"), "JPEG"))

    assert get_corner_colors(decode_image(result.variants[720].data)) == [RED, GREEN, BLUE, WHITE]


async def test_sixteen_bit_images_are_scaled_to_eight_bits(processor: ImageProcessor) -> None:
    image = Image.new("I;16", (64, 64), 0x8000)

    result = await processor.process(encode_image(image, "PNG"))

    assert result.color == "#808080"


async def test_a_color_profile_is_applied_and_removed(processor: ImageProcessor) -> None:
    """The color profile swaps red and green, so a red pixel is stored as green."""
    result = await processor.process(
        encode_image(
            Image.new("RGB", (64, 64), (255, 0, 0)),
            "PNG",
            icc_profile=create_icc_profile_with_swapped_red_and_green(),
        )
    )

    red, green, blue = (int(result.color[i : i + 2], 16) for i in (1, 3, 5))
    assert green > 240
    assert max(red, blue) < 120


async def test_an_invalid_color_profile_is_ignored(
    processor: ImageProcessor,
) -> None:
    result = await processor.process(
        encode_image(create_quadrant_image(), "JPEG", icc_profile=b"nonsense" * 40)
    )

    assert get_corner_colors(decode_image(result.variants[720].data)) == [RED, GREEN, BLUE, WHITE]


async def test_the_average_color_is_computed(processor: ImageProcessor) -> None:
    result = await processor.process(encode_image(Image.new("RGB", (90, 60), (18, 52, 86)), "PNG"))

    assert result.color == "#123456"
