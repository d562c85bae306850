"""Limits for uploaded images and for the process that converts them."""

VARIANT_WIDTHS = (320, 720, 1280)
"""Widths in pixels for avatars and cards, for phones and content columns, and for wide screens."""

MAX_IMAGE_BYTES = 10 * 1024 * 1024
"""Maximum size of an uploaded image in bytes. Avatars and headers have lower limits."""

MAX_PIXELS = 40_000_000
"""Maximum number of pixels in an image. Photos from phones usually have fewer."""

MAX_FRAMES = 300
MAX_ANIMATION_MS = 30_000
"""Longer animations are rejected, because a video would be smaller and faster to encode."""

MAX_ANIMATION_PIXELS = 200_000_000
"""Maximum number of pixels in all frames together. This many take about ten seconds to encode."""

WORKER_SECONDS = 30
"""Seconds after which the worker process for an image is killed."""

WORKER_MEMORY = 1024 * 1024 * 1024
"""Address space limit for the worker in bytes. The worker uses a fraction of it as memory."""
