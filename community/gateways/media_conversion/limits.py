"""Limits for uploaded images and videos and for the process that converts them."""

from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["image", "video"]
"""What an uploaded file must contain."""

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
"""The formats of images that users can upload."""

VARIANT_WIDTHS = (320, 720, 1280)
"""Widths in pixels for avatars and cards, for phones and content columns, and for wide screens."""

MAX_IMAGE_BYTES = 10 * 1024 * 1024
"""Maximum size of an uploaded image in bytes. Avatars and headers have lower limits."""

MAX_PIXELS = 40_000_000
"""Maximum number of pixels in an image, or in all frames of an animation together.

Photos from phones usually have fewer. An animation with this many takes about five seconds of
processor time to encode.
"""

MAX_SIDE = 65_535
"""Maximum width and height in pixels, which is also the maximum of JPEG and GIF.

A PNG that is one pixel wide and 39 million pixels high would take 15 seconds of processor time.
"""

MAX_VARIANT_SIDE = 16_383
"""Maximum width and height of a WebP image in pixels, as defined by the format."""

MAX_FRAMES = 300
MAX_ANIMATION_MS = 30_000
"""Longer animations are rejected, because a video would be smaller and faster to encode."""

MAX_VIDEO_BYTES = 5 * 1024 * 1024
MAX_VIDEO_SECONDS = 10
MAX_VIDEO_FRAMES = 1_200
"""Maximum number of frames of a video, which is 10 seconds in slow motion."""

MAX_VIDEO_PIXELS = 4_000_000
"""Maximum number of pixels in each frame of a video, which is more than in 1440p."""

VIDEO_SIDE = 256
"""The width and height of the converted videos in pixels."""

WORKER_SECONDS = 30
"""Seconds after which the worker process for an image is killed."""

WORKER_CPU_SECONDS = 15
"""Seconds of processor time after which the operating system ends the worker process."""

WORKER_MEMORY = 1024 * 1024 * 1024
"""Address space limit for the worker in bytes. The worker uses a fraction of it as memory."""

MAX_WAITING_IMAGES = 60
MAX_WAITING_BYTES = 64 * 1024 * 1024
"""Maximum number and total size of the images that wait for a worker process."""

MAX_WAITING_IMAGES_PER_OWNER = 20
MAX_WAITING_BYTES_PER_OWNER = 40 * 1024 * 1024
"""Maximum for the images of one user, so that one user cannot occupy all places."""

MAX_WAIT_SECONDS = 45
"""Seconds after which a waiting image is rejected. Proxies often close a request after 60."""
