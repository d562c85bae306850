"""The filter that excludes posts with ignored keywords.

The comparison runs in Python and not in SQL, because SQLite is case-insensitive only for Latin
letters, and PostgreSQL only for the letters of the locale of the database.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.text import text_workers
from community.core.text.keywords import find_texts_without_keywords
from community.domain import people, posts
from community.models import Post

# The product of the number of keywords and the number of characters that are searched on the event
# loop. In the worst case, a text in which all words resemble the keywords, this takes 20 ms. Longer
# texts are searched in a worker process.
MAX_WORK_ON_EVENT_LOOP = 60_000


class KeywordFilter:
    """Finds the posts that contain none of the given keywords.

    A keyword matches whole words, regardless of case and form, in the title, the introduction, the
    tags or the text of a post.
    """

    def __init__(self, keywords: Iterable[str]) -> None:
        self._keywords = [keyword for keyword in keywords if keyword.strip()]

    def __bool__(self) -> bool:
        return bool(self._keywords)

    async def find_allowed_ids(
        self, session: AsyncSession, rows: Sequence[Post], limit: int
    ) -> set[int]:
        """Return the ids of the first `limit` posts that contain no keyword.

        The function reads the texts of as few posts as possible, in batches of `limit` posts.
        """
        summaries = {post.id: "\n\n".join((post.title, post.intro, *post.tags)) for post in rows}
        allowed_summaries = await self._find_allowed_texts(summaries)
        candidates = [post.id for post in rows if post.id in allowed_summaries]
        allowed: set[int] = set()
        for start in range(0, len(candidates), limit):
            if len(allowed) >= limit:
                break
            texts = await posts.load_texts(session, candidates[start : start + limit])
            allowed |= await self._find_allowed_texts(texts)
        return allowed

    async def _find_allowed_texts(self, texts: dict[int, str]) -> set[int]:
        post_ids, bodies = list(texts), list(texts.values())
        if len(self._keywords) * sum(map(len, bodies)) <= MAX_WORK_ON_EVENT_LOOP:
            indexes = find_texts_without_keywords(self._keywords, bodies)
        else:
            indexes = await text_workers.find_texts_without_keywords(self._keywords, bodies)
        return {post_ids[index] for index in indexes}


async def load_keyword_filter(session: AsyncSession, actor: Actor) -> KeywordFilter | None:
    """Return the filter for the ignored keywords of the actor, or None if there are none."""
    return KeywordFilter(await people.get_ignored_keywords(session, actor)) or None
