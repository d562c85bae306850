"""Validate uploaded images, remove their metadata and encode them as WebP.

Each image is decoded in a separate worker process, which cannot block the event loop of the server
and has no access to secrets.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from dataclasses import dataclass
from pathlib import Path

import community
from community.core.errors import Invalid
from community.i18n import gettext as _
from community.media.errors import RejectionReason
from community.media.limits import (
    MAX_ANIMATION_MS,
    MAX_FRAMES,
    MAX_IMAGE_BYTES,
    MAX_PIXELS,
    WORKER_SECONDS,
)
from community.media.variant import Variant

_SOURCE_ROOT = str(Path(community.__file__ or "").resolve().parent.parent)


@dataclass(frozen=True)
class ProcessedImage:
    """An uploaded image, encoded as WebP files of different sizes (variants).

    Attributes:
        width: The width of the largest variant in pixels. Pages use it to reserve space.
        height: The height of the largest variant in pixels.
        color: The average color as `#rrggbb`. Pages show it while the image loads.
        frames: The number of frames, which is 1 for a still image.
        variants: Maps each requested width (320, 720, 1280) to a variant, smallest first. Images
            are not enlarged: if an image is smaller than a requested width, its last variant has
            the original size.
    """

    width: int
    height: int
    color: str
    frames: int
    variants: dict[int, Variant]

    @property
    def is_animated(self) -> bool:
        return self.frames > 1


class ImageProcessor:
    """Validates and encodes images. Each image is processed in its own worker process.

    Args:
        concurrency: How many worker processes may run at the same time. Each needs up to 300 MB
            of memory.
        timeout_seconds: How long processing may take before the image is rejected.
    """

    def __init__(self, concurrency: int = 1, timeout_seconds: float = WORKER_SECONDS) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._timeout_seconds = timeout_seconds

    async def process(self, data: bytes, *, max_bytes: int = MAX_IMAGE_BYTES) -> ProcessedImage:
        """Validate and encode one uploaded image.

        Raises:
            Invalid: The error code is `too_large` if the image has too many bytes, pixels or
                frames, if its animation is too long, or if processing takes too long. The error
                code is `unsupported_media` if the format is not supported, if the file is damaged,
                or if the file contains HTML or PDF.
        """
        if len(data) > max_bytes:
            megabytes = f"{max_bytes / (1024 * 1024):g}"
            raise Invalid(
                _("Images can be up to {megabytes} MB.", megabytes=megabytes), code="too_large"
            )
        async with self._slots:
            return _parse_worker_output(await self._run_worker(data))

    async def _run_worker(self, data: bytes) -> bytes:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "community.media.worker",
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_make_worker_environment(),
        )  # fmt: skip
        try:
            async with asyncio.timeout(self._timeout_seconds):
                output, errors = await worker.communicate(data)
        except TimeoutError as error:
            raise _make_processing_limit_error() from error
        finally:
            if worker.returncode is None:
                worker.kill()
                await worker.wait()
        code = worker.returncode or 0
        if code < 0:  # a resource limit or a crash ended the worker
            raise _make_processing_limit_error()
        if code > 0:
            raise RuntimeError(f"Image worker failed: {errors.decode(errors='replace')}")
        return output


def _make_worker_environment() -> dict[str, str]:
    # The worker decodes untrusted data, so it gets no secrets and no database URL.
    inherited = {
        name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ
    }
    return inherited | {"PYTHONPATH": _SOURCE_ROOT, "PYTHONDONTWRITEBYTECODE": "1"}


def _make_processing_limit_error() -> Invalid:
    return Invalid(_("This image takes too long to process. Try a smaller one."), code="too_large")


def _make_rejection_error(reason: RejectionReason) -> Invalid:
    match reason:
        case "unsupported_format":
            return Invalid(
                _("Choose a JPEG, PNG, WebP, GIF or AVIF image."), code="unsupported_media"
            )
        case "damaged":
            return Invalid(
                _("This image is damaged. Save it again or choose another one."),
                code="unsupported_media",
            )
        case "embedded_document":
            return Invalid(
                _("This image contains a document. Save it again as a plain image."),
                code="unsupported_media",
            )
        case "too_many_pixels":
            return Invalid(
                _("Images can have up to {n} megapixels.", n=MAX_PIXELS // 1_000_000),
                code="too_large",
            )
        case "animation_too_long":
            return Invalid(
                _(
                    "Animations can have up to {seconds} seconds and {frames} frames.",
                    seconds=MAX_ANIMATION_MS // 1000,
                    frames=MAX_FRAMES,
                ),
                code="too_large",
            )


def _parse_worker_output(output: bytes) -> ProcessedImage:
    line, _separator, bodies = output.partition(b"\n")
    head = json.loads(line)
    if "error" in head:
        raise _make_rejection_error(head["error"])
    variants: dict[int, Variant] = {}
    start = 0
    for variant in head["variants"]:
        end = start + variant["bytes"]
        variants[variant["requested_width"]] = Variant(
            variant["width"], variant["height"], bodies[start:end]
        )
        start = end
    largest = list(variants.values())[-1]
    return ProcessedImage(largest.width, largest.height, head["color"], head["frames"], variants)
