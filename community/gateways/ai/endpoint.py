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
    """How to reach the model.

    Attributes:
        base_url: The address without `/chat/completions`.
        key: Empty if the endpoint needs none, as those on one's own machine.
        max_tokens: The maximum length of an answer.
    """

    base_url: str
    model: str
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    max_tokens: int = 1_000


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request to the model.

    Attributes:
        instructions: What the model does. Only the site writes it.
        content: The texts of users, which are data (`domain/ai/prompts.py`).
    """

    instructions: str
    content: str

    @property
    def tokens(self) -> int:
        """The estimated number of tokens."""
        return estimate_tokens(self.instructions + self.content)


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer of the model.

    Attributes:
        tokens: The tokens of the request and the answer together.
        is_cut: Whether the answer reached the maximum length.
    """

    text: str
    tokens: int
    is_cut: bool = False


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
