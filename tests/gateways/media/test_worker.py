"""Tests that images are processed in separate worker processes with resource limits."""

import asyncio
import subprocess
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from PIL import Image

from community.core.errors import Invalid
from community.gateways.media import Crop, ImageProcessor, Kind
from community.gateways.media.images import estimate_cost
from community.gateways.media_conversion import limits
from tests.gateways.media.images import create_animation, create_quadrant_image, encode_image
from tests.gateways.media.videos import create_video

MEASURE_SCRIPT = """
import sys
from community.gateways.media_conversion import worker
worker.main()
status = open("/proc/self/status").read()
sys.stderr.write(status.split("VmHWM:")[1].split()[0])
"""


async def measure_peak_megabytes(data: bytes, crop: str = "0,0,1,1", kind: Kind = "image") -> float:
    """Return the peak memory of a worker process in megabytes."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", MEASURE_SCRIPT, crop, kind, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    output, peak = await process.communicate(data)
    assert output.startswith(b'{"color"'), output[:200]
    return int(peak) / 1024


def test_a_worker_loads_nothing_else_of_the_site() -> None:
    program = (
        "import sys; from community.gateways.media_conversion import worker; print(*sys.modules)"
    )
    command = [sys.executable, "-c", program]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    packages = {".".join(name.split(".")[:3]) for name in output.split()}
    of_site = {name for name in packages if name.split(".")[0] == "community"}
    assert of_site == {"community", "community.gateways", "community.gateways.media_conversion"}
    assert {"asyncio", "pydantic", "structlog"} & packages == set()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="measured through /proc")
@pytest.mark.parametrize(
    ("image_format", "mode", "options"),
    [
        ("JPEG", "RGB", {}),
        ("JPEG", "CMYK", {}),
        ("PNG", "RGBA", {"compress_level": 1}),
        ("WEBP", "RGBA", {"method": 0}),
        ("AVIF", "RGB", {"speed": 10}),
        ("GIF", "P", {}),
    ],
)
async def test_processing_forty_megapixels_takes_less_than_300_megabytes_of_memory(
    image_format: str, mode: str, options: dict[str, int]
) -> None:
    data = encode_image(create_quadrant_image(7400, 5400).convert(mode), image_format, **options)

    assert await measure_peak_megabytes(data) < 300
    assert await measure_peak_megabytes(data, crop="0.4,0.4,0.6,0.6") < 300


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="measured through /proc")
async def test_processing_a_large_video_takes_less_than_300_megabytes_of_memory() -> None:
    data = create_video(size=(2560, 1440), frames=40, pattern=create_quadrant_image(2560, 1440))

    assert await measure_peak_megabytes(data, kind="video") < 300


async def test_processing_an_image_does_not_block_the_event_loop(
    processor: ImageProcessor,
) -> None:
    data = encode_image(
        Image.effect_noise((1500, 1000), 90).convert("RGB"), "PNG", compress_level=1
    )
    task = asyncio.create_task(processor.process(data))
    iterations = 0
    while not task.done():
        await asyncio.sleep(0.001)  # a shorter delay would take processor time from the worker
        iterations += 1

    assert (await task).width == 1280
    assert iterations > 20


@pytest.mark.parametrize(("users", "expected"), [(5, 2), (1, 1)])
async def test_the_number_of_concurrent_workers_is_limited(
    users: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_WAIT_SECONDS", 300)
    processor = CountingProcessor(concurrency=2, timeout_seconds=300)
    data = encode_image(create_quadrant_image(40, 30), "PNG")

    await asyncio.gather(*(processor.process(data, owner=n % users) for n in range(5)))

    assert (processor.max_concurrent, processor.finished) == (expected, 5)


@pytest.mark.parametrize("image_format", ["GIF", "WEBP", "PNG", "AVIF"])
def test_an_animation_is_expected_to_take_longer_than_a_photo(image_format: str) -> None:
    animation = create_animation(image_format)
    photo = encode_image(create_quadrant_image(), "JPEG")

    assert estimate_cost(photo) == len(photo)
    assert estimate_cost(animation) > 10 * len(animation)


async def test_image_processing_times_out() -> None:
    processor = ImageProcessor(timeout_seconds=0.001)

    with pytest.raises(Invalid) as error:
        await processor.process(encode_image(create_quadrant_image(), "PNG"))

    assert error.value.code == "too_large"


async def test_cancelling_image_processing_frees_the_worker(
    processor: ImageProcessor,
) -> None:
    task = asyncio.create_task(
        processor.process(encode_image(create_quadrant_image(3000, 3000), "PNG"))
    )
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    result = await processor.process(encode_image(create_quadrant_image(40, 30), "PNG"))

    assert result.width == 40


class CountingProcessor(ImageProcessor):
    """An image processor that counts how many workers run at the same time."""

    running = max_concurrent = finished = 0

    async def _run_worker(self, data: bytes, crop: Crop, kind: Kind) -> bytes:
        self.running += 1
        self.max_concurrent = max(self.max_concurrent, self.running)
        try:
            return await super()._run_worker(data, crop, kind)
        finally:
            self.running -= 1
            self.finished += 1
