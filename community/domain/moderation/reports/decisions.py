"""What administrators do with reported content and with its author, which closes the report."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Conflict, NotFound
from community.domain import chat, comments, posts
from community.domain.moderation.account_actions import warn
from community.domain.moderation.bans import ShownBan, ban
from community.domain.moderation.policies import clean_reason
from community.domain.moderation.reports import policies
from community.domain.moderation.reports.actions import close
from community.i18n import gettext as _
from community.models import ModerationReport

ContentAction: TypeAlias = Literal["hide", "delete", "restore"]


async def act_on_content(
    session: AsyncSession, actor: Actor, *, report_id: int, action: ContentAction, reason: str = ""
) -> bool:
    """Hide, delete or restore a reported post or comment, or delete a reported message.

    Hiding and deleting resolve the open reports of the content. Raise `Conflict` if the report is
    about a user, a message cannot be hidden or restored, or the content has another status.
    """
    row = await _get_report(session, actor, report_id)
    if (row.target_kind, action) not in _CONTENT_ACTIONS:
        raise Conflict(_("This is not possible for what was reported."))
    has_changed = await _CONTENT_ACTIONS[row.target_kind, action](
        session, actor, row.target_id, reason
    )
    if action != "restore":
        await close(session, actor, report_id=report_id, outcome="resolved", reason=reason)
    return has_changed


async def warn_author(session: AsyncSession, actor: Actor, *, report_id: int, reason: str) -> bool:
    """Warn the reported user by mail, and resolve the open reports of the content."""
    row = await _get_report(session, actor, report_id)
    await warn(session, actor, user_id=_get_author_id(row), reason=reason)
    await close(session, actor, report_id=report_id, outcome="resolved", reason=reason)
    return True


async def ban_author(
    session: AsyncSession,
    actor: Actor,
    *,
    report_id: int,
    reason: str,
    until: datetime | None = None,
) -> bool:
    """Ban the reported user, and resolve the open reports of the content."""
    row = await _get_report(session, actor, report_id)
    has_changed = await ban(
        session, actor, user_id=_get_author_id(row), reason=reason, until=until, shown=ShownBan()
    )
    await close(session, actor, report_id=report_id, outcome="resolved", reason=reason)
    return has_changed


def _get_author_id(row: ModerationReport) -> int:
    if row.user_id is None:
        raise Conflict(_("This is not possible for what was reported."))
    return row.user_id


async def _get_report(session: AsyncSession, actor: Actor, report_id: int) -> ModerationReport:
    actor.ensure_section(policies.SECTION)
    row = await session.get(ModerationReport, report_id)
    if row is None:
        raise NotFound(_("Report not found."))
    policies.ensure_may_close(actor, user_id=row.user_id)
    return row


async def _restore_post(session: AsyncSession, actor: Actor, post_id: int, reason: str) -> bool:
    if await posts.restore(session, actor, post_id=post_id, reason=reason):
        return True
    await posts.publish(session, actor, post_id=post_id, reason=reason)
    return True


async def _hide_post(session: AsyncSession, actor: Actor, post_id: int, reason: str) -> bool:
    return await posts.unpublish(session, actor, post_id=post_id, reason=reason)


async def _delete_post(session: AsyncSession, actor: Actor, post_id: int, reason: str) -> bool:
    return await posts.delete(session, actor, post_id=post_id, reason=reason)


async def _delete_message(
    session: AsyncSession, actor: Actor, message_id: int, reason: str
) -> bool:
    note = clean_reason(reason, is_required=False)
    return await chat.delete_reported(session, actor, message_id, reason=note)


def _moderate(status: Any) -> Callable[..., Awaitable[bool]]:
    async def moderate(session: AsyncSession, actor: Actor, comment_id: int, reason: str) -> bool:
        return await comments.moderate(
            session, actor, comment_id=comment_id, status=status, reason=reason
        )

    return moderate


_CONTENT_ACTIONS: Final[dict[tuple[str, str], Callable[..., Awaitable[bool]]]] = {
    ("post", "hide"): _hide_post,
    ("post", "delete"): _delete_post,
    ("post", "restore"): _restore_post,
    ("message", "delete"): _delete_message,
    ("comment", "hide"): _moderate("on_moderation"),
    ("comment", "delete"): _moderate("deleted"),
    ("comment", "restore"): _moderate("published"),
}
