"""Validate uploaded images and videos, remove their metadata and encode them.

Each file is decoded in a separate worker process, which cannot block the event loop of the server
and has no access to secrets. `queue.py` decides which file is next.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Hashable
from pathlib import Path

import community
from community.core import rate_limits
from community.gateways.media import rejections
from community.gateways.media.queue import FairQueue
from community.gateways.media_conversion.crop import WHOLE_IMAGE, Crop
from community.gateways.media_conversion.limits import WORKER_SECONDS, Kind
from community.gateways.media_conversion.variant import ProcessedImage, Variant

_WORKER_MODULE = "community.gateways.media_conversion.worker"
_SOURCE_ROOT = str(Path(community.__file__ or "").resolve().parent.parent)


# For the same number of bytes, an animation takes about 20 times as long as a photo.
_ANIMATION_COST_FACTOR = 20
# The start of a file in which the marker of an animation is: the header of a GIF, the chunk `ANIM`
# of WebP, the chunk `acTL` of PNG or the brand `avis` of AVIF. MP4 files start with a box `ftyp`,
# and WebM files with the document type.
_MARKER_BYTES = 256
_ANIMATION_MARKERS = (b"GIF8", b"ANIM", b"acTL", b"avis", b"ftyp", b"webm")


class ImageProcessor:
    """Validates and encodes images and videos. Each has its own worker process.

    At most one file of each owner is processed at a time, and small files are processed first.

    Args:
        concurrency: How many worker processes may run at the same time. Each needs up to 300 MB
            of memory.
        timeout_seconds: How long processing may take before the worker process is killed and the
            file is rejected.
    """

    def __init__(self, concurrency: int = 1, timeout_seconds: float = WORKER_SECONDS) -> None:
        self._queue = FairQueue(concurrency)
        self._timeout_seconds = timeout_seconds

    async def process(
        self,
        data: bytes,
        *,
        owner: Hashable = None,
        crop: Crop = WHOLE_IMAGE,
        kind: Kind = "image",
    ) -> ProcessedImage:
        """Validate and encode one uploaded image or video.

        The worker crops the image, not the browser: a canvas of the browser would lose the frames
        of animations and the color profile, has a maximum size on phones, and would compress the
        image twice.

        Args:
            owner: Identifies the user who uploaded the file.
            crop: The part of the picture to keep. Of a video, it is the square in its middle.

        Raises:
            Unavailable: Too many files are waiting. Processing has not begun.
            Invalid: `too_large` if the file has too many bytes, pixels or frames, plays or is
                processed too long; `unsupported_media` for other formats, damaged files, and files
                that contain HTML or PDF.
        """
        rejections.ensure_file_size(data, kind)
        async with self._queue.take_turn(owner, size=len(data), cost=estimate_cost(data)):
            rate_limits.begin_work()
            return _parse_worker_output(await self._run_worker(data, crop, kind))

    async def _run_worker(self, data: bytes, crop: Crop, kind: Kind) -> bytes:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", _WORKER_MODULE, str(crop), kind,
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_make_worker_environment(),
        )  # fmt: skip
        try:
            async with asyncio.timeout(self._timeout_seconds):
                output, errors = await worker.communicate(data)
        except TimeoutError as error:
            raise rejections.make_processing_limit_error(kind) from error
        finally:
            if worker.returncode is None:
                worker.kill()
                await worker.wait()
        code = worker.returncode or 0
        if code < 0:  # a resource limit or a crash ended the worker
            raise rejections.make_processing_limit_error(kind)
        if code > 0:
            raise RuntimeError(f"Image worker failed: {errors.decode(errors='replace')}")
        return output


def estimate_cost(data: bytes) -> int:
    """Estimate how long processing will take, in the time for one byte of a photo.

    The estimate only decides the order of waiting images, so the marker need not be exact.
    """
    start = data[:_MARKER_BYTES]
    is_animated = any(marker in start for marker in _ANIMATION_MARKERS)
    return len(data) * (_ANIMATION_COST_FACTOR if is_animated else 1)


def _make_worker_environment() -> dict[str, str]:
    # The worker decodes untrusted data, so it gets no secrets and no database URL.
    inherited = {
        name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ
    }
    return inherited | {"PYTHONPATH": _SOURCE_ROOT, "PYTHONDONTWRITEBYTECODE": "1"}


def _parse_worker_output(output: bytes) -> ProcessedImage:
    line, _separator, bodies = output.partition(b"\n")
    head = json.loads(line)
    if "error" in head:
        raise rejections.make_rejection_error(head["error"], head["allowed_frames"])
    variants: dict[int, Variant] = {}
    start = 0
    for variant in head["variants"]:
        end = start + variant["bytes"]
        variants[variant["requested_width"]] = Variant(
            variant["width"], variant["height"], bodies[start:end]
        )
        start = end
    return ProcessedImage(variants, head["color"], head["frames"], bodies[start:])
