"""The actions that begin a clean-up and undo it."""

from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, events
from community.core.actor import Actor
from community.core.db.personal_data import Clear, Delete, PersonalData
from community.domain import accounts, chat, comments, identity, moderation, posts
from community.domain.cleanups import queries, schemas
from community.domain.cleanups.events import CleanupProgressed
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import Cleanup, User

CLEANUP_JOB = "clean_up_user"
UNDO_JOB = "undo_cleanup"


async def start(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    options: schemas.CleanupOptions,
    reason: str,
    ban: bool = True,
    until: datetime | None = None,
) -> schemas.CleanupView:
    """Hide or delete what a user wrote, and ban them. A job works through the content.

    A ban that is already in force stays as it is. All open reports of the user are resolved, if the
    actor has access to reports. Raise `Conflict` if the user is the last full administrator, or a
    clean-up of them is running.
    """
    user = await moderation.lock_user_for_cleanup(session, actor, user_id)
    reason = moderation.clean_reason(reason)
    if not options.list_kinds():
        raise errors.Invalid.for_field("posts", _("Choose what to clean up."))
    await _ensure_none_is_running(session, user_id)
    row = Cleanup(
        user_id=user_id,
        created_by_id=actor.user_id,
        is_deletion=options.is_deletion,
        kinds=options.list_kinds(),
        reason=reason,
        total=await _count(session, user_id, options),
    )
    if ban and not identity.is_banned(user):
        await moderation.ban(session, actor, user_id=user_id, reason=reason, until=until)
        row.sanction_id = await moderation.find_sanction_id(session, user)
    if options.profile:
        await _empty_profile(session, actor, user, row)
    session.add(row)
    await session.flush()
    await moderation.record(
        session,
        actor,
        user,
        "cleanup_started",
        after={"content": options.content, "kinds": row.kinds, "total": row.total, "ban": ban},
        reason=reason,
    )
    if actor.has_section(moderation.reports.SECTION):
        await moderation.reports.close_all_about(session, actor, user_id=user_id, reason=reason)
    outbox.enqueue(session, CLEANUP_JOB, cleanup_id=row.id)
    events.record(session, CleanupProgressed(user_id))
    return schemas.CleanupView.model_validate(row)


async def undo(
    session: AsyncSession, actor: Actor, *, cleanup_id: int, reason: str = ""
) -> schemas.CleanupView:
    """Restore what a clean-up changed, and nothing else. A job works through the content.

    Posts, comments and texts that were changed since then stay as they are. The ban is lifted if
    the clean-up began it and it is still in force.
    """
    found = await session.get(Cleanup, cleanup_id)
    moderation.ensure_may_moderate_users(actor)
    if found is None:
        raise queries.make_cleanup_not_found_error()
    user = await moderation.lock_user_for_cleanup(session, actor, found.user_id)
    row = await session.get_one(Cleanup, cleanup_id, with_for_update=True, populate_existing=True)
    if row.state in {"undoing", "undone"}:
        raise errors.Conflict(_("This clean-up was already undone."))
    row.state, row.step, row.position = "undoing", 0, 0
    row.undone_by_id, row.finished_at = actor.user_id, None
    await _restore_profile(session, actor, user, row)
    if row.sanction_id is not None:
        sanction_id = await moderation.find_sanction_id(session, user)
        if sanction_id == row.sanction_id:
            await moderation.lift_ban(session, actor, user_id=user.id, reason=reason)
    await moderation.record(
        session, actor, user, "cleanup_undone", after={"cleanup": row.id}, reason=reason
    )
    outbox.enqueue(session, UNDO_JOB, cleanup_id=row.id)
    events.record(session, CleanupProgressed(user.id))
    await session.flush()
    return schemas.CleanupView.model_validate(row)


async def _ensure_none_is_running(session: AsyncSession, user_id: int) -> None:
    running = select(Cleanup.id).where(
        Cleanup.user_id == user_id, col(Cleanup.state).in_(("running", "undoing"))
    )
    if await session.scalar(running.limit(1)) is not None:
        raise errors.Conflict(_("A clean-up of this person is still running."))


async def _count(session: AsyncSession, user_id: int, options: schemas.CleanupOptions) -> int:
    is_deletion, total = options.is_deletion, 0
    if options.posts:
        total += await posts.count_for_cleanup(session, user_id, is_deletion=is_deletion)
    if options.comments:
        total += await comments.count_for_cleanup(session, user_id, is_deletion=is_deletion)
    if options.messages:
        total += await chat.count_for_cleanup(session, user_id, is_deletion=is_deletion)
    return total


async def _empty_profile(session: AsyncSession, actor: Actor, user: User, row: Cleanup) -> None:
    before = {"name": user.name, "bio": user.bio}
    await accounts.edit_account(
        session, actor, user, accounts.AccountChanges(name=user.slug, bio="")
    )
    after = {"name": user.name, "bio": user.bio}
    row.profile = {field: [before[field], after[field]] for field in before}


async def _restore_profile(session: AsyncSession, actor: Actor, user: User, row: Cleanup) -> None:
    changes = {
        field: before
        for field, (before, after) in row.profile.items()
        if getattr(user, field) == after and before != after
    }
    if changes:
        await accounts.edit_account(session, actor, user, accounts.AccountChanges(**changes))


PERSONAL_DATA: Final = (
    PersonalData(
        Cleanup.user_id,
        export="What administrators did. The content is in other parts.",
        merge="It shows what administrators did with the closed account.",
        erase=Delete(),
    ),
    PersonalData(
        Cleanup.created_by_id,
        export="What the user did as an administrator.",
        merge="The same.",
        erase=Clear(),
    ),
    PersonalData(
        Cleanup.undone_by_id,
        export="What the user did as an administrator.",
        merge="The same.",
        erase=Clear(),
    ),
)
