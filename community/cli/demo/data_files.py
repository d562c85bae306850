"""Functions that read and parse the data files of the demo content, and its image files."""

import re
import tomllib
from datetime import timedelta
from importlib.resources import files
from typing import Any

FRONT_MATTER_FENCE = "+++"
DURATION_PATTERN = re.compile(r"(\d+)([dhm])")
UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}

TomlTable = dict[str, Any]
FOLDER = "images"
IMAGE_SUFFIX, VIDEO_SUFFIX = ".webp", ".mp4"


def read_text(path: str) -> str:
    return files(__package__).joinpath(path).read_text(encoding="utf-8")


def read_lines(path: str) -> tuple[str, ...]:
    return tuple(line for line in read_text(path).splitlines() if line.strip())


def list_files(folder: str) -> tuple[str, ...]:
    return tuple(sorted(item.name for item in files(__package__).joinpath(folder).iterdir()))


def read_toml(path: str) -> TomlTable:
    return tomllib.loads(read_text(path))


def split_front_matter(text: str) -> tuple[TomlTable, str]:
    """Split a file into the TOML between its two `+++` lines and the text after the second line.

    Raise `ValueError` if one of the two `+++` lines is missing.
    """
    opening, head, body = text.split(f"{FRONT_MATTER_FENCE}\n", 2)
    if opening:
        raise ValueError(f"A post must start with {FRONT_MATTER_FENCE}, not with {opening[:20]!r}")
    return tomllib.loads(head), body.strip() + "\n"


def parse_duration(text: str) -> timedelta:
    """Parse a duration such as "12d 4h" or "90m". Raise ValueError for other texts."""
    parts = DURATION_PATTERN.findall(text)
    if not parts:
        raise ValueError(f"Invalid duration: {text!r}")
    return sum((int(count) * UNITS[unit] for count, unit in parts), timedelta())


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
