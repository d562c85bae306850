"""Functions that find users by id, username (`slug`), former username or email."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import ColumnElement, bindparam, not_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import errors, ids
from community.core.actor import Actor
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.db.rows import RowSelection
from community.core.errors import NotFound
from community.core.id_lists import is_one_of
from community.core.text.normalization import clean_search_term
from community.domain.accounts import policies
from community.domain.accounts.authentication import build_actor
from community.domain.accounts.schemas import UserSummary
from community.domain.accounts.validation import is_slug
from community.i18n import gettext as _
from community.models import FormerSlug, User
from community.models.accounts import lower_email, lower_slug

# The largest id that the database can store. The database driver raises an error for larger
# numbers.
_MAX_ID = 2**63 - 1
MAX_SUGGESTIONS = 6
# Rows instead of entities, in statements that are built once: every list names users.
_SUMMARY_ROWS = RowSelection("_UserSummaryRow", policies.SUMMARY_COLUMNS)
_summaries_with_deleted = _SUMMARY_ROWS.select_from(User).where(
    col(User.id).in_(bindparam("ids", expanding=True))
)
_summaries = _summaries_with_deleted.where(policies.is_active)
_SLUG_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


async def get_user(session: AsyncSession, id_or_slug: int | str) -> User:
    """Return a user by id, slug or former slug.

    Args:
        id_or_slug: A string of digits is treated as an id.

    Raises:
        NotFound: The user does not exist, or the account was deleted.
    """
    user = await find_user(session, id_or_slug)
    if user is None and (slug := await find_current_slug(session, str(id_or_slug))) is not None:
        user = await find_user(session, slug)
    if user is None:
        raise make_user_not_found_error()
    return user


async def get_user_ids(session: AsyncSession, ids_or_slugs: Sequence[int | str]) -> list[int]:
    """Return the ids of users by ids, slugs or former slugs, in the given order.

    Runs one query, and two more for each former slug.

    Raises:
        NotFound: One of the users does not exist, or their account was deleted.
    """
    ids = {int(one) for one in ids_or_slugs if isinstance(one, int) or _is_number(one)}
    slugs = {one.lower() for one in ids_or_slugs if isinstance(one, str) and is_slug(one)}
    rows = await session.execute(
        select(User.id, lower_slug).where(
            or_(
                col(User.id).in_([user_id for user_id in ids if 0 < user_id <= _MAX_ID]),
                lower_slug.in_(slugs),
            ),
            policies.is_active,
        )
    )
    found: dict[str, int] = {}
    for user_id, slug in rows:
        found |= {str(user_id): user_id, slug: user_id}
    return [
        found.get(str(one).lower()) or (await get_user(session, one)).id for one in ids_or_slugs
    ]


async def find_user(session: AsyncSession, id_or_slug: int | str) -> User | None:
    """Return a user by id or slug, or None if there is no such user or the account was deleted."""
    if isinstance(id_or_slug, int) or _is_number(id_or_slug):
        if not 0 < int(id_or_slug) <= _MAX_ID:
            return None
        condition = col(User.id) == int(id_or_slug)
    elif is_slug(id_or_slug):
        condition = lower_slug == id_or_slug.lower()
    else:
        return None
    return (await session.scalars(select(User).where(condition, policies.is_active))).one_or_none()


async def get_own_user(session: AsyncSession, actor: Actor, *, for_update: bool = False) -> User:
    """Return the actor's row from the table of users.

    Args:
        for_update: Whether to lock the row until the end of the transaction.

    Raises:
        PermissionDenied: The actor is a guest, or their account was deleted. The error code is
            `unauthenticated`.
    """
    if for_update:
        await session.flush()  # `populate_existing` would overwrite pending changes.
    user = await session.get(
        User,
        actor.id,
        with_for_update=FOR_NO_KEY_UPDATE if for_update else None,
        populate_existing=for_update,
    )
    if user is None or user.deleted_at is not None:
        raise errors.make_unauthenticated_error()
    return user


async def lock_users(session: AsyncSession, user_ids: Iterable[int]) -> dict[int, User]:
    """Lock the rows of the users until the end of the transaction, and return them by id.

    The row with the lowest id is locked first. Without a fixed order, two transactions that lock
    the same users could deadlock.
    """
    rows = await session.scalars(
        select(User)
        .where(col(User.id).in_(user_ids), policies.is_active)
        .order_by(col(User.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return {row.id: row for row in rows}


async def adjust_posts_count(session: AsyncSession, user_id: int, delta: int) -> None:
    """Add `delta` to the number of posts on the user's profile."""
    await session.execute(
        update(User)
        .where(col(User.id) == user_id)
        .values(posts_count=User.posts_count + delta)
        .execution_options(synchronize_session=False)
    )


def normalize_login(login: str) -> str:
    """Return the email or username in the form in which it is looked up.

    All spellings that find the same email or the same username have the same result.
    """
    name = login.strip()
    if "@" in name:
        return clean_search_term(name, max_length=policies.EMAIL_MAX_LENGTH).lower()
    return name.lower() if name.isascii() else name


