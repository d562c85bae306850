"""Summaries of posts: the first reader with the feature requests them, and a job writes them.

The row of a summary is deleted in the transaction that changes, unpublishes or deletes the post.
What a job writes after that finds no row, and is lost.
"""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete

from community.core import clock, errors, events
from community.core.actor import GUEST, Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.events import DomainEvent
from community.core.read_models import ReadModel
from community.domain import posts
from community.domain.ai import configuration, limits, policies, prompts
from community.domain.jobs import outbox
from community.gateways.ai import AiEndpoint, Completion, Prompt
from community.i18n import gettext as _
from community.models import AiRequest, AiSummary, Post

JOB = "write_summary"
SummaryStatus = Literal["missing", "waiting", "writing", "done", "failed"]


@dataclass(frozen=True, slots=True)
class SummaryChanged(DomainEvent):
    """The summary of a post was requested, written further, finished, or removed."""

    post_id: int


class SummaryView(ReadModel):
    """The summary of a post for a reader with the feature.

    `html` is the part that is already written while `status` is `writing`. `error` is the reason
    for the reader if `status` is `failed`.
    """

    post_id: int
    status: SummaryStatus = "missing"
    html: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class SummaryTask:
    post_id: int
    request_id: int
    endpoint: AiEndpoint
    prompt: Prompt


async def is_summary_offered(session: AsyncSession, post: Post | posts.ArticleView) -> bool:
    """Return whether the page of a post, which the viewer may read, has the box with the summary.

    Viewers without the feature see the closed box too, which offers them the plans.
    """
    return policies.is_summarized(await configuration.get_settings(session), post)


async def get_summary(session: AsyncSession, actor: Actor, post_id: int) -> SummaryView:
    await _get_summarized_post(session, actor, post_id)
    row = await session.get(AiSummary, post_id, populate_existing=True)
    return _to_view(post_id, row)


async def request_summary(session: AsyncSession, actor: Actor, *, post_id: int) -> SummaryView:
    """Return the summary of a post. If there is none, or writing it has failed, begin to write it.

    Raise `LimitReached` if the actor or the site has reached a limit.
    """
    post = await _get_summarized_post(session, actor, post_id)
    # With the lock, no other transaction changes the text or requests the same summary.
    fields = ["title", "intro", "text", "status"]
    await session.refresh(post, fields, with_for_update=FOR_NO_KEY_UPDATE)
    if not posts.is_published(post):
        raise policies.make_off_error()
    row = await session.get(AiSummary, post_id, populate_existing=True)
    if row is not None and row.status != "failed":
        return _to_view(post_id, row)
    request = await limits.add_request(
        session, "summary", user_id=actor.id, post_id=post_id, tokens=_build_prompt(post).tokens
    )
    if row is None:
        row = AiSummary(post_id=post_id)
        session.add(row)
    row.status, row.error, row.text, row.html = "waiting", "", "", ""
    row.request_id, row.updated_at = request.id, clock.now()
    await session.flush()
    outbox.enqueue(session, JOB, post_id=post_id, request_id=request.id)
    events.record(session, SummaryChanged(post_id))
    return _to_view(post_id, row)


async def begin_summary(
    session: AsyncSession, *, post_id: int, request_id: int
) -> SummaryTask | None:
    """Return what a job needs to write a summary, or None if it is written or not wanted."""
    row = await _find_unfinished(session, post_id, request_id)
    if row is None:
        return None
    endpoint = await configuration.find_endpoint(session)
    try:
        post = await posts.get_with_content(session, GUEST, post_id)
    except errors.NotFound:
        await session.delete(row)
        return None
    if endpoint is None:
        await fail_summary(session, post_id=post_id, request_id=request_id, error="off")
        return None
    row.status, row.text, row.html, row.updated_at = "writing", "", "", clock.now()
    events.record(session, SummaryChanged(post_id))
    return SummaryTask(post_id, request_id, endpoint, _build_prompt(post))


async def save_summary_part(
    session: AsyncSession, *, post_id: int, request_id: int, html: str
) -> bool:
    """Store the part that is written. Return False if the summary is not wanted anymore."""
    row = await _find_unfinished(session, post_id, request_id)
    if row is None:
        return False
    row.html, row.updated_at = html, clock.now()
    events.record(session, SummaryChanged(post_id))
    return True


async def finish_summary(
    session: AsyncSession, *, post_id: int, request_id: int, html: str, completion: Completion
) -> None:
    """Store the complete summary, unless the post has changed meanwhile."""
    request = await session.get(AiRequest, request_id)
    if request is not None:
        limits.finish_request(request, tokens=completion.tokens)
    row = await _find_unfinished(session, post_id, request_id)
    if row is not None:
        row.status, row.text, row.html = "done", completion.text, html
        row.updated_at = clock.now()
        events.record(session, SummaryChanged(post_id))


async def fail_summary(session: AsyncSession, *, post_id: int, request_id: int, error: str) -> None:
    request = await session.get(AiRequest, request_id)
    if request is not None:
        limits.finish_request(request, error=error)
    row = await _find_unfinished(session, post_id, request_id)
    if row is not None:
        row.status, row.error, row.text, row.html = "failed", error, "", ""
        row.updated_at = clock.now()
        events.record(session, SummaryChanged(post_id))


async def remove_summary(
    session: AsyncSession,
    event: posts.PostEdited | posts.PostHeld | posts.PostUnpublished | posts.PostDeleted,
) -> None:
    """Delete the summary of a post whose text changed or is no longer public."""
    deleted = await session.scalar(
        delete(AiSummary)
        .where(col(AiSummary.post_id) == event.post_id)
        .returning(col(AiSummary.post_id))
    )
    if deleted is not None:
        events.record(session, SummaryChanged(event.post_id))


async def _get_summarized_post(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    # First, as routes do (`has_subscription_feature`), so that the answer is the same everywhere.
    policies.ensure_may_read_summaries(actor)
    post = await posts.get_readable(session, actor, post_id)
    if not policies.is_summarized(await configuration.get_settings(session), post):
        raise policies.make_off_error()
    return post


async def _find_unfinished(
    session: AsyncSession, post_id: int, request_id: int
) -> AiSummary | None:
    row = await session.get(AiSummary, post_id, with_for_update=True, populate_existing=True)
    is_unfinished = row is not None and row.status in {"waiting", "writing"}
    return row if row is not None and is_unfinished and row.request_id == request_id else None


def _build_prompt(post: Post) -> Prompt:
    text = f"{post.intro}\n\n{post.text}" if post.intro else post.text
    return prompts.build_summary_prompt(
        post.title, text, max_characters=policies.MAX_POST_CHARACTERS
    )


def _to_view(post_id: int, row: AiSummary | None) -> SummaryView:
    if row is None:
        return SummaryView(post_id=post_id)
    error = _("The summary could not be written. Try again later.") if row.error else ""
    return SummaryView.model_validate(
        {"post_id": post_id, "status": row.status, "html": row.html, "error": error}
    )
