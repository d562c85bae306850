"""The error that a request to the endpoint raises."""

from typing import Literal

ErrorCode = Literal[
    "unavailable", "busy", "timeout", "invalid_key", "rejected", "invalid_answer", "filtered"
]


class AiError(Exception):
    """The endpoint has given no usable answer.

    Attributes:
        code: The kind of the error.
        reason: The reason in the language of the site, for administrators. It contains neither the
            key nor the texts that were sent.
    """

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
