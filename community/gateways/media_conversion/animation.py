"""Encode animations as WebP. Only one frame of an animation is in memory at a time."""

from io import BytesIO

from PIL import Image
from PIL.Image import Resampling

from community.gateways.media_conversion.crop import Box
from community.gateways.media_conversion.errors import ImageRejected
from community.gateways.media_conversion.limits import MAX_ANIMATION_MS
from community.gateways.media_conversion.validation import convert_decoder_errors

# WebP quality. It is lower than for still images, because each frame is visible only briefly.
QUALITY = 70

_MIN_FRAME_MS = 20
_DEFAULT_FRAME_MS = 100
"""If a file declares a frame duration below 20 ms, browsers show the frame for 100 ms."""


def load_frame_durations_ms(image: Image.Image, frames: int) -> list[int]:
    """Return the duration of each frame in milliseconds, as browsers show it.

    For a frame with a declared duration below 20 ms, this is 100 ms. The function decodes every
    frame, so that it finds damaged frames. Raise `ImageRejected` if the animation is damaged or
    longer than `MAX_ANIMATION_MS`.
    """
    durations = []
    with convert_decoder_errors():
        for index in range(frames):
            image.seek(index)
            image.load()
            declared = round(image.info.get("duration", 0))
            durations.append(declared if declared >= _MIN_FRAME_MS else _DEFAULT_FRAME_MS)
    if sum(durations) > MAX_ANIMATION_MS:
        raise ImageRejected("animation_too_long")
    return durations


def encode_animation(
    image: Image.Image, size: tuple[int, int], box: Box, durations: list[int]
) -> bytes:
    """Encode the part of an animation inside `box` as WebP. The number of loops does not change.

    Args:
        box: The left, top, right and bottom edge of the part in pixels.
    """
    target = BytesIO()
    frames = _ResizedFrames(image, size, box, len(durations))
    loop = int(image.info.get("loop", 0 if image.format != "GIF" else 1))
    frames.save(
        target, "WEBP", save_all=True, duration=durations, loop=loop, quality=QUALITY, method=2,
        background=(0, 0, 0, 0), exif=b"", xmp=b"", icc_profile=None,
    )  # fmt: skip
    return target.getvalue()


class _ResizedFrames(Image.Image):
    """An animation with a part of each frame of another animation, in a different size.

    A frame is resized only when the encoder reads it.
    """

    def __init__(self, source: Image.Image, size: tuple[int, int], box: Box, frames: int) -> None:
        super().__init__()
        self._source = source
        self._box = box
        self.n_frames = frames
        self._mode = "RGBA"
        self._size = size
        self._index = -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame == self._index:
            return
        with convert_decoder_errors():
            self._source.seek(frame)
            full = self._source.convert("RGBA")
        self.im = full.resize(self.size, Resampling.BICUBIC, self._box, reducing_gap=2.0).im
        self._index = frame

    def tell(self) -> int:
        return self._index
