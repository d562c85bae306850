"""Pictures are processed beside the site, within limits."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from PIL import Image

from community.core.errors import Invalid
from community.media import ImageProcessor
from tests.media.pictures import encoded, quarters

MEASURE = """
import sys
from community.media import worker
worker.main()
status = open("/proc/self/status").read()
sys.stderr.write(status.split("VmHWM:")[1].split()[0])
"""


async def megabytes_for(data: bytes) -> float:
    """The most memory that the worker had at any moment."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", MEASURE, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    output, peak = await process.communicate(data)
    assert output.startswith(b'{"color"'), output[:200]
    return int(peak) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="measured through /proc")
@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("JPEG", "RGB", {}),
        ("JPEG", "CMYK", {}),
        ("PNG", "RGBA", {"compress_level": 1}),
        ("WEBP", "RGBA", {"method": 0}),
        ("AVIF", "RGB", {"speed": 10}),
        ("GIF", "P", {}),
    ],
)
async def test_forty_megapixels_take_less_than_300_megabytes(
    kind: str, mode: str, options: dict[str, int]
) -> None:
    data = encoded(quarters(7400, 5400).convert(mode), kind, **options)

    assert await megabytes_for(data) < 300


async def test_the_event_loop_goes_on_while_a_picture_is_processed(
    processor: ImageProcessor,
) -> None:
    data = encoded(Image.effect_noise((3000, 2000), 90).convert("RGB"), "PNG", compress_level=1)
    work = asyncio.create_task(processor.process(data))
    turns = 0
    while not work.done():
        await asyncio.sleep(0)
        turns += 1

    assert (await work).width == 1280
    assert turns > 100


async def test_only_so_many_pictures_are_processed_at_once() -> None:
    processor = CountingProcessor(concurrency=2)

    await asyncio.gather(*(processor.process(encoded(quarters(40, 30), "PNG")) for _ in range(5)))

    assert (processor.most_at_once, processor.finished) == (2, 5)


async def test_a_picture_that_takes_too_long_is_refused_and_its_process_ended() -> None:
    processor = ImageProcessor(seconds=0.001)

    with pytest.raises(Invalid) as refused:
        await processor.process(encoded(quarters(), "PNG"))

    assert refused.value.code == "too_large"


async def test_giving_up_on_a_picture_frees_the_place_for_the_next(
    processor: ImageProcessor,
) -> None:
    abandoned = asyncio.create_task(processor.process(encoded(quarters(3000, 3000), "PNG")))
    await asyncio.sleep(0)
    abandoned.cancel()
    with pytest.raises(asyncio.CancelledError):
        await abandoned

    result = await processor.process(encoded(quarters(40, 30), "PNG"))

    assert result.width == 40


class CountingProcessor(ImageProcessor):
    """Counts the workers that run beside each other."""

    running = most_at_once = finished = 0

    async def _run_worker(self, data: bytes) -> bytes:
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            return await super()._run_worker(data)
        finally:
            self.running -= 1
            self.finished += 1
