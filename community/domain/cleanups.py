"""Clean-ups: an administrator hides or deletes everything a user wrote, and can undo it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.personal_data import Clear, Delete, PersonalData
from community.core.errors import NotFound
from community.core.events import DomainEvent
from community.core.read_models import ReadModel, Timestamp
from community.domain import accounts, chat, comments, identity, moderation, posts
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import Cleanup, User

State = Literal["running", "finished", "undoing", "undone"]
_CLEANUP_JOB = "clean_up_user"
_UNDO_JOB = "undo_cleanup"
# On SQLite, other writes wait until the transaction of a batch ends.
BATCH_SIZE: Final = 20
# Open pages show the progress after so many posts, comments and messages.
PROGRESS_INTERVAL: Final = 100
# The kinds of content in the order in which the jobs handle them.
_SUBJECTS: Final[Sequence[tuple[str, Any]]] = (
    ("posts", posts),
    ("comments", comments),
    ("messages", chat),
)


@dataclass(frozen=True, slots=True)
class CleanupProgressed(DomainEvent):
    """A clean-up of the content of a user, or its undoing, has begun, advanced or ended."""

    user_id: int


class CleanupOptions(BaseModel):
    """What a clean-up covers, and what becomes of it."""

    content: Annotated[
        Literal["hide", "delete"],
        Field(description="`hide` unpublishes posts and holds comments for moderation."),
    ] = "hide"
    posts: bool = True
    comments: bool = True
    messages: Annotated[
        bool, Field(description="Private messages, and requests that wait for an answer.")
    ] = True
    profile: Annotated[
        bool, Field(description="Empties the bio, and replaces the name by the username.")
    ] = True

    @property
    def is_deletion(self) -> bool:
        return self.content == "delete"

    def list_kinds(self) -> list[str]:
        kinds = {
            "posts": self.posts,
            "comments": self.comments,
            "messages": self.messages,
            "profile": self.profile,
        }
        return [kind for kind, is_covered in kinds.items() if is_covered]


class ContentCounts(ReadModel):
    """How much of a user a clean-up would hide, and how much it would delete.

    Attributes:
        messages: The number of private messages and of requests that wait for an answer. Both are
            hidden, also if posts and comments are deleted.
    """

    posts_to_hide: int
    comments_to_hide: int
    posts_to_delete: int
    comments_to_delete: int
    messages: int


class CleanupView(ReadModel):
    """The progress of a clean-up.

    Attributes:
        total: How many posts, comments, messages and requests there were at the beginning.
        hidden: How many of them are hidden or deleted now.
    """

    id: int
    user_id: int
    is_deletion: bool
    kinds: list[str]
    state: State
    total: int
    hidden: int
    created_at: Timestamp
    finished_at: Timestamp | None = None


async def count_contents(session: AsyncSession, actor: Actor, *, user_id: int) -> ContentCounts:
    """Return how many posts, comments and messages of a user a clean-up would cover."""
    await moderation.get_person(session, actor, user_id=user_id)

    async def count(subject: object, *, is_deletion: bool) -> int:
        counted: int = await subject.count_for_cleanup(  # type: ignore[attr-defined]
            session, user_id, is_deletion=is_deletion
        )
        return counted

    return ContentCounts(
        posts_to_hide=await count(posts, is_deletion=False),
        comments_to_hide=await count(comments, is_deletion=False),
        posts_to_delete=await count(posts, is_deletion=True),
        comments_to_delete=await count(comments, is_deletion=True),
        messages=await count(chat, is_deletion=False),
    )


async def get_cleanup(session: AsyncSession, actor: Actor, *, cleanup_id: int) -> CleanupView:
    moderation.ensure_may_moderate_users(actor)
    row = await session.get(Cleanup, cleanup_id)
    if row is None:
        raise _make_cleanup_not_found_error()
    return CleanupView.model_validate(row)


async def find_latest(session: AsyncSession, actor: Actor, *, user_id: int) -> CleanupView | None:
    moderation.ensure_may_moderate_users(actor)
    row = await session.scalar(
        select(Cleanup).where(Cleanup.user_id == user_id).order_by(col(Cleanup.id).desc()).limit(1)
    )
    return None if row is None else CleanupView.model_validate(row)


def _make_cleanup_not_found_error() -> NotFound:
    return NotFound(_("Clean-up not found."))


async def start(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    options: CleanupOptions,
    reason: str,
    ban: bool = True,
    until: datetime | None = None,
) -> CleanupView:
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
    outbox.enqueue(session, _CLEANUP_JOB, cleanup_id=row.id)
    events.record(session, CleanupProgressed(user_id))
    return CleanupView.model_validate(row)


async def undo(
    session: AsyncSession, actor: Actor, *, cleanup_id: int, reason: str = ""
) -> CleanupView:
    """Restore what a clean-up changed, and nothing else. A job works through the content.

    Posts, comments and texts that were changed since then stay as they are. The ban is lifted if
    the clean-up began it and it is still in force.
    """
    found = await session.get(Cleanup, cleanup_id)
    moderation.ensure_may_moderate_users(actor)
    if found is None:
        raise _make_cleanup_not_found_error()
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
    outbox.enqueue(session, _UNDO_JOB, cleanup_id=row.id)
    events.record(session, CleanupProgressed(user.id))
    await session.flush()
    return CleanupView.model_validate(row)


async def _ensure_none_is_running(session: AsyncSession, user_id: int) -> None:
    running = select(Cleanup.id).where(
        Cleanup.user_id == user_id, col(Cleanup.state).in_(("running", "undoing"))
    )
    if await session.scalar(running.limit(1)) is not None:
        raise errors.Conflict(_("A clean-up of this person is still running."))


async def _count(session: AsyncSession, user_id: int, options: CleanupOptions) -> int:
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


async def run_cleanup_step(session: AsyncSession, cleanup_id: int, after: int = 0) -> int | None:
    """Hide or delete a batch. Return a number, or None when everything is done."""
    row = await _lock(session, cleanup_id, "running")
    if row is None:
        return None
    if row.step >= len(_SUBJECTS):
        _finish(session, row, "finished")
        return None
    kind, subject = _SUBJECTS[row.step]
    ids = await subject.hide_in_cleanup(session, row, limit=BATCH_SIZE) if kind in row.kinds else []
    _advance(session, row, len(ids), position=ids[-1] if ids else None)
    return after + 1


async def run_undo_step(session: AsyncSession, cleanup_id: int, after: int = 0) -> int | None:
    """Restore a batch. Return a number, or None when everything is done."""
    row = await _lock(session, cleanup_id, "undoing")
    if row is None:
        return None
    if row.step >= len(_SUBJECTS):
        _finish(session, row, "undone")
        return None
    _kind, subject = _SUBJECTS[row.step]
    count = await subject.show_after_cleanup(session, row, limit=BATCH_SIZE)
    _advance(session, row, -count, position=0 if count else None)
    return after + 1


async def _lock(session: AsyncSession, cleanup_id: int, state: str) -> Cleanup | None:
    """Return the clean-up, or None if the job is not needed any more."""
    row = await session.get(Cleanup, cleanup_id, with_for_update=True)
    return row if row is not None and row.state == state else None


def _advance(session: AsyncSession, row: Cleanup, count: int, *, position: int | None) -> None:
    """Remember what a step did. It is the last one of its kind if it has no position."""
    before = row.hidden // PROGRESS_INTERVAL
    row.hidden = max(row.hidden + count, 0)
    if position is None:
        row.step, row.position = row.step + 1, 0
    else:
        row.position = position
    if row.hidden // PROGRESS_INTERVAL != before:
        events.record(session, CleanupProgressed(row.user_id))


def _finish(session: AsyncSession, row: Cleanup, state: str) -> None:
    row.state, row.finished_at = state, clock.now()
    events.record(session, CleanupProgressed(row.user_id))
