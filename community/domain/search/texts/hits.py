"""Reads the ids of the texts that have the tokens of a query, in bounded time.

A database reads all entries of the lists of the tokens, if few texts are in all of them. Therefore
it reads only those of the rarest tokens, and the other tokens are looked for in the texts found.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.search.index import TokenQuery, token_index
from community.domain.search.texts.conditions import TextConditions

# SQLite reads about 50 million entries in a second.
MAX_SCANNED: Final = 300_000
# In so many texts at most, tokens are looked for one by one.
MAX_CHECKED: Final = 1_000
# The index is always read by two tokens, because the newest texts with one of them may not have the
# other one. If fewer texts than one in a thousand have a token, all of them can be examined.
RARE: Final = 0.001


def choose_scanned(query: TokenQuery, shares: Mapping[str, float], texts: int) -> TokenQuery:
    """Return the rarest tokens of a query, with which `texts` texts can be searched fast."""
    excluded = {token for tokens in query.excluded for token in tokens}
    if texts * sum(shares.get(token, 0.0) for token in query.tokens) <= MAX_SCANNED:
        return query
    chosen: list[str] = []
    entries = 0.0
    for token in sorted(query.required, key=lambda token: shares.get(token, 0.0)):
        entries += texts * shares.get(token, 0.0)
        is_needed = not chosen or (len(chosen) == 1 and shares.get(chosen[0], 0.0) > RARE)
        if entries > MAX_SCANNED and not is_needed:
            break
        chosen.append(token)
    entries += texts * sum(shares.get(token, 0.0) for token in excluded)
    is_cheap = entries <= MAX_SCANNED
    return TokenQuery(tuple(chosen), query.excluded if is_cheap else ())


class Hits:
    """The ids of the texts that have the tokens of a query, the highest first.

    Attributes:
        ids: Those that have been read.
        is_complete: Whether all texts with the tokens have been read.
    """

    def __init__(
        self,
        session: AsyncSession,
        conditions: TextConditions,
        query: TokenQuery,
        *,
        batch: int,
        before: int | None = None,
        max_checked: int | None = None,
    ) -> None:
        self._session = session
        self._query = query
        self._lower = conditions.after
        self._upper = self._next = min(conditions.before, before or conditions.before)
        self._scanned = choose_scanned(query, conditions.shares, self._upper - self._lower)
        self._batch = batch
        self._max_checked = MAX_CHECKED if max_checked is None else max_checked
        self._taken = self._checked = 0
        self._is_read = False
        self.ids: list[int] = []
        self.is_complete = False

    @property
    def is_taken(self) -> bool:
        """Whether `take` returns no more ids."""
        return self._is_read and self._taken == len(self.ids)

    async def take(self, count: int) -> list[int]:
        """Return at most so many of the next ids. There may be more if there are fewer."""
        if self._taken == len(self.ids) and not self._is_read:
            await self._read(max(count, self._batch))
        ids = self.ids[self._taken : self._taken + count]
        self._taken += len(ids)
        return ids

    def estimate_total(self) -> float:
        """Return how many texts have the tokens, if they are as frequent everywhere."""
        examined = self._upper - self._next
        return len(self.ids) * (self._upper - self._lower) / max(examined, 1)

    async def _read(self, count: int) -> None:
        if self._scanned != self._query:
            count = min(count, self._max_checked - self._checked)
        ids = await token_index.list_newest_ids(
            self._session, self._scanned, before=self._next, after=self._lower, limit=count
        )
        self.is_complete = self._is_read = len(ids) < count
        self._next = ids[-1] if ids else self._lower
        if self._scanned != self._query:
            self._checked += len(ids)
            self._is_read = self._is_read or self._checked == self._max_checked
            ids = await token_index.list_ids_among(self._session, self._query, ids)
        self.ids += ids
