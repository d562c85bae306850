"""The index of names: the words of the names of users and communities, of tags and of titles.

Suggestions find names by words and by their beginnings. The index may contain names that no user
may see any more, because every query joins it with what the viewer may read.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import and_, delete, func, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.statements import insert
from community.core.text.normalization import MAX_WORD_LENGTH, normalize_word
from community.core.text.stems import find_words
from community.domain import accounts, communities, people, posts
from community.domain.accounts import AccountDeleted, AccountRestored
from community.models import Community, Post, SearchName, SearchWord, User

# More words are in no name or title of a human.
MAX_WORDS: Final = 40
STEP_SIZE: Final = 300
RANKS_STEP_SIZE: Final = 2_000


class NameKind(StrEnum):
    COMMUNITY = "community"
    POST = "post"
    TAG = "tag"
    USER = "user"


PostChanged = (
    posts.PostPublished
    | posts.PostEdited
    | posts.PostRestored
    | posts.PostHeld
    | posts.PostUnpublished
    | posts.PostDeleted
)
UserNamed = accounts.AccountRegistered | people.ProfileChanged | AccountDeleted | AccountRestored
CommunityNamed = communities.CommunityCreated | communities.CommunityEdited


def find_name_words(text: str) -> list[str]:
    """Return the different words of a name in their order, as the index contains them."""
    found = (normalize_word(text[word.start : word.end]) for word in find_words(text))
    return list(dict.fromkeys(word[:MAX_WORD_LENGTH] for word in found if word))[:MAX_WORDS]


async def index_post(session: AsyncSession, event: PostChanged) -> None:
    post = await posts.find(session, event.post_id)
    if post is not None:
        await _index_post(session, post)


async def index_user(session: AsyncSession, event: UserNamed) -> None:
    user = await people.find_user(session, event.user_id)
    await _store(session, NameKind.USER, event.user_id, *_describe_user(user))


async def index_community(session: AsyncSession, event: CommunityNamed) -> None:
    community = await communities.get_community(session, event.community_id)
    await _store(session, NameKind.COMMUNITY, community.id, *_describe_community(community))


async def index_names(session: AsyncSession, kind: str, after: int = 0) -> int | None:
    """Run one step of the job that indexes all names of a kind. Indexing posts updates their tags.

    Returns:
        The last id of this step, or None at the end.
    """
    model: Any = {NameKind.USER: User, NameKind.COMMUNITY: Community}.get(NameKind(kind), Post)
    key = col(model.id)
    ids = list(await session.scalars(select(key).where(key > after).order_by(key).limit(STEP_SIZE)))
    for target_id in ids:
        if kind == NameKind.POST:
            if (post := await posts.find(session, target_id)) is not None:
                await _index_post(session, post)
        elif kind == NameKind.USER:
            user = await people.find_user(session, target_id)
            await _store(session, NameKind.USER, target_id, *_describe_user(user))
        else:
            community = await communities.get_community(session, target_id)
            await _store(session, NameKind.COMMUNITY, target_id, *_describe_community(community))
    return ids[-1] if len(ids) == STEP_SIZE else None


async def list_changed_ranks(
    session: AsyncSession, kind: NameKind, after: int
) -> tuple[dict[int, int], int | None]:
    """Find users or communities whose ranks in the index are outdated.

    Only names that are in the index have ranks. Counters of followers and members change too often
    for an event to update them.

    Returns:
        The new ranks by the ids of the next users or communities, and the last id that was
        compared, or None at the end.
    """
    is_user = kind is NameKind.USER
    key = col(User.id if is_user else Community.id)
    is_same = (col(SearchName.kind) == kind, col(SearchName.target_id) == key)
    rank = select(func.max(SearchName.rank)).where(*is_same).scalar_subquery()
    count = col(User.followers_count if is_user else Community.members_count)
    query = select(key, count, rank).where(key > after).order_by(key).limit(RANKS_STEP_SIZE)
    rows = (await session.execute(query)).all()
    changed = {
        row[0]: row[1].bit_length() for row in rows if row[2] not in {None, row[1].bit_length()}
    }
    return changed, rows[-1][0] if len(rows) == RANKS_STEP_SIZE else None


async def update_rank(session: AsyncSession, kind: NameKind, target_id: int, rank: int) -> None:
    await session.execute(
        update(SearchName)
        .where(col(SearchName.kind) == kind, col(SearchName.target_id) == target_id)
        .values(rank=rank)
        .execution_options(synchronize_session=False)
    )


async def _index_post(session: AsyncSession, post: Post) -> None:
    words = find_name_words(post.title) if posts.is_published(post) else []
    await _store(session, NameKind.POST, post.id, words, 0)
    if words:
        for tag in sorted(post.tags):
            await _store_tag(session, tag, post.id)


def _describe_user(user: User | None) -> tuple[list[str], int]:
    """Return the words of a user and the rank. A deleted account has no words."""
    if user is None:
        return [], 0
    words = [user.slug.lower(), *find_name_words(user.slug), *find_name_words(user.name)]
    return list(dict.fromkeys(words)), user.followers_count.bit_length()


def _describe_community(community: Community) -> tuple[list[str], int]:
    words = [community.slug.lower(), *find_name_words(f"{community.slug} {community.name}")]
    return list(dict.fromkeys(words)), community.members_count.bit_length()


async def _store(
    session: AsyncSession, kind: NameKind, target_id: int, words: list[str], rank: int
) -> None:
    """Replace the words of a name. Without words, the name is not found."""
    is_target = (col(SearchName.kind) == kind, col(SearchName.target_id) == target_id)
    rows = (await session.execute(select(SearchName.word, SearchName.rank).where(*is_target))).all()
    if {(row[0], row[1]) for row in rows} == {(word, rank) for word in words}:
        return
    await session.execute(delete(SearchName).where(*is_target))
    if words:
        values = [
            {"kind": kind, "word": word, "rank": rank, "target_id": target_id, "tag": ""}
            for word in words
        ]
        await session.execute(insert(session, SearchName).values(values).on_conflict_do_nothing())
        await _count_uses(session, kind, words, target_id)
    await _delete_unused_words(session, kind, {row[0] for row in rows}.difference(words))


async def _delete_unused_words(session: AsyncSession, kind: NameKind, words: set[str]) -> None:
    """Delete those of the words that no name contains, so that no erased name stays."""
    if not words:
        return
    is_unused = and_(
        col(SearchWord.kind) == kind,
        # PostgreSQL could read all names for NOT EXISTS.
        select(SearchName.target_id)
        .where(col(SearchName.kind) == kind, col(SearchName.word) == col(SearchWord.word))
        .limit(1)
        .scalar_subquery()
        .is_(None),
    )
    # Another transaction may be adding a name with the word. The lock waits for it, so that the
    # next statement finds the name.
    query = select(SearchWord.word).where(col(SearchWord.word).in_(words), is_unused)
    unused = list(await session.scalars(query.order_by(col(SearchWord.word)).with_for_update()))
    if unused:
        await session.execute(
            delete(SearchWord)
            .where(col(SearchWord.word).in_(unused), is_unused)
            .execution_options(synchronize_session=False)
        )


async def _store_tag(session: AsyncSession, tag: str, post_id: int) -> None:
    """Add a tag to the index. Its rank follows from the posts that were published with it."""
    words = list(dict.fromkeys([tag[:MAX_WORD_LENGTH], *find_name_words(tag)]))
    uses = await _count_uses(session, NameKind.TAG, words[:1], post_id)
    is_tag = (
        col(SearchName.kind) == NameKind.TAG,
        col(SearchName.target_id) == 0,
        col(SearchName.tag) == tag,
    )
    rank = await session.scalar(select(SearchName.rank).where(*is_tag).limit(1))
    if rank is None:
        values = [
            {"kind": NameKind.TAG, "word": word, "rank": uses, "target_id": 0, "tag": tag}
            for word in words
        ]
        await session.execute(insert(session, SearchName).values(values).on_conflict_do_nothing())
        await _count_uses(session, NameKind.TAG, words[1:], post_id)
    elif rank != uses:
        await session.execute(update(SearchName).where(*is_tag).values(rank=uses))


async def _count_uses(
    session: AsyncSession, kind: NameKind, words: Iterable[str], number: int
) -> int:
    """Count names with these words. Return the highest result.

    The count is a logarithm: among the numbers of the names, the power of two of its value divides
    each time fewer.
    """
    requested = sorted(set(words))
    query = select(SearchWord.word, SearchWord.uses).where(
        col(SearchWord.kind) == kind, col(SearchWord.word).in_(requested)
    )
    # On PostgreSQL, a shared lock, so that no transaction deletes the words as unused.
    query = query.order_by(col(SearchWord.word)).with_for_update(read=True, key_share=True)
    rows = await session.execute(query)
    known = {row[0]: row[1] for row in rows}
    missing = [{"kind": kind, "word": word, "uses": 0} for word in requested if word not in known]
    if missing:
        await session.execute(insert(session, SearchWord).values(missing).on_conflict_do_nothing())
    for word, uses in known.items():
        if number % 2**uses == 0:
            known[word] += 1
            await session.execute(
                update(SearchWord)
                .where(col(SearchWord.kind) == kind, col(SearchWord.word) == word)
                .values(uses=uses + 1)
                .execution_options(synchronize_session=False)
            )
    return max(known.values(), default=0)
