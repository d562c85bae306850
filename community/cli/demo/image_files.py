"""Reads the images of the demo content. `scripts/demo_images` has drawn them."""

from importlib.resources import files

from community.cli.demo.data_files import list_files

FOLDER = "images"
IMAGE_SUFFIX, VIDEO_SUFFIX = ".webp", ".mp4"


def list_image_names() -> frozenset[str]:
    names = list_files(FOLDER)
    return frozenset(
        name.removesuffix(IMAGE_SUFFIX) for name in names if name.endswith(IMAGE_SUFFIX)
    )


def read_image(name: str) -> bytes:
    return files(__package__).joinpath(FOLDER, name + IMAGE_SUFFIX).read_bytes()


def read_video(name: str) -> bytes:
    """Return the MP4 file of which the image with the same name is the first frame, or b""."""
    video = files(__package__).joinpath(FOLDER, name + VIDEO_SUFFIX)
    return video.read_bytes() if video.is_file() else b""
