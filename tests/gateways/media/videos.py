"""Functions that generate video files for tests."""

import struct
from fractions import Fraction
from io import BytesIO
from typing import Final

import av
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import OutputContainer
from av.video.stream import VideoStream
from PIL import Image

from tests.gateways.media.images import create_quadrant_image

# The rotation of a phone that is held upright: 90 degrees clockwise.
SIDEWAYS: Final = (0, 1, 0, -1, 0, 0, 0, 0, 1 << 14)
_UNIT: Final = 1 << 16


def create_video(
    video_format: str = "mp4",
    codec: str = "libx264",
    *,
    size: tuple[int, int] = (320, 180),
    frames: int = 10,
    rate: int = 10,
    start: int = 0,
    pixel_aspect: Fraction = Fraction(1),
    pattern: Image.Image | None = None,
    has_sound: bool = False,
    title: str = "",
) -> bytes:
    """Return a video that shows `pattern`, by default four quarters in different colors.

    Args:
        start: The time of the first frame in seconds.
    """
    image = pattern or create_quadrant_image(*size)
    frame = av.VideoFrame.from_bytes(image.convert("RGBA").tobytes(), *size, format="rgba")
    target = BytesIO()
    with av.open(target, "w", format=video_format) as container:
        container.metadata["title"] = title
        stream = container.add_stream(codec, rate=rate)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.codec_context.sample_aspect_ratio = pixel_aspect
        sound = container.add_stream("aac", rate=8_000) if has_sound else None
        for index in range(frames):
            frame.pts = start * rate + index
            frame.time_base = Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if sound is not None:
            _encode_silence(container, sound)
    return target.getvalue()


def create_sound() -> bytes:
    """Return an MP4 file without a picture."""
    target = BytesIO()
    with av.open(target, "w", format="mp4") as container:
        _encode_silence(container, container.add_stream("aac", rate=8_000))
    return target.getvalue()


def rotate(video: bytes, matrix: tuple[int, ...] = SIDEWAYS) -> bytes:
    """Return an MP4 file that declares a rotation in the header of its track."""
    start = video.index(b"tkhd") + 44
    numbers = [number * _UNIT for number in matrix]
    return video[:start] + struct.pack(">9i", *numbers) + video[start + 36 :]


def replace_duration(video: bytes, seconds: int) -> bytes:
    """Return an MP4 file whose headers declare another duration in milliseconds."""
    result = bytearray(video)
    for name, offset in ((b"mvhd", 20), (b"tkhd", 24)):
        start = video.index(name) + offset
        result[start : start + 4] = struct.pack(">I", seconds * 1000)
    return bytes(result)


def _encode_silence(container: OutputContainer, stream: AudioStream) -> None:
    for index in range(4):
        frame = AudioFrame(format="fltp", layout="mono", samples=1024)
        frame.planes[0].update(b"\0" * frame.planes[0].buffer_size)
        frame.sample_rate, frame.pts = 8_000, index * 1024
        container.mux(stream.encode(frame))
    container.mux(stream.encode(None))
