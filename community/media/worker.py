"""One picture, one process: bytes in, copies out. Started by `images.py`, ended by its own limits.

A decoder that is taken over or runs wild has no database, no keys and no event loop to harm, and
its memory goes back to the system at once. The answer is a line of JSON followed by the copies.
"""

import json
import os
import resource
import sys
import warnings
from typing import Any

from PIL import Image

from community.core.errors import Invalid
from community.media.judging import unreadable
from community.media.limits import WORKER_MEMORY, WORKER_SECONDS
from community.media.rendering import render


def main() -> None:
    """Reads one upload from standard input and writes its answer to standard output."""
    _bind_to_limits()
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)
    head, bodies = answer(sys.stdin.buffer.read())
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + b"".join(bodies))


def answer(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The head of the answer, and the bytes of each copy in the order of the head."""
    try:
        rendered = render(data)
    except Invalid as refusal:
        return {"refused": refusal.sentence, "code": refusal.code}, []
    except MemoryError:
        return {"refused": unreadable().sentence, "code": unreadable().code}, []
    copies = [
        {"asked": asked, "width": copy.width, "height": copy.height, "bytes": len(copy.data)}
        for asked, copy in rendered.variants.items()
    ]
    head = {"color": rendered.color, "frames": rendered.frames, "copies": copies}
    return head, [copy.data for copy in rendered.variants.values()]


def _bind_to_limits() -> None:
    os.nice(10)  # pages come before pictures
    resource.setrlimit(resource.RLIMIT_AS, (WORKER_MEMORY, WORKER_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (WORKER_SECONDS, WORKER_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
