"""Suggest users to mention or to invite while the actor types a name."""

from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import make_unauthenticated_error
from community.domain import comments, follows, people, posts
from community.domain.people import UserSummary
from community.domain.search.names.name_index import NameKind, find_name_words
from community.domain.search.names.names import WantedNames, has_words, search_names
from community.models import User

MAX_SUGGESTED_PEOPLE: Final = 8


async def suggest_people(
    session: AsyncSession, actor: Actor, *, q: str = "", post_id: int | None = None
) -> list[UserSummary]:
    """Return the users whose username or name begins with a text, at most eight.

    Users who take part in the discussion of a post come first, then those whom the actor follows,
    then the others by their followers. Banned and ignored users and the actor are left out. Without
    a text, only users of the first two groups are suggested.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    words = find_name_words(q)
    if q.strip() and not words:
        return []
    conditions = [
        people.is_listed,
        col(User.id) != actor.id,
        follows.build_ignored_author_filter(actor, col(User.id)),
    ]
    ids: dict[int, None] = {}
    if post_id is not None:
        participants = await _list_participants(session, actor, post_id, words, conditions)
        ids |= dict.fromkeys(participants)
    if len(ids) < MAX_SUGGESTED_PEOPLE:
        ids |= dict.fromkeys(await _list_followed(session, actor, words, conditions))
    if words and len(ids) < MAX_SUGGESTED_PEOPLE:
        wanted = WantedNames(NameKind.USER, 2 * MAX_SUGGESTED_PEOPLE, conditions)
        hits = await search_names(session, actor, q, [wanted])
        ids |= dict.fromkeys(hit.id for hit in hits[NameKind.USER])
    chosen = list(ids)[:MAX_SUGGESTED_PEOPLE]
    summaries = await people.find_user_summaries(session, chosen)
    return [summaries[user_id] for user_id in chosen if user_id in summaries]


async def _list_participants(
    session: AsyncSession,
    actor: Actor,
    post_id: int,
    words: list[str],
    conditions: list[ColumnElement[bool]],
) -> list[int]:
    post = await posts.get_readable(session, actor, post_id)
    participant_ids = await comments.list_latest_author_ids(session, post_id)
    candidates = list(dict.fromkeys([*participant_ids, post.author_id]))
    is_match = has_words(NameKind.USER, col(User.id), words)
    query = select(col(User.id)).where(col(User.id).in_(candidates), *is_match, *conditions)
    found = set(await session.scalars(query))
    return [user_id for user_id in candidates if user_id in found]


async def _list_followed(
    session: AsyncSession, actor: Actor, words: list[str], conditions: list[ColumnElement[bool]]
) -> list[int]:
    query = (
        select(col(User.id))
        .where(
            follows.build_followed_filter(actor, col(User.id)),
            *has_words(NameKind.USER, col(User.id), words),
            *conditions,
        )
        .order_by(col(User.followers_count).desc(), col(User.id))
        .limit(MAX_SUGGESTED_PEOPLE)
    )
    return list(await session.scalars(query))
