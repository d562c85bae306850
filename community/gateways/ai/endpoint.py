"""What is sent to the endpoint, what comes back, and the error if there is no usable answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from pydantic import SecretStr

# English text has about four characters per token, and Russian text two to three. The estimate
# counts when the endpoint does not report the number.
CHARACTERS_PER_TOKEN = 3
OnText = Callable[[str], Awaitable[None]]
ErrorCode = Literal[
    "unavailable", "busy", "timeout", "invalid_key", "rejected", "invalid_answer", "filtered"
]


@dataclass(frozen=True, slots=True)
class AiEndpoint:
    """How to reach the model."""

    base_url: str  # the address without `/chat/completions`
    model: str
    # Empty if the endpoint needs none, as those on one's own machine
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    max_tokens: int = 1_000  # the maximum length of an answer


@dataclass(frozen=True, slots=True)
class Prompt:
    instructions: str  # what the model does; only the site writes it
    content: str  # the texts of users, which are data (`domain/ai/prompts.py`)

    @property
    def tokens(self) -> int:
        """The estimated number of tokens."""
        return estimate_tokens(self.instructions + self.content)


@dataclass(frozen=True, slots=True)
class Completion:
    text: str
    tokens: int  # the tokens of the request and the answer together
    is_cut: bool = False  # whether the answer reached the maximum length


def estimate_tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)


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
