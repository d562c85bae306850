"""Draw a short video from a portrait: the head moves from side to side."""

from io import BytesIO
from math import sin, tau

import av
from PIL import Image

from community.gateways.media_conversion.video import render_video

# The names of the videos, and of the portraits that they are made from.
VIDEOS = {"video-vera": "face-vera"}
SIDE, FRAMES, FRAME_RATE = 320, 45, 15
ZOOM = 1.12


def draw_video(portrait: bytes) -> tuple[bytes, bytes]:
    """Return the first frame as WebP, and the video as the site stores uploaded ones."""
    buffer = BytesIO()
    with Image.open(BytesIO(portrait)) as image, av.open(buffer, "w", format="mp4") as output:
        picture = image.convert("RGB").resize((SIDE, SIDE), Image.Resampling.LANCZOS)
        stream = output.add_stream("libx264", rate=FRAME_RATE, options={"crf": "18"})
        stream.width = stream.height = SIDE
        stream.pix_fmt = "yuv420p"
        for number in range(FRAMES):
            pixels = _draw_frame(picture, number / FRAMES)
            frame = av.VideoFrame.from_image(pixels)  # type: ignore[no-untyped-call]
            output.mux(stream.encode(frame))
        output.mux(stream.encode())
    processed = render_video(buffer.getvalue())
    return [*processed.variants.values()][-1].data, processed.video


def _draw_frame(picture: Image.Image, time: float) -> Image.Image:
    side = round(SIDE * ZOOM)
    offset = (side - SIDE) // 2
    turned = picture.resize((side, side), Image.Resampling.LANCZOS).rotate(
        3 * sin(time * tau),
        Image.Resampling.BICUBIC,
        center=(side / 2, side),
        translate=(round(3 * sin(time * tau)), 0),
    )
    return turned.crop((offset, offset, offset + SIDE, offset + SIDE))
