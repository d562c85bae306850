"""Functions that render the demo images in background processes.

Unlike uploads (`media/worker.py`), these images are trusted. They are not processed in a sandbox,
because starting a sandbox for each image would take longer than rendering it.
"""

import os
import signal

from community.cli.demo import images
from community.media.images import ProcessedImage
from community.media.rendering import render


def init_worker() -> None:
    """Lower the priority of the process and ignore Ctrl-C, which the main process handles."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def render_image(image_name: str) -> tuple[ProcessedImage, int]:
    """Draw a demo image. Return it in all its sizes, and the size of the original in bytes."""
    data = images.draw_image(image_name)
    rendered = render(data)
    largest = list(rendered.variants.values())[-1]
    image = ProcessedImage(
        largest.width, largest.height, rendered.color, rendered.frames, rendered.variants
    )
    return image, len(data)
