"""Tests of the image files that the image processor rejects, and of the error messages."""

import pytest

from community.core.errors import Invalid
from community.gateways.media import ImageProcessor
from community.gateways.media_conversion.limits import MAX_FRAMES, MAX_IMAGE_BYTES, MAX_SIDE
from tests.gateways.media.images import (
    create_animation,
    create_photo_with_metadata,
    create_png_with_declared_size,
    create_png_with_embedded_html,
    create_quadrant_image,
    encode_image,
)


async def get_processing_error(processor: ImageProcessor, data: bytes) -> Invalid:
    with pytest.raises(Invalid) as raised:
        await processor.process(data)
    assert raised.value.message.endswith(".")
    return raised.value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.7 ...",
        b"MZ\x90\x00" + b"\0" * 200,
        encode_image(create_quadrant_image(32, 32), "BMP"),
        encode_image(create_quadrant_image(32, 32), "TIFF"),
        encode_image(create_quadrant_image(32, 32), "ICO"),
    ],
    ids=["empty", "text", "svg", "pdf", "program", "bmp", "tiff", "ico"],
)
async def test_files_that_are_not_supported_images_are_rejected(
    processor: ImageProcessor, data: bytes
) -> None:
    error = await get_processing_error(processor, data)

    assert error.code == "unsupported_media"


async def test_a_file_with_too_many_bytes_is_rejected_before_processing(
    processor: ImageProcessor,
) -> None:
    with pytest.raises(Invalid) as raised:
        await processor.process(bytes(MAX_IMAGE_BYTES + 1))

    assert raised.value.code == "too_large"


@pytest.mark.parametrize(
    ("width", "height"), [(10_000, 10_000), (8_000, 5_001), (65_000, 65_000), (2**31 - 1, 1)]
)
async def test_an_image_whose_header_declares_too_many_pixels_is_rejected(
    processor: ImageProcessor, width: int, height: int
) -> None:
    error = await get_processing_error(processor, create_png_with_declared_size(width, height))

    assert error.code == "too_large"
    assert "40 megapixels" in error.message


@pytest.mark.parametrize("image_format", ["JPEG", "PNG", "WEBP", "GIF", "AVIF"])
@pytest.mark.parametrize("fraction", [0.3, 0.9])
async def test_a_truncated_image_is_rejected(
    processor: ImageProcessor, image_format: str, fraction: float
) -> None:
    data = encode_image(create_quadrant_image(), image_format)

    error = await get_processing_error(processor, data[: int(len(data) * fraction)])

    assert error.code == "unsupported_media"


@pytest.mark.parametrize("image_format", ["GIF", "WEBP"])
async def test_a_truncated_animation_is_rejected(
    processor: ImageProcessor, image_format: str
) -> None:
    data = create_animation(image_format)

    await get_processing_error(processor, data[: len(data) * 2 // 3])


async def test_html_inside_an_image_is_rejected(processor: ImageProcessor) -> None:
    error = await get_processing_error(processor, create_png_with_embedded_html())

    assert "contains a document" in error.message


async def test_html_after_an_image_is_rejected(processor: ImageProcessor) -> None:
    await get_processing_error(
        processor, create_photo_with_metadata() + b"<!DOCTYPE html><script>1</script>"
    )


async def test_data_appended_by_cameras_is_removed(
    processor: ImageProcessor,
) -> None:
    result = await processor.process(
        encode_image(create_quadrant_image(), "JPEG") + b"MotionPhoto_Data" + b"\1" * 999
    )

    assert b"MotionPhoto" not in b"".join(variant.data for variant in result.variants.values())


async def test_an_animation_with_too_many_frames_is_rejected(processor: ImageProcessor) -> None:
    error = await get_processing_error(
        processor, create_animation("GIF", frames=MAX_FRAMES + 1, size=(30, 20))
    )

    assert error.code == "too_large"
    assert "300 frames" in error.message


async def test_a_too_long_animation_is_rejected(processor: ImageProcessor) -> None:
    error = await get_processing_error(
        processor, create_animation("GIF", frames=7, size=(30, 20), frame_milliseconds=5000)
    )

    assert "30 seconds" in error.message


async def test_an_animation_with_too_many_pixels_in_all_frames_is_rejected(
    processor: ImageProcessor,
) -> None:
    error = await get_processing_error(
        processor, create_animation("GIF", frames=62, size=(810, 810))
    )

    assert error.code == "too_large"
    assert "at most 60" in error.message


async def test_an_animation_within_the_limit_of_pixels_is_accepted(
    processor: ImageProcessor,
) -> None:
    result = await processor.process(create_animation("GIF", frames=20, size=(500, 400)))

    assert result.frames == 20


@pytest.mark.parametrize("size", [(1, MAX_SIDE + 1), (MAX_SIDE + 1, 1)])
async def test_an_image_that_is_too_long_is_rejected(
    processor: ImageProcessor, size: tuple[int, int]
) -> None:
    error = await get_processing_error(processor, create_png_with_declared_size(*size))

    assert error.code == "too_large"
    assert str(MAX_SIDE) in error.message
