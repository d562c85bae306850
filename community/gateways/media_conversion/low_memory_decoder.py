"""Decode large WebP and AVIF images with PyAV, because it needs less memory than Pillow.

PyAV resizes an image without a full-size RGB copy. For a WebP image with 40 megapixels Pillow needs
660 MB and PyAV needs 140 MB. JPEG, PNG and GIF images do not need PyAV, because Pillow decodes them
at a reduced size or into a single copy.
"""

from io import BytesIO

from PIL import Image

from community.gateways.media_conversion.crop import Box

LARGE_IMAGE_PIXELS = 12_000_000
"""For images with fewer pixels than this, Pillow does not need more memory than PyAV."""


def needs_low_memory_decoder(image: Image.Image) -> bool:
    """Return whether a still image must be decoded with `decode_resized`.

    Transparent AVIF images are excluded. Their alpha channel is a separate stream, which
    `decode_resized` does not read.
    """
    if image.width * image.height < LARGE_IMAGE_PIXELS:
        return False
    return image.format == "WEBP" or (image.format == "AVIF" and image.mode == "RGB")


def decode_resized(data: bytes, size: tuple[int, int], mode: str, box: Box) -> Image.Image:
    """Decode the first frame of an image, resize it and return the part inside `box`.

    Args:
        box: The left, top, right and bottom edge of the part in the resized image.

    Raises:
        Exception: The file is damaged. The decoder can raise exceptions of any type.
    """
    # Imported here because PyAV uses 25 MB of memory and most images do not need it.
    import av  # noqa: PLC0415
    from av.video.reformatter import Interpolation  # noqa: PLC0415

    with av.open(BytesIO(data), mode="r") as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        frame = next(container.decode(stream))
        resized = frame.reformat(
            width=size[0],
            height=size[1],
            format="rgba" if mode == "RGBA" else "rgb24",
            interpolation=Interpolation.AREA,
        )
        plane = resized.planes[0]
        left, top, right, bottom = box
        # A copy of only these rows, because the resized image can have 40 megapixels.
        rows = bytes(memoryview(plane)[top * plane.line_size : bottom * plane.line_size])
        strip_size = (size[0], bottom - top)
        strip = Image.frombytes(mode, strip_size, rows, "raw", mode, plane.line_size, 1)
        return strip.crop((left, 0, right, bottom - top))
