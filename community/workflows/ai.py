"""Requests to the AI endpoint from beginning to end, between transactions of the domain.

The endpoint is never called in a transaction. Each function first counts the request, then waits
for the answer, and then stores it. A job that is interrupted in between sends its request again.
"""

from dataclasses import dataclass
from time import monotonic

from community.core import rate_limits
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.core.text import markup
from community.core.text.markup import RenderedMessage
from community.domain import ai, comments
from community.gateways.ai import AiError, Completion, complete
from community.i18n import gettext as _

# How often readers see the next part of a summary that is being written. Each is a transaction.
PART_INTERVAL_SECONDS = 0.4
# The State of a tab is locked for at most 10 seconds.
TIMEOUT_SECONDS = 9.0
_MAX_SHOWN_LENGTH = 200


async def answer_question(request_id: int) -> None:
    """Answer a question once, however often the job runs."""
    async with unit_of_work() as session:
        task = await ai.begin_answer(session, request_id)
    if task is None:
        return
    try:
        completion = await complete(task.endpoint, task.prompt)
        text = await _render(completion, task.max_length)
    except AiError as failure:
        await _fail_answer(request_id, failure.code)
        return
    except DomainError:
        await _fail_answer(request_id, "invalid_answer")
        return
    try:
        async with unit_of_work() as session:
            await ai.finish_answer(session, request_id=request_id, text=text, completion=completion)
    except DomainError:
        await _fail_answer(request_id, "rules")


async def _render(completion: Completion, max_length: int) -> RenderedMessage:
    text = ai.strip_thoughts(completion.text)
    if len(text) > max_length:
        text = f"{text[: max_length - 1].rstrip()}…"
    rendered = await comments.render_text(text)
    return await comments.render_text(ai.without_mentions(rendered))


async def _fail_answer(request_id: int, error: str) -> None:
    async with unit_of_work() as session:
        await ai.fail_answer(session, request_id=request_id, error=error)


class _SummaryDropped(Exception):  # not an error
    """The post has changed, so the rest of the answer is not needed."""


class _PartWriter:
    """Stores the parts of a summary while they arrive."""

    def __init__(self, task: ai.SummaryTask) -> None:
        self._task = task
        self._stored_at = 0.0

    async def write(self, text: str) -> None:
        if monotonic() - self._stored_at < PART_INTERVAL_SECONDS:
            return
        self._stored_at = monotonic()
        html = await _render_summary(text)
        async with unit_of_work() as session:
            is_wanted = await ai.save_summary_part(
                session, post_id=self._task.post_id, request_id=self._task.request_id, html=html
            )
        if not is_wanted:
            raise _SummaryDropped


async def _render_summary(text: str) -> str:
    """Return the HTML of a summary of limited length and markup."""
    cut = ai.strip_thoughts(text)[: ai.MAX_SUMMARY_LENGTH]
    return ai.build_summary_html(await markup.render_message(cut))


async def write_summary(post_id: int, request_id: int) -> None:
    """Write a summary, and publish its parts to the readers who wait for it."""
    async with unit_of_work() as session:
        task = await ai.begin_summary(session, post_id=post_id, request_id=request_id)
    if task is None:
        return
    error = ""
    try:
        completion = await complete(task.endpoint, task.prompt, on_text=_PartWriter(task).write)
        html = await _render_summary(completion.text)
        error = "" if html.strip() else "invalid_answer"
    except AiError as failure:
        error = failure.code
    except DomainError:
        error = "invalid_answer"  # too complex to render
    except _SummaryDropped:
        error = "dropped"
    async with unit_of_work() as session:
        ids = {"post_id": post_id, "request_id": request_id}
        if error:
            await ai.fail_summary(session, **ids, error=error)
        else:
            await ai.finish_summary(session, **ids, html=html, completion=completion)


@dataclass(frozen=True, slots=True)
class EndpointCheck:
    is_ok: bool
    message: str


async def check_endpoint(actor: Actor) -> EndpointCheck:
    """Send a test request to the saved endpoint. Return its answer or the reason of the error."""
    async with unit_of_work() as session:
        test = await ai.begin_test(session, actor)
    rate_limits.begin_work()
    try:
        completion = await complete(test.endpoint, test.prompt, max_seconds=TIMEOUT_SECONDS)
    except AiError as error:
        async with unit_of_work() as session:
            await ai.finish_test(session, test.request_id, completion=None, error=error.code)
        return EndpointCheck(is_ok=False, message=error.reason)
    async with unit_of_work() as session:
        await ai.finish_test(session, test.request_id, completion=completion)
    answer = completion.text[:_MAX_SHOWN_LENGTH]
    return EndpointCheck(is_ok=True, message=_("The endpoint answers: {answer}", answer=answer))
