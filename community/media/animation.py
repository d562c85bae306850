"""Animations frame by frame, so that memory holds one frame and not all of them."""

from io import BytesIO

from PIL import Image
from PIL.Image import Resampling

from community.media.judging import decoding, too_long
from community.media.limits import MAX_ANIMATION_MS

QUALITY = 70
"""Lower than that of stills: each frame is seen for a moment."""

_SHORTEST_FRAME_MS = 20
_DEFAULT_FRAME_MS = 100
"""Browsers show frames that claim less than 20 ms for 100 ms; so do we."""


def frame_durations(picture: Image.Image, frames: int) -> list[int]:
    """Milliseconds of each frame; decodes each once, so a damaged frame is found here.

    Raises:
        Invalid: longer than `MAX_ANIMATION_MS`, or damaged.
    """
    durations = []
    with decoding():
        for index in range(frames):
            picture.seek(index)
            picture.load()
            claimed = round(picture.info.get("duration", 0))
            durations.append(claimed if claimed >= _SHORTEST_FRAME_MS else _DEFAULT_FRAME_MS)
    if sum(durations) > MAX_ANIMATION_MS:
        raise too_long()
    return durations


def encode_animation(picture: Image.Image, size: tuple[int, int], durations: list[int]) -> bytes:
    """An animated WebP of `size`, playing as often as the original."""
    target = BytesIO()
    frames = _Frames(picture, size, len(durations))
    loop = int(picture.info.get("loop", 0 if picture.format != "GIF" else 1))
    frames.save(
        target, "WEBP", save_all=True, duration=durations, loop=loop, quality=QUALITY, method=2,
        background=(0, 0, 0, 0), exif=b"", xmp=b"", icc_profile=None,
    )  # fmt: skip
    return target.getvalue()


class _Frames(Image.Image):
    """The frames of a picture at another size, each made when the encoder seeks to it."""

    def __init__(self, source: Image.Image, size: tuple[int, int], frames: int) -> None:
        super().__init__()
        self._source = source
        self.n_frames = frames
        self._mode = "RGBA"
        self._size = size
        self._index = -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame == self._index:
            return
        with decoding():
            self._source.seek(frame)
            full = self._source.convert("RGBA")
        self.im = full.resize(self.size, Resampling.BICUBIC, reducing_gap=2.0).im
        self._index = frame

    def tell(self) -> int:
        return self._index
