"""The error that the image worker process reports to the server process."""

from typing import Literal

RejectionReason = Literal[
    "unsupported_format",
    "damaged",
    "embedded_document",
    "too_many_pixels",
    "too_long",
    "animation_too_long",
    "animation_too_large",
]


class ImageRejected(Exception):
    """The uploaded file cannot be used as an image. The server shows a message for `reason`.

    Args:
        allowed_frames: How many frames an animation of this width and height can have.
    """

    def __init__(self, reason: RejectionReason, *, allowed_frames: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.allowed_frames = allowed_frames
