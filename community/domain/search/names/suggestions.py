"""Suggestions for the search field: what has a name that begins with the text typed so far."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community import urls
from community.core.actor import Actor
from community.core.read_models import ReadModel
from community.core.text.normalization import clean_search_term
from community.domain import communities, follows
from community.domain.communities import CommunitySummary
from community.domain.people import UserSummary, find_user_summaries, is_listed
from community.domain.search.names.name_index import NameKind
from community.domain.search.names.names import NameHit, WantedNames, search_names
from community.domain.search.query import MAX_QUERY_LENGTH
from community.models import User

MAX_SUGGESTED: Final = {
    NameKind.USER: 3,
    NameKind.COMMUNITY: 3,
    NameKind.TAG: 3,
    NameKind.POST: 5,
}
# With fewer letters, the suggestions would be arbitrary.
MIN_LENGTH: Final = 2


class SuggestedTag(ReadModel):
    name: str
    url: str


class SuggestedPost(ReadModel):
    id: int
    title: str
    url: str


class Suggestions(ReadModel):
    """What is suggested for a text."""

    q: str = ""  # the text, so that the browser ignores the suggestions for another one
    people: list[UserSummary] = []
    communities: list[CommunitySummary] = []
    tags: list[SuggestedTag] = []
    posts: list[SuggestedPost] = []


async def suggest(
    session: AsyncSession, actor: Actor, q: str, *, kinds: Sequence[NameKind] = tuple(NameKind)
) -> Suggestions:
    """Return the users, communities, tags and posts whose names begin with the words of a text.

    A text that begins with `@` finds only users, and one that begins with `#` only tags.
    """
    text = clean_search_term(q, max_length=MAX_QUERY_LENGTH)
    if len(text.lstrip("@#")) < MIN_LENGTH:
        return Suggestions(q=q)
    if text.startswith("@"):
        kinds = (NameKind.USER,)
    elif text.startswith("#"):
        kinds = (NameKind.TAG,)
    of_users = [is_listed, follows.build_ignored_author_filter(actor, col(User.id))]
    wanted = [
        WantedNames(kind, MAX_SUGGESTED[kind], of_users if kind is NameKind.USER else [])
        for kind in kinds
    ]
    hits = await search_names(session, actor, text, wanted)
    return await _load(session, q, hits)


async def _load(session: AsyncSession, q: str, hits: dict[NameKind, list[NameHit]]) -> Suggestions:
    users, found = hits.get(NameKind.USER, []), hits.get(NameKind.COMMUNITY, [])
    people = await find_user_summaries(session, [hit.id for hit in users])
    summaries = await communities.find_summaries(session, [hit.id for hit in found])
    return Suggestions(
        q=q,
        people=[people[hit.id] for hit in users if hit.id in people],
        communities=[summaries[hit.id] for hit in found if hit.id in summaries],
        tags=[
            SuggestedTag(name=hit.name, url=urls.tag(hit.name))
            for hit in hits.get(NameKind.TAG, [])
        ],
        posts=[
            SuggestedPost(id=hit.id, title=hit.name, url=urls.post(hit.id, hit.slug))
            for hit in hits.get(NameKind.POST, [])
        ],
    )
