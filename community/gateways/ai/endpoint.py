"""What is sent to the endpoint, the function that sends it, and its answer or error."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from pydantic import SecretStr

from community.i18n import gettext as _

# English text has about four characters per token, and Russian text two to three. The estimate
# counts when the endpoint does not report the number.
CHARACTERS_PER_TOKEN = 3
OnText = Callable[[str], Awaitable[None]]
ErrorCode = Literal[
    "unavailable", "busy", "timeout", "invalid_key", "rejected", "invalid_answer", "filtered"
]
# Of the whole request, including its retries.
TIMEOUT_SECONDS = 90.0


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


async def complete(
    endpoint: AiEndpoint,
    prompt: Prompt,
    *,
    on_text: OnText | None = None,
    max_seconds: float = TIMEOUT_SECONDS,
) -> Completion:
    """Return the answer of the model. Call this outside a transaction, as it takes seconds.

    Args:
        on_text: Called with the whole text so far whenever a part of the answer arrives.
        max_seconds: Of the whole request, including its retries.

    Raises:
        AiError: There is no usable answer.
    """
    client = await asyncio.to_thread(importlib.import_module, "community.gateways.ai.openai_client")
    try:
        async with asyncio.timeout(max_seconds):
            completion: Completion = await client.complete(endpoint, prompt, on_text)
    except TimeoutError:
        raise AiError("timeout", _("The AI endpoint did not answer in time.")) from None
    return completion
