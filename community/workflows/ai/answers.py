"""The job with which the assistant answers a question in the comments."""

from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.core.text.markup import RenderedMessage
from community.domain import ai, comments
from community.gateways.ai import AiError, Completion, complete


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
        await _fail(request_id, failure.code)
        return
    except DomainError:
        await _fail(request_id, "invalid_answer")
        return
    try:
        async with unit_of_work() as session:
            await ai.finish_answer(session, request_id=request_id, text=text, completion=completion)
    except DomainError:
        await _fail(request_id, "rules")


async def _render(completion: Completion, max_length: int) -> RenderedMessage:
    text = ai.strip_thoughts(completion.text)
    if len(text) > max_length:
        text = f"{text[: max_length - 1].rstrip()}…"
    rendered = await comments.render_text(text)
    return await comments.render_text(ai.without_mentions(rendered))


async def _fail(request_id: int, error: str) -> None:
    async with unit_of_work() as session:
        await ai.fail_answer(session, request_id=request_id, error=error)
