"""One picture, drawn and re-encoded; runs in processes of its own.

The pictures are ours, so they need no cell like those of strangers (`media/worker.py`): starting
one for each would take longer than drawing.
"""

import os
import signal

from community.cli.demo import pictures
from community.media.images import ProcessedImage
from community.media.rendering import render


def prepare() -> None:
    """Make way for the process that waits, which alone is told when somebody stops it."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def paint(name: str) -> tuple[ProcessedImage, int]:
    """A picture in all its sizes, and how many bytes it had before."""
    data = pictures.draw(name)
    rendered = render(data)
    largest = list(rendered.variants.values())[-1]
    image = ProcessedImage(
        largest.width, largest.height, rendered.color, rendered.frames, rendered.variants
    )
    return image, len(data)
