"""Tests of the conversion of uploaded videos."""

from fractions import Fraction
from io import BytesIO

import av
import pytest
from PIL import Image

from community.core.errors import Invalid
from community.gateways.media import Crop, ImageProcessor, ProcessedImage
from community.gateways.media_conversion import limits
from community.gateways.media_conversion.errors import ImageRejected
from community.gateways.media_conversion.video import render_video
from tests.gateways.media.images import (
    BLUE,
    GREEN,
    RED,
    WHITE,
    create_animation,
    create_quadrant_image,
    decode_image,
    encode_image,
)
from tests.gateways.media.videos import create_sound, create_video, replace_duration, rotate

SIDE = limits.VIDEO_SIDE
Color = tuple[int, int, int]


def get_corners(image: Image.Image) -> list[Color]:
    """Return the nearest of the four test colors in each corner of an image, row by row."""
    near, far = 8, image.width - 8
    pixels = [image.convert("RGB").getpixel(at) for at in ((near, near), (far, near))]
    pixels += [image.convert("RGB").getpixel(at) for at in ((near, far), (far, far))]
    return [min((RED, GREEN, BLUE, WHITE), key=lambda c: _distance(c, p)) for p in pixels]


def _distance(color: Color, pixel: object) -> int:
    assert isinstance(pixel, tuple)
    return sum(abs(a - b) for a, b in zip(color, pixel, strict=True))


def get_poster(rendered: ProcessedImage) -> Image.Image:
    return decode_image(rendered.variants[320].data)


def get_rejection(data: bytes) -> str:
    with pytest.raises(ImageRejected) as caught:
        render_video(data)
    return caught.value.reason


@pytest.mark.parametrize(
    ("video_format", "codec"),
    [("mp4", "libx264"), ("mov", "libx264"), ("webm", "libvpx"), ("webm", "libvpx-vp9")],
)
def test_a_video_becomes_a_square_mp4_file_with_a_poster(video_format: str, codec: str) -> None:
    rendered = render_video(create_video(video_format, codec))

    poster = get_poster(rendered)
    assert (poster.format, poster.size) == ("WEBP", (SIDE, SIDE))
    assert get_corners(poster) == [RED, GREEN, BLUE, WHITE]
    assert (rendered.width, rendered.frames) == (SIDE, 30)
    with av.open(BytesIO(rendered.video), "r") as container:
        assert container.format.name.startswith("mov,mp4")
        stream = container.streams.video[0]
        assert (stream.width, stream.height, stream.codec_context.name) == (SIDE, SIDE, "h264")
        assert container.duration == pytest.approx(1_000_000, abs=50_000)
        frame = next(container.decode(stream))
        image = frame.to_image()  # type: ignore[no-untyped-call]  # PyAV does not declare its type
        assert get_corners(image) == get_corners(poster)


def test_the_time_of_the_first_frame_does_not_matter() -> None:
    rendered = render_video(create_video("webm", "libvpx", start=3_600))

    assert rendered.frames == 30


def test_the_index_is_at_the_start_of_the_file() -> None:
    rendered = render_video(create_video(frames=300, rate=30, size=(64, 64)))

    assert rendered.frames == 300
    assert rendered.video.index(b"moov") < rendered.video.index(b"mdat")


def test_sound_and_metadata_are_removed() -> None:
    data = create_video(has_sound=True, title="SecretPlace")
    assert b"SecretPlace" in data

    rendered = render_video(data)

    with av.open(BytesIO(rendered.video), "r") as container:
        assert [stream.type for stream in container.streams] == ["video"]
    assert b"SecretPlace" not in rendered.video


def test_a_rotated_video_is_turned_upright() -> None:
    rendered = render_video(rotate(create_video()))

    assert get_corners(get_poster(rendered)) == [BLUE, RED, WHITE, GREEN]


@pytest.mark.parametrize(
    ("crop", "corners"),
    [
        (Crop(0, 0, 0.5, 0.5), [RED] * 4),
        (Crop(0.5, 0.5, 1, 1), [WHITE] * 4),
        (Crop(0, 0, 1, 0.4), [RED, GREEN, RED, GREEN]),
    ],
)
def test_the_square_is_in_the_middle_of_the_chosen_part(crop: Crop, corners: list[Color]) -> None:
    assert get_corners(get_poster(render_video(create_video(), crop))) == corners


def test_the_chosen_part_is_that_of_the_upright_video() -> None:
    rendered = render_video(rotate(create_video()), Crop(0.5, 0, 1, 0.5))

    assert get_corners(get_poster(rendered)) == [RED] * 4


