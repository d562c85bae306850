"""What is not taken, and the sentence that says why."""

import pytest

from community.core.errors import Invalid
from community.media import ImageProcessor
from community.media.limits import MAX_FRAMES
from tests.media.pictures import (
    animation,
    encoded,
    photograph_with_secrets,
    png_that_claims,
    png_with_page_inside,
    quarters,
)


async def refusal_of(processor: ImageProcessor, data: bytes) -> Invalid:
    with pytest.raises(Invalid) as refused:
        await processor.process(data)
    assert refused.value.sentence.endswith(".")
    return refused.value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.7 ...",
        b"MZ\x90\x00" + b"\0" * 200,
        encoded(quarters(32, 32), "BMP"),
        encoded(quarters(32, 32), "TIFF"),
        encoded(quarters(32, 32), "ICO"),
    ],
    ids=["nothing", "text", "svg", "pdf", "program", "bmp", "tiff", "ico"],
)
async def test_another_kind_of_file_is_refused_whatever_its_name(
    processor: ImageProcessor, data: bytes
) -> None:
    refused = await refusal_of(processor, data)

    assert refused.code == "unsupported_media"


async def test_too_many_bytes_are_refused_before_anything_is_started(
    processor: ImageProcessor,
) -> None:
    with pytest.raises(Invalid) as refused:
        await processor.process(b"x" * 2049, max_bytes=2048)

    assert refused.value.code == "too_large"


@pytest.mark.parametrize(
    ("width", "height"), [(10_000, 10_000), (8_000, 5_001), (65_000, 65_000), (2**31 - 1, 1)]
)
async def test_a_picture_that_claims_too_many_pixels_is_refused_by_its_header(
    processor: ImageProcessor, width: int, height: int
) -> None:
    refused = await refusal_of(processor, png_that_claims(width, height))

    assert refused.code == "too_large"
    assert "40 megapixels" in refused.sentence


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "AVIF"])
@pytest.mark.parametrize("kept", [0.3, 0.9])
async def test_a_picture_that_stops_in_the_middle_is_refused(
    processor: ImageProcessor, kind: str, kept: float
) -> None:
    data = encoded(quarters(), kind)

    refused = await refusal_of(processor, data[: int(len(data) * kept)])

    assert refused.code == "unsupported_media"


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
async def test_an_animation_that_stops_in_the_middle_is_refused(
    processor: ImageProcessor, kind: str
) -> None:
    data = animation(kind)

    await refusal_of(processor, data[: len(data) * 2 // 3])


async def test_a_page_inside_a_picture_is_refused(processor: ImageProcessor) -> None:
    refused = await refusal_of(processor, png_with_page_inside())

    assert "a picture and a document at once" in refused.sentence


async def test_a_page_behind_a_picture_is_refused(processor: ImageProcessor) -> None:
    await refusal_of(processor, photograph_with_secrets() + b"<!DOCTYPE html><script>1</script>")


async def test_what_cameras_append_to_a_photograph_is_only_dropped(
    processor: ImageProcessor,
) -> None:
    result = await processor.process(
        encoded(quarters(), "JPEG") + b"MotionPhoto_Data" + b"\1" * 999
    )

    assert b"MotionPhoto" not in b"".join(copy.data for copy in result.variants.values())


async def test_an_animation_with_too_many_frames_is_refused(processor: ImageProcessor) -> None:
    refused = await refusal_of(processor, animation("GIF", frames=MAX_FRAMES + 1, size=(30, 20)))

    assert refused.code == "too_large"
    assert "too long" in refused.sentence


async def test_an_animation_of_too_many_seconds_is_refused(processor: ImageProcessor) -> None:
    refused = await refusal_of(processor, animation("GIF", frames=7, size=(30, 20), ms=5000))

    assert "30 seconds" in refused.sentence
