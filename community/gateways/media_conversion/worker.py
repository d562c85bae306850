"""The worker process that converts one image or video. `images.py` starts it.

Files are converted in a separate process, because a malicious file could exploit a bug in a
decoder or make it run too long. The worker process has no access to the database or to secret
keys, and cannot block the event loop of the server. When the process ends, its memory is freed.
"""

import json
import os
import resource
import sys
import warnings
from typing import Any

from PIL import Image

from community.gateways.media_conversion.crop import WHOLE_IMAGE, Crop
from community.gateways.media_conversion.errors import ImageRejected
from community.gateways.media_conversion.limits import WORKER_CPU_SECONDS, WORKER_MEMORY
from community.gateways.media_conversion.rendering import render
from community.gateways.media_conversion.variant import ProcessedImage


def main() -> None:
    """Read an uploaded file from standard input and write the result to standard output.

    The arguments of the command are the crop and `image` or `video`. The result is a line of JSON,
    followed by the bytes of the variants and of the video.
    """
    _set_resource_limits()
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)
    head, bodies = process_upload(
        sys.stdin.buffer.read(), Crop.parse(sys.argv[1]), is_video=sys.argv[2] == "video"
    )
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + b"".join(bodies))


def process_upload(
    data: bytes, crop: Crop = WHOLE_IMAGE, *, is_video: bool = False
) -> tuple[dict[str, Any], list[bytes]]:
    """Convert an uploaded image or video.

    Returns:
        The data for the line of JSON that `main` writes, and the bytes of each variant and of the
        video. If the file is rejected, the data contains the reason, and there are no bytes.
    """
    try:
        rendered = _render_video(data, crop) if is_video else render(data, crop)
    except ImageRejected as error:
        return {"error": error.reason, "allowed_frames": error.allowed_frames}, []
    except MemoryError:
        return {"error": "video_damaged" if is_video else "damaged", "allowed_frames": 0}, []
    variants = [
        {
            "requested_width": requested_width,
            "width": variant.width,
            "height": variant.height,
            "bytes": len(variant.data),
        }
        for requested_width, variant in rendered.variants.items()
    ]
    head = {"color": rendered.color, "frames": rendered.frames, "variants": variants}
    return head, [*(variant.data for variant in rendered.variants.values()), rendered.video]


def _render_video(data: bytes, crop: Crop) -> ProcessedImage:
    # Imported here because PyAV uses 25 MB of memory and images do not need it.
    from community.gateways.media_conversion.video import render_video  # noqa: PLC0415

    return render_video(data, crop)


def _set_resource_limits() -> None:
    os.nice(10)  # a lower priority than the server process
    resource.setrlimit(resource.RLIMIT_AS, (WORKER_MEMORY, WORKER_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (WORKER_CPU_SECONDS, WORKER_CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
