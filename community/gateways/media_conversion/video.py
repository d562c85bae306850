"""Convert a short video to a square MP4 file without sound, and its first frame to an image.

This code runs in the worker process that `images.py` starts. It reads only the picture of a video,
so sound, subtitles and metadata do not get into the result.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from typing import Final, Literal

import av
from av.container import InputContainer, OutputContainer
from av.filter import Graph
from av.video.frame import PictureType, VideoFrame
from av.video.stream import VideoStream
from PIL.Image import Transpose

from community.gateways.media_conversion import limits, rendering
from community.gateways.media_conversion.crop import WHOLE_IMAGE, Box, Crop
from community.gateways.media_conversion.errors import ImageRejected
from community.gateways.media_conversion.variant import ProcessedImage, compute_variant_sizes

# The decoders for what phones and browsers record. FFmpeg has hundreds of others, which are less
# well tested.
_DECODERS: Final = ("h264", "hevc", "vp8", "vp9", "libdav1d")
# AVIF and HEIC images have the structure of MP4 files.
_IMAGE_BRANDS: Final = (b"avif", b"avis", b"heic", b"heix", b"mif1")
_FRAME_RATE: Final = 30
# The quality of x264 is between 0 (lossless) and 51. Its default is 23.
_ENCODER_OPTIONS: Final = {
    "crf": "26",
    "preset": "medium",
    "profile": "main",
    "maxrate": "600k",
    "bufsize": "1200k",
}
# Reserves space for the index at the start of the file, so that a browser can play the video while
# it loads. The index of 300 frames needs 6 KB. `faststart` works only for files on a disk.
_CONTAINER_OPTIONS: Final = {"moov_size": "8192", "fflags": "+bitexact"}
# The times of frames are often rounded.
_TOLERANCE_SECONDS: Final = 0.1
# The filters that turn a frame upright, by the angle from `VideoFrame.rotation`.
_ROTATION_FILTERS: Final[dict[int, tuple[tuple[str, str], ...]]] = {
    90: (("transpose", "cclock"),),
    180: (("hflip", ""), ("vflip", "")),
    270: (("transpose", "clock"),),
}
_ROTATIONS: Final = {
    90: Transpose.ROTATE_90,
    180: Transpose.ROTATE_180,
    270: Transpose.ROTATE_270,
}


def render_video(data: bytes, crop: Crop = WHOLE_IMAGE) -> ProcessedImage:
    """Validate an uploaded video and convert the square in the middle of the part inside `crop`.

    Returns:
        The first frame, with the video.

    Raises:
        ImageRejected: The file is invalid or exceeds a limit.
    """
    file_format = _detect_format(data)
    with (
        _convert_errors(),
        av.open(
            BytesIO(data),
            "r",
            format=file_format,
            container_options={"codec_whitelist": ",".join(_DECODERS)},
        ) as container,
    ):
        stream = _get_stream(container)
        return _encode(_convert_frames(_decode(container, stream), stream, crop))


def _detect_format(data: bytes) -> Literal["mov", "matroska"]:
    """Return the FFmpeg demuxer for an MP4 or QuickTime file, or for a WebM file.

    FFmpeg never chooses the demuxer, because some demuxers read other files and URLs that the
    uploaded file names.
    """
    if data[4:8] == b"ftyp" and data[8:12] not in _IMAGE_BRANDS:
        return "mov"
    if data.startswith(b"\x1aE\xdf\xa3"):
        return "matroska"
    raise ImageRejected("video_unsupported")


@contextmanager
def _convert_errors() -> Iterator[None]:
    try:
        yield
    except (ImageRejected, MemoryError):
        raise
    except Exception as error:  # decoders and filters raise errors of many types
        raise ImageRejected("video_damaged") from error


def _get_stream(container: InputContainer) -> VideoStream:
    if not container.streams.video:
        raise ImageRejected("video_unsupported")
    stream = container.streams.video[0]
    decoder = stream.codec_context
    if decoder is None or decoder.codec.name not in _DECODERS:
        raise ImageRejected("video_unsupported")
    _ensure_size(decoder.width, decoder.height)
    decoder.thread_count = 1
    # The frames can be larger than the file declares.
    decoder.options = {"max_pixels": str(limits.MAX_VIDEO_PIXELS)}
    return stream


def _ensure_size(width: int, height: int) -> None:
    if width * height > limits.MAX_VIDEO_PIXELS:
        raise ImageRejected("video_too_many_pixels")


def _decode(container: InputContainer, stream: VideoStream) -> Iterator[VideoFrame]:
    """Decode the frames. The time of the first one is 0.

    The duration that the file declares is not used, because it can be wrong.
    """
    start: int | None = None
    for count, frame in enumerate(container.decode(stream), start=1):
        if frame.pts is None or frame.is_corrupt:
            raise ImageRejected("video_damaged")
        start = frame.pts if start is None else start
        frame.pts -= start
        if abs(frame.time or 0) > limits.MAX_VIDEO_SECONDS + _TOLERANCE_SECONDS:
            raise ImageRejected("video_too_long")
        if count > limits.MAX_VIDEO_FRAMES:
            raise ImageRejected("video_too_many_frames")
        _ensure_size(frame.width, frame.height)
        yield frame
    if start is None:
        raise ImageRejected("video_damaged")


def _convert_frames(
    frames: Iterator[VideoFrame], stream: VideoStream, crop: Crop
) -> Iterator[VideoFrame]:
    """Crop, scale and rotate the frames, and change how many there are in a second."""
    first = next(frames)
    graph = _build_graph(first, stream, crop)
    for frame in chain([first], frames):
        if _get_layout(frame) != _get_layout(first):
            raise ImageRejected("video_damaged")
        graph.vpush(frame)
        yield from _pull(graph)
    graph.vpush(None)
    yield from _pull(graph)


def _get_layout(frame: VideoFrame) -> tuple[int, int, str]:
    return frame.width, frame.height, frame.format.name


def _pull(graph: Graph) -> Iterator[VideoFrame]:
    while True:
        try:
            frame = graph.vpull()
        except (BlockingIOError, EOFError):
            return
        frame.pict_type = PictureType.NONE  # the encoder chooses its own key frames
        yield frame


def _build_graph(frame: VideoFrame, stream: VideoStream, crop: Crop) -> Graph:
    rotation = frame.rotation % 360
    left, top, right, bottom = _compute_square(
        frame, stream, rendering.rotate_back(crop, _ROTATIONS.get(rotation))
    )
    filters = (
        ("fps", f"{_FRAME_RATE}:start_time=0"),
        ("crop", f"{right - left}:{bottom - top}:{left}:{top}:exact=1"),
        (
            "scale",
            f"{limits.VIDEO_SIDE}:{limits.VIDEO_SIDE}:flags=area:out_color_matrix=bt709:out_range=tv",
        ),
        *_ROTATION_FILTERS.get(rotation, ()),
        ("setsar", "1"),
        ("format", "yuv420p"),
        ("buffersink", ""),
    )
    graph = Graph()
    graph.threads = 1
    source = graph.add_buffer(
        width=frame.width,
        height=frame.height,
        format=frame.format,
        time_base=stream.time_base,
    )
    nodes = [graph.add(name, arguments or None) for name, arguments in filters]
    graph.link_nodes(source, *nodes).configure()
    return graph


def _compute_square(frame: VideoFrame, stream: VideoStream, crop: Crop) -> Box:
    """Return the largest square in the middle of the part inside `crop`.

    It is not a square of stored pixels if these are wider or narrower than they are high.
    """
    aspect = float(stream.sample_aspect_ratio or 1)
    left, top, right, bottom = crop.compute_box((frame.width, frame.height))
    side = min((right - left) * aspect, bottom - top)
    width, height = max(1, round(side / aspect)), max(1, round(side))
    left, top = left + (right - left - width) // 2, top + (bottom - top - height) // 2
    return left, top, left + width, top + height


def _encode(frames: Iterator[VideoFrame]) -> ProcessedImage:
    first = next(frames)
    poster = first.to_image()  # type: ignore[no-untyped-call]  # PyAV does not declare its type
    variants = {
        width: rendering.encode_still_image(poster, size)
        for width, size in compute_variant_sizes(*poster.size).items()
    }
    target = BytesIO()
    with av.open(target, "w", format="mp4", container_options=_CONTAINER_OPTIONS) as container:
        stream = _add_stream(container)
        for frame in chain([first], frames):
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        count = stream.frames
    return ProcessedImage(
        variants, rendering.compute_average_color(poster), count, target.getvalue()
    )


def _add_stream(container: OutputContainer) -> VideoStream:
    stream = container.add_stream("libx264", rate=_FRAME_RATE, options=_ENCODER_OPTIONS)
    stream.width = stream.height = limits.VIDEO_SIDE
    stream.pix_fmt = "yuv420p"
    stream.codec_context.thread_count = 1
    return stream
