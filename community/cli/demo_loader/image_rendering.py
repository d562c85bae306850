"""Functions that render the demo images in background processes.

Images that users upload are processed in a sandbox (`media/worker.py`). The demo images are trusted
and need no sandbox. Starting a sandbox for each image would take longer than rendering the image.
"""

import os
import signal

from community.cli.demo import images
from community.media import ProcessedImage
from community.media.rendering import render


def init_worker() -> None:
    """Lower the priority of this process and ignore Ctrl-C, which the main process handles."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def render_image(image_name: str) -> tuple[ProcessedImage, int]:
    """Draw a demo image and convert it like an uploaded image.

    Returns:
        The converted image, and the size of the drawn image in bytes.
    """
    data = images.draw_image(image_name)
    return render(data), len(data)