async def find_user_by_login(session: AsyncSession, login: str) -> User | None:
    """Return the user whose email or username equals `login`, the text from the sign-in form.

    Returns:
        None if there is no such user, or the account was deleted and can't be restored.
    """
    name = normalize_login(login)
    if "@" not in name and not is_slug(name):
        return None
    condition = (lower_email if "@" in name else lower_slug) == name
    query = select(User).where(condition, policies.is_active_or_restorable, not_(col(User.is_bot)))
    return (await session.scalars(query)).one_or_none()


async def find_current_slug(session: AsyncSession, former_slug: str) -> str | None:
    """Return the current username of the user who had the username `former_slug`, or None.

    Callers use the result to redirect (HTTP 301) from the former to the current URL.
    """
    if not is_slug(former_slug):
        return None
    return await session.scalar(
        select(User.slug)
        .join(FormerSlug, col(FormerSlug.target_id) == col(User.id))
        .where(
            col(FormerSlug.kind) == "user",
            col(FormerSlug.slug) == former_slug.lower(),
            policies.is_active,
        )
    )


async def find_user_summaries(
    session: AsyncSession, ids: Iterable[int], *, with_deleted: bool = False
) -> dict[int, UserSummary]:
    """Return a dictionary that maps user ids to summaries of the users.

    Runs one query. Unknown ids are missing from the dictionary, and so are deleted accounts unless
    `with_deleted` is set.
    """
    requested = set(ids)
    if not requested:
        return {}
    query = _summaries_with_deleted if with_deleted else _summaries
    rows = await _SUMMARY_ROWS.load(session, query, {"ids": list(requested)})
    return {row.id: to_user_summary(row) for row in rows}


async def find_users(session: AsyncSession, ids: Collection[int]) -> dict[int, User]:
    """Return the users with these ids whose accounts are not deleted, by id."""
    if not ids:
        return {}
    rows = await session.scalars(select(User).where(col(User.id).in_(ids), policies.is_active))
    return {row.id: row for row in rows}


async def find_users_by_slug(session: AsyncSession, slugs: Collection[str]) -> dict[str, User]:
    """Return a dictionary that maps lowercase slugs to users. Unknown slugs are missing from it.

    Args:
        slugs: Usernames in lowercase.
    """
    if not slugs:
        return {}
    rows = await session.scalars(select(User).where(lower_slug.in_(slugs), policies.is_active))
    return {row.slug.lower(): row for row in rows}


async def find_actors(session: AsyncSession, user_ids: Iterable[int]) -> list[Actor]:
    """Return the users as actors, to check what they may do while they are not signed in."""
    condition = is_one_of(session, col(User.id), user_ids)
    rows = await session.scalars(select(User).where(condition, policies.is_active))
    return [build_actor(row) for row in rows]


def to_user_summary(user: User) -> UserSummary:
    """Return what the site shows of a user.

    Args:
        user: The user, or a row with `SUMMARY_COLUMNS`.
    """
    is_deleted = user.deleted_at is not None
    if is_deleted and not (user.content_choice == "keep" and user.name):
        # Translators: shown in place of the name of the author of a post or comment.
        name = _("Deleted user")
    else:
        name = user.name
    return UserSummary(
        id=user.id,
        slug="" if is_deleted else user.slug,
        name=name,
        avatar=None if is_deleted else user.avatar,
        is_deleted=is_deleted,
        badge=None if is_deleted else find_shown_badge(user),
        name_style=None if is_deleted else find_shown_name_style(user),
        is_bot=user.is_bot,
    )


def find_shown_badge(user: User) -> str | None:
    """Return the badge beside the name of a user, or None if they have none or no plan for it."""
    has_badge = user.chosen_badge and policies.has_feature(user, policies.BADGE_FEATURE)
    return user.chosen_badge if has_badge else None


def find_shown_name_style(user: User) -> str | None:
    """Return the style of the name of a user, or None if they have none or no plan for it."""
    has_style = user.chosen_name_style and policies.has_feature(user, policies.NAME_STYLE_FEATURE)
    return user.chosen_name_style if has_style else None


async def suggest_users(
    session: AsyncSession, prefix: str, *conditions: ColumnElement[bool]
) -> list[UserSummary]:
    """Return up to `MAX_SUGGESTIONS` users whose slug starts with `prefix`, most followed first.

    Args:
        conditions: SQL conditions on `User` that the users must match as well.
    """
    if not 0 < len(prefix) <= policies.SLUG_MAX_LENGTH or not prefix.isascii():
        return []
    prefix = prefix.lower()
    if not set(prefix) <= _SLUG_CHARACTERS:
        return []
    rows = await session.scalars(
        select(User)
        .where(
            lower_slug >= prefix,
            lower_slug < prefix + "~",
            lower_slug.startswith(prefix, autoescape=True),
        )
        .where(policies.is_active, *conditions)
        .order_by(col(User.followers_count).desc(), col(User.id))
        .limit(MAX_SUGGESTIONS)
    )
    return [to_user_summary(row) for row in rows]


def make_user_not_found_error(**details: str) -> NotFound:
    return NotFound(_("No one here uses that name."), details=details)


def _is_number(id_or_slug: str) -> bool:
    return id_or_slug.isascii() and id_or_slug.isdigit() and len(id_or_slug) <= ids.MAX_ID_DIGITS
