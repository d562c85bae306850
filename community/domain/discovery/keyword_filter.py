"""The filter that excludes posts with ignored keywords.

The comparison runs in Python and not in SQL, because SQLite is case-insensitive only for Latin
letters, and PostgreSQL only for the letters of the locale of the database.
"""

import asyncio
import re
from collections.abc import Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Post, User

# Searching this many characters takes 2 ms for a few keywords and 10 ms for a hundred keywords.
# Longer texts are searched in a thread, because they would block the event loop.
MAX_CHARACTERS_ON_EVENT_LOOP = 200_000


class KeywordFilter:
    """Finds the posts that contain none of the given keywords.

    A keyword matches the beginning of a word, regardless of case, in the title, the introduction,
    the tags or the text of a post.
    """

    def __init__(self, keywords: Iterable[str]) -> None:
        # `str.__contains__` is many times faster than a regular expression. The expression only
        # checks whether a keyword that was found is at the beginning of a word.
        self._patterns = [
            (folded, re.compile(rf"(?<!\w){re.escape(folded)}"))
            for folded in map(_fold, keywords)
            if folded
        ]
        self._has_spaces = any(" " in keyword for keyword, _ in self._patterns)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    async def find_allowed_ids(
        self, session: AsyncSession, posts: Sequence[Post], limit: int
    ) -> set[int]:
        """Return the ids of the first `limit` posts that contain no keyword.

        The function reads the texts of as few posts as possible, in batches of `limit` posts.
        """
        candidates = [
            post
            for post in posts
            if not self._matches("\n".join((post.title, post.intro, *post.tags)))
        ]
        allowed: set[int] = set()
        for start in range(0, len(candidates), limit):
            if len(allowed) >= limit:
                break
            ids = [post.id for post in candidates[start : start + limit]]
            rows = await session.execute(select(Post.id, Post.text).where(col(Post.id).in_(ids)))
            allowed |= await self._find_allowed_texts(dict(rows.all()))
        return allowed

    async def _find_allowed_texts(self, texts: dict[int, str]) -> set[int]:
        def find() -> set[int]:
            return {post_id for post_id, text in texts.items() if not self._matches(text)}

        if sum(map(len, texts.values())) > MAX_CHARACTERS_ON_EVENT_LOOP:
            return await asyncio.to_thread(find)
        return find()

    def _matches(self, text: str) -> bool:
        folded = _fold(text) if self._has_spaces else text.casefold()
        return any(
            keyword in folded and pattern.search(folded) for keyword, pattern in self._patterns
        )


async def load_keyword_filter(session: AsyncSession, actor: Actor) -> KeywordFilter | None:
    """Return the filter for the keywords that the actor ignores.

    Returns:
        None if the actor is a guest or ignores no keywords.
    """
    if actor.user_id is None:
        return None
    keywords = await session.scalar(
        select(User.ignored_keywords).where(col(User.id) == actor.user_id)
    )
    return KeywordFilter(keywords or ()) or None


def _fold(text: str) -> str:
    """Return `text` in a form that ignores case, line breaks and repeated spaces."""
    return " ".join(text.casefold().split())
