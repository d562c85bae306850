"""Questions to the assistant: comments that mention it. A job writes the answer as a reply.

The assistant answers only comments of people, so it cannot talk with itself.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.events import DomainEvent
from community.core.read_models import ReadModel
from community.core.text.markup import RenderedMessage
from community.domain import comments, identity, posts, site
from community.domain.accounts import bots
from community.domain.ai import configuration, limits, policies, prompts
from community.domain.jobs import outbox
from community.gateways.ai import AiEndpoint, Completion, Prompt
from community.i18n import gettext as _
from community.models import AiRequest

JOB: Final = "answer_question"
# How long the page tells what has become of a question.
SHOWN_FOR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class QuestionChanged(DomainEvent):
    """The assistant begins to answer a question of a user, has answered it, or cannot."""

    user_id: int


class QuestionView(ReadModel):
    """What has become of the latest question of the viewer. All fields are empty without one."""

    is_writing: bool = False
    is_held: bool = False
    error: str = ""  # the reason why the assistant does not answer


@dataclass(frozen=True, slots=True)
class AnswerTask:
    request_id: int
    endpoint: AiEndpoint
    prompt: Prompt
    max_length: int


async def ensure_assistant(session: AsyncSession, event: site.SiteSettingsChanged) -> None:
    """Create the account of the assistant when an administrator configures the endpoint."""
    if event.section != site.GeneralSettings.name:
        return
    general = await site.load_settings_section(session, site.GeneralSettings)
    if general.is_ai_on:
        await bots.ensure_bot(session)


async def find_assistant_slug(session: AsyncSession) -> str:
    """Return the username with which people ask the assistant, or "" if it is off."""
    if not await configuration.is_on(session):
        return ""
    bot = await bots.find_bot(session)
    return "" if bot is None else bot.slug


async def ask_in_comment(
    session: AsyncSession, event: comments.CommentPosted | comments.CommentUnhidden
) -> None:
    """Accept the question of a published comment that mentions the assistant.

    If the author may not ask, the request fails at once, so that their page can tell the reason.
    """
    if isinstance(event, comments.CommentPosted) and not event.has_mentions:
        return
    if not await configuration.is_on(session):
        return
    addressees = await comments.find_addressees(session, event.comment_id)
    bot = await bots.find_bot(session)
    if bot is None or addressees is None or bot.id not in addressees.mentioned_ids:
        return
    comment = addressees.comment
    if comment.author_id == bot.id or await _was_asked(session, comment.id):
        return
    ids = {"user_id": comment.author_id, "post_id": comment.post_id, "comment_id": comment.id}
    asker = await _find_actor(session, comment.author_id)
    try:
        if asker is None or not asker.has_feature(policies.ASSISTANT):
            _reject(session, "feature", **ids)
        else:
            request = await limits.add_request(session, "answer", tokens=0, **ids)
            outbox.enqueue(session, JOB, request_id=request.id)
    except limits.LimitReached as error:
        _reject(session, error.scope, **ids)
    events.record(session, QuestionChanged(comment.author_id))


async def begin_answer(session: AsyncSession, request_id: int) -> AnswerTask | None:
    """Return what a job needs to answer a question, or None if it is answered or not possible."""
    request = await _find_unfinished(session, request_id)
    if request is None or request.comment_id is None or request.user_id is None:
        return None
    endpoint = await configuration.find_endpoint(session)
    asker = await _find_actor(session, request.user_id)
    if endpoint is None or asker is None or not asker.has_feature(policies.ASSISTANT):
        await fail_answer(session, request_id=request_id, error="off")
        return None
    content = await site.get_content_settings(session)
    question = await comments.find(session, request.comment_id)
    if question is None or not comments.is_published(question):
        await fail_answer(session, request_id=request_id, error="gone")
        return None
    try:
        prompt = await _build_prompt(
            session, asker, request.comment_id, max_length=content.max_comment_length
        )
    except errors.DomainError:
        await fail_answer(session, request_id=request_id, error="gone")
        return None
    request.status, request.tokens = "writing", prompt.tokens + endpoint.max_tokens
    events.record(session, QuestionChanged(request.user_id))
    return AnswerTask(request_id, endpoint, prompt, content.max_comment_length)


async def finish_answer(
    session: AsyncSession, *, request_id: int, text: RenderedMessage, completion: Completion
) -> None:
    """Post the answer as a reply to the question, under the rules that hold for all comments.

    Raise `DomainError` if the rules do not allow the answer, or the question is gone.
    """
    request = await _find_unfinished(session, request_id)
    bot = await bots.find_bot(session)
    if request is None or request.post_id is None or bot is None:
        return
    answer = await comments.reply(
        session,
        bots.build_bot_actor(bot),
        post_id=request.post_id,
        parent_id=request.comment_id,
        text=text,
        client_id=uuid5(NAMESPACE_URL, f"ai-request:{request.id}:{request.created_at}"),
    )
    request.answer_id = answer.id
    limits.finish_request(request, tokens=completion.tokens)
    events.record(session, QuestionChanged(request.user_id or 0))


async def fail_answer(session: AsyncSession, *, request_id: int, error: str) -> None:
    request = await _find_unfinished(session, request_id)
    if request is not None:
        limits.finish_request(request, error=error)
        events.record(session, QuestionChanged(request.user_id or 0))


async def find_question(session: AsyncSession, actor: Actor, post_id: int) -> QuestionView:
    """Return what has become of the latest question of the actor below a post."""
    if actor.is_guest or not await configuration.is_on(session):
        return QuestionView()
    request = await session.scalar(
        select(AiRequest)
        .where(
            AiRequest.user_id == actor.id,
            AiRequest.post_id == post_id,
            AiRequest.kind == "answer",
            col(AiRequest.created_at) > clock.now() - SHOWN_FOR,
        )
        .order_by(col(AiRequest.id).desc())
        .limit(1)
    )
    if request is None:
        return QuestionView()
    if request.status == "done":
        return QuestionView(is_held=await _is_held(session, request.answer_id))
    if request.status == "failed":
        return QuestionView(error=_describe_error(request.error))
    return QuestionView(is_writing=True)


async def _find_actor(session: AsyncSession, user_id: int) -> Actor | None:
    return next(iter(await identity.find_actors(session, [user_id])), None)


async def _was_asked(session: AsyncSession, comment_id: int) -> bool:
    query = select(AiRequest.id).where(AiRequest.comment_id == comment_id)
    return await session.scalar(query) is not None


async def _is_held(session: AsyncSession, answer_id: int | None) -> bool:
    answer = None if answer_id is None else await comments.find(session, answer_id)
    return answer is not None and answer.awaits_first_publication


async def _find_unfinished(session: AsyncSession, request_id: int) -> AiRequest | None:
    row = await session.get(AiRequest, request_id, with_for_update=True, populate_existing=True)
    return row if row is not None and row.status in {"waiting", "writing"} else None


async def _build_prompt(
    session: AsyncSession, asker: Actor, comment_id: int, *, max_length: int
) -> Prompt:
    """Return the request with the post and the branch, as far as the asker may read them."""
    branch: list[prompts.BranchComment] = []
    names: dict[int, str] = {}
    next_id: int | None = comment_id
    post_id = 0
    while next_id is not None and len(branch) < policies.MAX_BRANCH_COMMENTS:
        comment = await comments.get_view(session, asker, next_id)
        if comment.author is not None and comment.text:
            author = _name(comment.author.id, asker.id, is_bot=comment.author.is_bot, names=names)
            branch.append(prompts.BranchComment(author, comment.text))
        next_id, post_id = comment.parent_id, comment.post_id
    post = await posts.get_with_content(session, asker, post_id)
    return prompts.build_answer_prompt(
        post.title,
        post.text,
        branch[::-1],
        max_characters=policies.MAX_CONTEXT_POST_CHARACTERS,
        max_comment_characters=policies.MAX_BRANCH_COMMENT_CHARACTERS,
        max_length=min(max_length, policies.MAX_SUMMARY_LENGTH),
    )


def _name(author_id: int, asker_id: int, *, is_bot: bool, names: dict[int, str]) -> str:
    if is_bot:
        return "You, the assistant"
    if author_id == asker_id:
        return "The reader who asks"
    return names.setdefault(author_id, f"Reader {len(names) + 1}")


def _reject(
    session: AsyncSession, error: str, *, user_id: int, post_id: int, comment_id: int
) -> None:
    request = AiRequest(kind="answer", user_id=user_id, post_id=post_id, comment_id=comment_id)
    limits.finish_request(request, error=error)
    session.add(request)


def _describe_error(error: str) -> str:
    messages = {
        "feature": _("Only subscribers can ask the assistant."),
        "person_limit": _("You have asked the assistant too often today. Try again tomorrow."),
        "site_limit": _("The assistant has reached its daily limit. Try again tomorrow."),
        "rules": _("The answer of the assistant broke the rules for comments, so it was dropped."),
        "gone": _("The assistant can't answer, because your comment is no longer available."),
    }
    return messages.get(error) or _("The assistant could not answer. Try again later.")
