from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.domain import accounts, audit, identity, people
from community.domain.moderation import policies, schemas
from community.models import Sanction, User


async def get_person(session: AsyncSession, actor: Actor, *, user_id: int) -> schemas.Person:
    """Return a user with the data that only administrators see."""
    user = await _get_user(session, actor, user_id)
    viewed = identity.build_actor(user)
    is_banned = viewed.banned_at is not None
    fields = user.model_dump(include=set(schemas.Person.model_fields) - {"can", "sections"})
    ban = {
        "banned_at": viewed.banned_at,
        "banned_until": user.banned_until if is_banned else None,
        "ban_reason": user.ban_reason if is_banned else "",
    }
    return schemas.Person(
        **fields | ban,
        is_admin=viewed.is_admin,
        sections=sorted(viewed.sections),
        has_password=identity.has_password(user),
        has_second_factor=await identity.has_second_factor(session, user.id),
        can=schemas.PersonActions(
            edit=policies.is_allowed(policies.ensure_may_edit, actor, user),
            manage=policies.is_allowed(policies.ensure_may_manage, actor, user),
            view_as=policies.is_allowed(policies.ensure_may_view_as, actor, user),
            merge=policies.is_allowed(policies.ensure_may_close, actor, user),
        ),
    )


async def list_sanctions(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[schemas.SanctionView]:
    """Return the bans of a user, newest first."""
    await _get_user(session, actor, user_id)
    query = select(Sanction).where(Sanction.user_id == user_id)
    if key := decode_cursor(cursor, int):
        query = query.where(col(Sanction.id) < key[0])
    rows = await session.scalars(query.order_by(col(Sanction.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda row: (row.id,))
    names = await _find_names(session, page)
    return Page(items=[_to_view(row, names) for row in page], next_cursor=next_cursor)


async def list_sign_ins(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[schemas.SignIn]:
    """Return the sign-in sessions of a user, newest first.

    Ended sessions are deleted every night, so they are listed for at most a day.
    """
    await _get_user(session, actor, user_id)
    page = await identity.list_sessions(session, user_id, cursor=cursor, limit=limit)
    items = [
        schemas.SignIn(
            **row.model_dump(include=set(schemas.SignIn.model_fields)),
            is_active=identity.is_session_active(row),
            service=await identity.providers.get_provider_name(session, row.method),
        )
        for row in page.items
    ]
    return Page(items=items, next_cursor=page.next_cursor)


async def list_changes(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    cursor: str | None = None,
    limit: int = DEFAULT_LIMIT,
) -> Page[audit.AuditEntryView]:
    """Return what administrators did with a user, newest first.

    The section of users shows these entries also to administrators who may not open the audit log.
    """
    await _get_user(session, actor, user_id)
    filters = audit.AuditFilters(target_kind="user", target_id=str(user_id))
    return await audit.list_entries(session, accounts.OPERATOR, filters, cursor=cursor, limit=limit)


async def _get_user(session: AsyncSession, actor: Actor, user_id: int) -> User:
    policies.ensure_may_moderate_users(actor)
    return await people.get_user(session, user_id)


async def _find_names(session: AsyncSession, rows: list[Sanction]) -> dict[int, str]:
    ids = {id_ for row in rows for id_ in (row.created_by_id, row.lifted_by_id) if id_ is not None}
    summaries = await people.find_user_summaries(session, ids)
    return {user_id: summary.name for user_id, summary in summaries.items()}


def _to_view(row: Sanction, names: dict[int, str]) -> schemas.SanctionView:
    fields = row.model_dump(include=set(schemas.SanctionView.model_fields))
    return schemas.SanctionView(
        **fields,
        status=_get_status(row),
        created_by=names.get(row.created_by_id or 0, ""),
        lifted_by=names.get(row.lifted_by_id or 0, ""),
    )


def _get_status(row: Sanction) -> Literal["in_force", "ended", "lifted"]:
    end = row.lifted_at or clock.now()
    if row.until is not None and row.until <= end:
        return "ended"
    return "lifted" if row.lifted_at is not None else "in_force"
