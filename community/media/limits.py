"""Numbers of the gateway, each with its reason."""

VARIANT_WIDTHS = (320, 720, 1280)
"""Widths in pixels that pages ask for: a face or a card, a phone or the column, a wide screen."""

MAX_IMAGE_BYTES = 10 * 1024 * 1024
"""Largest upload; avatars and headers pass a smaller number of their own."""

MAX_PIXELS = 40_000_000
"""Largest picture in pixels: the cameras of telephones stay below it."""

MAX_FRAMES = 300
MAX_ANIMATION_MS = 30_000
"""A longer animation is a video: it costs more to encode and to send than anybody gains."""

MAX_ANIMATION_PIXELS = 200_000_000
"""Frames times pixels of a frame: about ten seconds of encoding."""

WORKER_SECONDS = 30
"""Time that one picture may take before its process is ended."""

WORKER_MEMORY = 1024 * 1024 * 1024
"""Address space in bytes that one picture may take: several times its real memory."""
