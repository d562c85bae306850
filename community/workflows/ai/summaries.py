"""The job that writes the summary of a post."""

from time import monotonic

from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.core.text import markup
from community.domain import ai
from community.gateways.ai import AiError, complete

# How often readers see the next part of a summary that is being written. Each is a transaction.
PART_INTERVAL_SECONDS = 0.4


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
        html = await render_summary(text)
        async with unit_of_work() as session:
            is_wanted = await ai.save_summary_part(
                session, post_id=self._task.post_id, request_id=self._task.request_id, html=html
            )
        if not is_wanted:
            raise _SummaryDropped


async def render_summary(text: str) -> str:
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
        html = await render_summary(completion.text)
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
