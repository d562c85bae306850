"""The error that the image worker process reports to the server process."""

from typing import Literal

RejectionReason = Literal[
    "unsupported_format", "damaged", "embedded_document", "too_many_pixels", "animation_too_long"
]


class ImageRejected(Exception):
    """The uploaded file cannot be used as an image. The server shows a message for `reason`."""

    def __init__(self, reason: RejectionReason) -> None:
        super().__init__(reason)
        self.reason = reason
