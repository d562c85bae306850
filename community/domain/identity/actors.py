"""Load actors: for a session, an access token, a login name, or the administrator of a job."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, bindparam, not_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select

from community.core import clock, errors, ids
from community.core.actor import Actor
from community.core.db import statements
from community.core.text.normalization import clean_search_term
from community.domain.identity import policies
from community.domain.identity.validation import is_slug
from community.models import AccessToken, User, UserSession
from community.models.people import lower_email, lower_slug

# For each field of `Actor` that another subject knows, a function that returns a scalar SQL
# expression for the field. Its argument is the column that contains the id of the user.
FieldBuilder: TypeAlias = Callable[[Mapped[int]], ColumnElement[Any]]
ActorFields: TypeAlias = Mapping[str, FieldBuilder]
NO_FIELDS: ActorFields = MappingProxyType({})

C = TypeVar("C", UserSession, AccessToken)


async def authenticate_session(
    session: AsyncSession, token: str, *, other_fields: ActorFields = NO_FIELDS
) -> Actor | None:
    """Return the actor whose session cookie contains `token`.

    This function runs one query, and another one for administrators, and writes nothing. If
    `is_last_seen_update_due` returns True for the actor, the caller should call `record_last_seen`,
    which extends the sign-in session.

    Returns:
        None if no sign-in session has this token, if the session was revoked or has expired, or if
        the user's account was deleted.
    """
    found = await _find_actor(session, UserSession, token, other_fields)
    if found is None or is_expired(found[1].expires_at):
        return None
    actor, row = await _add_second_factor(session, found[0]), found[1]
    if row.viewed_user_id is not None and not is_expired(row.viewing_until):
        viewed = await _find_viewed_user(session, actor, row, other_fields)
        if viewed is not None:
            return viewed
    return replace(
        actor, session_id=row.id, last_seen_at=row.last_seen_at, confirmed_at=row.confirmed_at
    )


async def authenticate_token(
    session: AsyncSession, secret: str, *, other_fields: ActorFields = NO_FIELDS
) -> Actor | None:
    """Return the owner of a valid access token, not deleted, as an actor with its scopes."""
    if not secret.startswith(policies.TOKEN_PREFIX):
        return None
    found = await _find_actor(session, AccessToken, secret, other_fields)
    if found is None or is_expired(found[1].expires_at):
        return None
    actor, row = await _add_second_factor(session, found[0]), found[1]
    return replace(
        actor, token_id=row.id, last_seen_at=row.last_used_at, scopes=frozenset(row.scopes)
    )


async def _find_actor(
    session: AsyncSession, credential: type[C], secret: str, other_fields: ActorFields
) -> tuple[Actor, C] | None:
    query = _select_owner(credential, tuple(other_fields.items()))
    result = await session.execute(query, {"token_hash": ids.hash_token(secret)})
    if (found := result.one_or_none()) is None:
        return None
    values = {name: getattr(found, name) for name in other_fields}
    return replace(build_actor(found[0]), **values), found[1]


# Built once, because building these statements takes several times as long as running them.
@cache
def _select_owner(credential: type[C], other_fields: tuple[tuple[str, FieldBuilder], ...]) -> Any:
    columns = [build(col(User.id)).label(name) for name, build in other_fields]
    query: Any = select(User, credential, *columns)
    return query.join(credential, col(credential.user_id) == col(User.id)).where(
        col(credential.token_hash) == bindparam("token_hash"),
        col(credential.revoked_at).is_(None),
        policies.is_active,
    )


@cache
def _select_user(other_fields: tuple[tuple[str, FieldBuilder], ...]) -> Any:
    columns = [build(col(User.id)).label(name) for name, build in other_fields]
    query: Any = select(User, *columns)
    return query.where(col(User.id) == bindparam("user_id"), policies.is_active)


async def _add_second_factor(session: AsyncSession, actor: Actor) -> Actor:
    """Return the actor with the field that tells whether they lack a required second factor."""
    if not actor.is_admin:
        return actor
    lacks = await policies.is_second_factor_required(
        session
    ) and not await policies.has_second_factor(session, actor.id)
    return replace(actor, lacks_second_factor=lacks)


async def _find_viewed_user(
    session: AsyncSession, viewer: Actor, row: UserSession, other_fields: ActorFields
) -> Actor | None:
    """Return the user as whom an administrator sees the site, as an actor that may only read.

    Returns:
        None if the administrator or the user has lost or gained rights since the view began.
    """
    query = _select_user(tuple(other_fields.items()))
    result = await session.execute(query, {"user_id": row.viewed_user_id})
    found = result.one_or_none()
    if found is None or not viewer.has_section(policies.USERS_SECTION):
        return None
    viewed = build_actor(found[0])
    if viewed.is_admin:
        return None
    values = {name: getattr(found, name) for name in other_fields}
    return replace(
        viewed,
        **values,
        viewer_id=viewer.user_id,
        viewing_until=row.viewing_until,
        session_id=row.id,
        scopes=frozenset({"read"}),
    )


async def find_actor_of_job(session: AsyncSession, user_id: int) -> Actor | None:
    """Return a user who is not signed in as an actor, or None if the account was deleted."""
    row = await session.scalar(select(User).where(col(User.id) == user_id, policies.is_active))
    return None if row is None else await _add_second_factor(session, build_actor(row))


def build_actor(user: User, *, ip_address: str = "") -> Actor:
    """Convert the row of a user to an `Actor` with all fields that accounts know."""
    return Actor(
        user_id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        is_admin=user.admin_since is not None,
        is_email_verified=user.email_verified_at is not None,
        joined_at=user.created_at,
        banned_at=user.banned_at if policies.is_banned(user) else None,
        banned_until=user.banned_until,
        ban_reason=user.ban_reason,
        default_feed=user.default_feed,
        has_ignored_keywords=bool(user.ignored_keywords),
        ip_address=ip_address,
        features=user.features,
        sections=frozenset() if user.admin_since is None else frozenset(user.admin_sections),
    )


def is_last_seen_update_due(actor: Actor) -> bool:
    """Return whether the caller should now call `record_last_seen` for the actor.

    The function returns True if the last stored use is at least `LAST_SEEN_INTERVAL` ago. It always
    returns False for guests, and for an administrator who sees the site as another user.
    """
    if actor.is_read_only or (actor.session_id is None and actor.token_id is None):
        return False
    return (
        actor.last_seen_at is None
        or actor.last_seen_at <= clock.now() - policies.LAST_SEEN_INTERVAL
    )


def is_expired(expires_at: datetime | None) -> bool:
    return expires_at is not None and expires_at <= clock.now()


async def get_own_user(session: AsyncSession, actor: Actor, *, for_update: bool = False) -> User:
    """Return the actor's row from the table of users."""
    if for_update:
        await session.flush()  # `populate_existing` would overwrite pending changes.
    user = await session.get(
        User,
        actor.id,
        with_for_update=statements.FOR_NO_KEY_UPDATE if for_update else None,
        populate_existing=for_update,
    )
    if user is None or user.deleted_at is not None:
        raise errors.make_unauthenticated_error()
    return user


async def find_actors(session: AsyncSession, user_ids: Iterable[int]) -> list[Actor]:
    """Return the users as actors, to check what they may do while they are not signed in."""
    condition = statements.is_one_of(col(User.id), user_ids)
    rows = await session.scalars(select(User).where(condition, policies.is_active))
    return [build_actor(row) for row in rows]


def normalize_login(login: str) -> str:
    """Return the form in which an email or username is looked up, the same for all spellings."""
    name = login.strip()
    if "@" in name:
        return clean_search_term(name, max_length=policies.EMAIL_MAX_LENGTH).lower()
    return name.lower() if name.isascii() else name


async def find_user_by_login(session: AsyncSession, login: str) -> User | None:
    """Return the user with this email or username, who may have a restorable account."""
    name = normalize_login(login)
    if "@" not in name and not is_slug(name):
        return None
    condition = (lower_email if "@" in name else lower_slug) == name
    query = select(User).where(condition, policies.is_active_or_restorable, not_(col(User.is_bot)))
    return (await session.scalars(query)).one_or_none()
