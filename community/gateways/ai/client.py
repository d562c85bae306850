"""Sends requests to the endpoint."""

import asyncio
import importlib

from community.gateways.ai.endpoint import AiEndpoint, AiError, Completion, OnText, Prompt
from community.i18n import gettext as _

# Of the whole request, including its retries.
TIMEOUT_SECONDS = 90.0


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