def test_the_square_takes_the_shape_of_the_pixels_into_account() -> None:
    # The pixels are twice as wide as high, so the picture is 320 × 80 and the square 80 × 80.
    pattern = Image.new("RGB", (160, 80), RED)
    pattern.paste(Image.new("RGB", (40, 80), BLUE), (60, 0))
    data = create_video(size=(160, 80), pixel_aspect=Fraction(2), pattern=pattern)

    assert get_corners(get_poster(render_video(data))) == [BLUE] * 4


@pytest.mark.parametrize("size", [(2, 2), (2, 400), (400, 2), (98, 34)])
def test_small_and_narrow_videos_are_enlarged(size: tuple[int, int]) -> None:
    assert get_poster(render_video(create_video(size=size))).size == (SIDE, SIDE)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<script>alert(1)</script>",
        b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n",
        b"ffconcat version 1.0\nfile /etc/passwd\n",
        create_animation("GIF"),
        encode_image(create_quadrant_image(40, 30), "AVIF"),
        create_sound(),
        create_video("avi", "mpeg4"),
        create_video("mp4", "mpeg4"),
    ],
    ids=["empty", "html", "playlist", "list", "gif", "avif", "sound", "avi", "codec"],
)
def test_other_files_are_not_supported(data: bytes) -> None:
    assert get_rejection(data) in {"video_unsupported", "video_damaged"}


def test_a_damaged_file_is_rejected() -> None:
    data = create_video()
    middle = len(data) // 2
    assert get_rejection(data[:middle]) == "video_damaged"
    assert get_rejection(data[:40]) == "video_damaged"
    assert get_rejection(b"\x1aE\xdf\xa3" + bytes(500)) == "video_damaged"


def test_a_long_video_is_rejected() -> None:
    render_video(create_video(frames=100, size=(64, 64)))

    assert get_rejection(create_video(frames=103, size=(64, 64))) == "video_too_long"


def test_the_duration_in_the_file_is_not_trusted() -> None:
    long, short = (create_video(frames=frames, size=(64, 64)) for frames in (200, 10))

    assert get_rejection(replace_duration(long, seconds=3)) == "video_too_long"
    assert render_video(replace_duration(short, seconds=300)).frames == 30


def test_a_video_with_large_frames_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert get_rejection(create_video(size=(2562, 1600), frames=1)) == "video_too_many_pixels"
    data = create_video(size=(320, 180))
    monkeypatch.setattr(limits, "MAX_VIDEO_PIXELS", 320 * 180)
    render_video(data)
    monkeypatch.setattr(limits, "MAX_VIDEO_PIXELS", 320 * 180 - 1)
    assert get_rejection(data) == "video_too_many_pixels"


def test_a_video_with_too_many_frames_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_VIDEO_FRAMES", 9)

    assert get_rejection(create_video(frames=10)) == "video_too_many_frames"


@pytest.mark.parametrize("seed", range(8))
def test_corrupted_bytes_never_cause_another_error(seed: int) -> None:
    data = bytearray(create_video(size=(64, 64)))
    for position in range(seed * 7, len(data), 61):
        data[position] ^= 0xFF
    try:
        rendered = render_video(bytes(data))
    except ImageRejected:
        return
    assert rendered.width == SIDE


async def test_the_worker_process_returns_the_video(processor: ImageProcessor) -> None:
    rendered = await processor.process(create_video(), crop=Crop(0, 0, 0.5, 0.5), kind="video")

    assert get_corners(get_poster(rendered)) == [RED] * 4
    with av.open(BytesIO(rendered.video), "r") as container:
        assert container.streams.video[0].width == SIDE


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (b"GIF89a", "unsupported_media", "Choose an MP4, MOV or WebM video."),
        (create_video()[:900], "unsupported_media", "This video is damaged."),
        (create_video(frames=120, size=(64, 64)), "too_large", "up to 10 seconds long"),
        (bytes(limits.MAX_VIDEO_BYTES + 1), "too_large", "up to 5 MB"),
    ],
    ids=["format", "damaged", "long", "large"],
)
async def test_the_error_says_what_is_wrong_with_the_video(
    processor: ImageProcessor, data: bytes, code: str, message: str
) -> None:
    with pytest.raises(Invalid) as caught:
        await processor.process(data, kind="video")

    assert caught.value.code == code
    assert message in caught.value.message


async def test_an_image_is_not_a_video_and_a_video_is_not_an_image(
    processor: ImageProcessor,
) -> None:
    with pytest.raises(Invalid):
        await processor.process(encode_image(create_quadrant_image(40, 30), "PNG"), kind="video")
    with pytest.raises(Invalid):
        await processor.process(create_video())
