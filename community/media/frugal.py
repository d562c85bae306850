"""Large WebP and AVIF pictures by another decoder, which shrinks without an RGB copy in full size.

Pillow takes 660 MB for a WebP of 40 megapixels; this takes 140. JPEG, PNG and GIF need no such
care: Pillow decodes them smaller, or straight into the one copy that is needed.
"""

from io import BytesIO

from PIL import Image

LARGE_PIXELS = 12_000_000
"""From here on the saving is worth a second decoder; below it Pillow is as cheap and exact."""


def is_for_frugal_decoding(picture: Image.Image) -> bool:
    """Whether a still should go this way; transparent AVIF cannot: its alpha is a second stream."""
    if picture.width * picture.height < LARGE_PIXELS:
        return False
    return picture.format == "WEBP" or (picture.format == "AVIF" and picture.mode == "RGB")


def decode_shrunk(data: bytes, size: tuple[int, int], mode: str) -> Image.Image:
    """The first frame at `size`, as `mode` RGB or RGBA. Raises what the decoder raises."""
    # Here and not above: it takes 25 MB, and most pictures do not need it.
    import av  # noqa: PLC0415
    from av.video.reformatter import Interpolation  # noqa: PLC0415

    with av.open(BytesIO(data), mode="r") as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        frame = next(container.decode(stream))
        small = frame.reformat(
            width=size[0],
            height=size[1],
            format="rgba" if mode == "RGBA" else "rgb24",
            interpolation=Interpolation.AREA,
        )
        plane = small.planes[0]
        return Image.frombytes(mode, size, bytes(plane), "raw", mode, plane.line_size, 1)
