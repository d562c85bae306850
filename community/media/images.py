"""Uploaded pictures: judged by content, stripped of metadata, re-encoded as WebP.

The event loop only passes bytes to and fro: each picture is decoded in a process of its own.
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
from community.media.limits import MAX_IMAGE_BYTES, WORKER_SECONDS
from community.media.variant import Variant

_SOURCE_ROOT = str(Path(community.__file__ or "").resolve().parent.parent)


@dataclass(frozen=True)
class ProcessedImage:
    """What an upload became.

    Attributes:
        width: pixels of the largest copy, for reserving its place on the page.
        height: pixels of the largest copy.
        color: average colour as `#rrggbb`, to fill the place until the picture is there.
        frames: 1 for a still.
        variants: copies by the width asked for (320, 720, 1280), smallest first. A picture that
            is narrower than a width ends the list at its own size: nothing is made larger.
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
    """Processes pictures, a bounded number at a time; the others wait their turn.

    Args:
        concurrency: worker processes at once, each of up to about 300 MB for the largest picture.
        seconds: how long one picture may take before it is refused.
    """

    def __init__(self, concurrency: int = 1, seconds: float = WORKER_SECONDS) -> None:
        self._turn = asyncio.Semaphore(concurrency)
        self._seconds = seconds

    async def process(self, data: bytes, *, max_bytes: int = MAX_IMAGE_BYTES) -> ProcessedImage:
        """Judges and re-encodes one upload.

        Raises:
            Invalid: `too_large` (bytes, pixels, length of an animation or time), or
                `unsupported_media` (another type, damaged, a document in disguise).
        """
        if len(data) > max_bytes:
            megabytes = max_bytes / (1024 * 1024)
            raise Invalid(
                f"This picture is larger than {megabytes:g} MB. Make it smaller and retry.",
                code="too_large",
            )
        async with self._turn:
            return _parse(await self._run_worker(data))

    async def _run_worker(self, data: bytes) -> bytes:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "community.media.worker",
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_bare_environment(),
        )  # fmt: skip
        try:
            async with asyncio.timeout(self._seconds):
                output, complaint = await worker.communicate(data)
        except TimeoutError as error:
            raise _too_heavy() from error
        finally:
            if worker.returncode is None:
                worker.kill()
                await worker.wait()
        code = worker.returncode or 0
        if code < 0:  # a limit of the worker or a crash of a decoder ended it
            raise _too_heavy()
        if code > 0:
            raise RuntimeError(f"The image worker failed: {complaint.decode(errors='replace')}")
        return output


def _bare_environment() -> dict[str, str]:
    """Nothing of ours that a decoder should not see: no keys, no database address."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {"PYTHONPATH": _SOURCE_ROOT, "PYTHONDONTWRITEBYTECODE": "1"}


def _too_heavy() -> Invalid:
    return Invalid(
        "This picture is too heavy to process. Make it smaller and retry.", code="too_large"
    )


def _parse(output: bytes) -> ProcessedImage:
    line, _, bodies = output.partition(b"\n")
    head = json.loads(line)
    if "refused" in head:
        raise Invalid(head["refused"], code=head["code"])
    variants: dict[int, Variant] = {}
    start = 0
    for copy in head["copies"]:
        end = start + copy["bytes"]
        variants[copy["asked"]] = Variant(copy["width"], copy["height"], bodies[start:end])
        start = end
    largest = list(variants.values())[-1]
    return ProcessedImage(largest.width, largest.height, head["color"], head["frames"], variants)
