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
    "video_unsupported",
    "video_damaged",
    "video_too_long",
    "video_too_many_pixels",
    "video_too_many_frames",
]


class ImageRejected(Exception):
    """The uploaded file is not a usable image or video. The server shows a message for `reason`."""

    def __init__(self, reason: RejectionReason, *, allowed_frames: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.allowed_frames = allowed_frames
