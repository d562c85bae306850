"""Sends requests with the official client of OpenAI. Import it through `complete` of the package.

Importing the library takes a second and 30 MB, and most processes never need it.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx2
import openai
from openai.types.chat import ChatCompletionChunk

from community.gateways.ai.endpoint import (
    AiEndpoint,
    AiError,
    Completion,
    OnText,
    Prompt,
    estimate_tokens,
)
from community.i18n import gettext as _

# Between two parts of an answer. Large models need some time before the first part.
READ_TIMEOUT_SECONDS = 45.0
CONNECT_TIMEOUT_SECONDS = 8.0
# After errors of the connection and the statuses 408, 409, 429 and 5xx, with a growing delay or the
# delay that the header `Retry-After` asks for.
MAX_RETRIES = 2
# A model that ignores the maximum length must not fill the memory.
MAX_ANSWER_LENGTH = 40_000
# The models of OpenAI that reason reject the parameter that all other endpoints understand.
OPENAI_HOSTS = ("openai.com", "openai.azure.com")


async def complete(endpoint: AiEndpoint, prompt: Prompt, on_text: OnText | None) -> Completion:
    with _translate_errors(endpoint):
        return await _request(endpoint, prompt, on_text)


async def _request(endpoint: AiEndpoint, prompt: Prompt, on_text: OnText | None) -> Completion:
    client = openai.AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key.get_secret_value() or "none",
        timeout=openai.Timeout(READ_TIMEOUT_SECONDS, connect=CONNECT_TIMEOUT_SECONDS),
        max_retries=MAX_RETRIES,
        # A redirect would send the texts to another address than the administrator chose.
        http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),
    )
    async with client:
        chunks = await client.chat.completions.create(
            model=endpoint.model,
            messages=[
                {"role": "system", "content": prompt.instructions},
                {"role": "user", "content": prompt.content},
            ],
            stream=True,
            extra_body={_get_length_parameter(endpoint): endpoint.max_tokens},
        )
        async with chunks:
            return await _read(chunks, prompt, on_text)


async def _read(
    chunks: AsyncIterator[ChatCompletionChunk], prompt: Prompt, on_text: OnText | None
) -> Completion:
    text, tokens, finish_reason = "", 0, ""
    async for chunk in chunks:
        if chunk.usage is not None:
            tokens = chunk.usage.total_tokens
        for choice in chunk.choices[:1]:
            finish_reason = choice.finish_reason or finish_reason
            if choice.delta.content:
                text += choice.delta.content
                if on_text is not None:
                    await on_text(text)
        if len(text) > MAX_ANSWER_LENGTH:
            finish_reason = "length"
            break
    if finish_reason == "content_filter":
        raise AiError("filtered", _("The AI endpoint has blocked the answer."))
    # Without a reason, the connection has ended in the middle of the answer.
    if not finish_reason or not text.strip():
        raise _make_invalid_answer()
    return Completion(
        text[:MAX_ANSWER_LENGTH].strip(),
        tokens or prompt.tokens + estimate_tokens(text),
        is_cut=finish_reason == "length",
    )


@contextmanager
def _translate_errors(endpoint: AiEndpoint) -> Iterator[None]:
    try:
        yield
    except openai.APITimeoutError:
        raise AiError("timeout", _("The AI endpoint did not answer in time.")) from None
    except (openai.APIConnectionError, httpx2.HTTPError):
        host = urlsplit(endpoint.base_url).hostname or endpoint.base_url
        raise AiError("unavailable", _("No answer from {host}.", host=host)) from None
    except openai.APIStatusError as error:
        raise _describe_status(error.status_code) from None
    except (openai.OpenAIError, ValueError, TypeError, AttributeError):
        # The client does not check the form of what it reads.
        raise _make_invalid_answer() from None


def _get_length_parameter(endpoint: AiEndpoint) -> str:
    host = urlsplit(endpoint.base_url).hostname or ""
    is_openai = any(host == name or host.endswith(f".{name}") for name in OPENAI_HOSTS)
    return "max_completion_tokens" if is_openai else "max_tokens"


def _describe_status(status: int) -> AiError:
    if status in {401, 403}:
        message = _("The AI endpoint rejects the API key (status {status}).", status=status)
        return AiError("invalid_key", message)
    if status == httpx2.codes.TOO_MANY_REQUESTS:
        return AiError("busy", _("The AI endpoint accepts no more requests at the moment."))
    if status >= httpx2.codes.INTERNAL_SERVER_ERROR:
        message = _("The AI endpoint is not working (status {status}).", status=status)
        return AiError("unavailable", message)
    message = _(
        "The AI endpoint rejects the request (status {status}). Check its address and the model.",
        status=status,
    )
    return AiError("rejected", message)


def _make_invalid_answer() -> AiError:
    return AiError("invalid_answer", _("The answer of the AI endpoint can't be read."))
