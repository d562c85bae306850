"""Reads the ids of the texts that have the tokens of a query, in bounded time.

A database reads all entries of the lists of the tokens, if few texts are in all of them. Therefore
only so many of the newest texts are searched as the lengths of the lists allow, and the lists of
common tokens are not read if it is faster to look for these tokens in the texts found.
"""

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.search.index import TokenQuery, token_index
from community.domain.search.texts.conditions import TextConditions

# How many entries of the lists are read at most. SQLite reads about 50 million in a second.
MAX_SCANNED: Final = 1_000_000
# PostgreSQL looks in the other lists for each text with the rarest token, which takes as long as
# reading so many entries.
COMPARE_COST: Final = 80
# Looking for tokens in one text takes as long as reading so many entries.
CHECK_COST: Final = 1_500
# A database skips entries to find a text. This takes as long as reading so many of them.
SEEK_COST: Final = 600
# If about so many of all texts have the tokens, they are all read at once where that is faster.
MAX_WHOLE: Final = 800
# Words occur together more often than by chance, because texts differ in length and subject. This
# power of the share of a token is the share of the texts with it among those with another one.
CORRELATION: Final = 0.25
# A token that none of the counted texts has may be in so many of all texts.
MIN_SHARE: Final = 0.000_1


class Plan(NamedTuple):
    """How the texts with the tokens of a query are found."""

    scanned: TokenQuery  # the tokens whose lists are read
    rarest_share: float  # the share of the texts that have the rarest token
    entries_per_text: float  # how many entries of these lists there are for each text
    # What searching a text takes, in entries, with the other tokens that are looked for in hits
    cost_per_text: float


def make_plan(query: TokenQuery, shares: Mapping[str, float]) -> Plan:
    """Return the fastest way to search texts, of which `shares` have each token.

    The lists of the rarest tokens are read. If all lists are, there is nothing to look for in the
    texts found.
    """

    def get_share(token: str) -> float:
        return max(shares.get(token, 0.0), MIN_SHARE)

    required = sorted(query.required, key=get_share)
    excluded = dict.fromkeys(token for tokens in query.excluded for token in tokens)
    # Other lists are only read where a text has the rarest token.
    rarest = get_share(required[0])
    max_entries = rarest * SEEK_COST
    plans, entries, hits = list[Plan](), 0.0, 1.0
    for count, token in enumerate(required, start=1):
        share = get_share(token)
        entries += min(share, max_entries)
        hits *= share if count == 1 else share**CORRELATION
        is_all = count == len(required) and not excluded
        cost = entries if is_all else entries + hits * CHECK_COST
        plans.append(Plan(TokenQuery(tuple(required[:count])), rarest, entries, cost))
    if excluded:
        entries += sum(min(get_share(token), max_entries) for token in excluded)
        plans.append(Plan(TokenQuery(tuple(required), query.excluded), rarest, entries, entries))
    best = min(plans, key=lambda plan: plan.cost_per_text)
    if len(best.scanned.tokens) == 1:
        return best
    return best._replace(cost_per_text=max(best.cost_per_text, rarest * COMPARE_COST))


def estimate_share(query: TokenQuery, shares: Mapping[str, float]) -> float:
    """Return about which share of the texts has the required tokens."""
    rarest, *others = sorted(shares.get(token, 0.0) for token in query.required)
    return rarest * math.prod((share**CORRELATION for share in others), start=1.0)


class Hits:
    """The ids of the texts that have the tokens of a query, the highest first.

    Attributes:
        ids: Those that have been read.
        next: The texts with lower ids have not been searched.
        is_read: Whether no more are read, because there are none or because of the limit.
        is_complete: Whether all texts have been searched.

    Args:
        batch: How many hits are read at once.
        before: Only texts with lower ids are searched.
        shares: The share of the texts that have each token, if it is not that of the conditions.
        max_scanned: How many entries of the lists are read at most.
    """

    def __init__(
        self,
        session: AsyncSession,
        conditions: TextConditions,
        query: TokenQuery,
        *,
        batch: int,
        before: int | None = None,
        shares: Mapping[str, float] | None = None,
        max_scanned: int | None = None,
    ) -> None:
        self._session = session
        self._query = query
        self._lower = conditions.after
        self._last_id = conditions.last_id
        self._upper = min(conditions.before, before or conditions.before)
        self._plan = make_plan(query, conditions.shares if shares is None else shares)
        # Whether the other tokens are looked for in the texts found
        self._is_checked = set(self._plan.scanned.tokens) != set(query.tokens)
        self._batch = batch
        # The entries that may still be read
        self._remaining = float(MAX_SCANNED if max_scanned is None else max_scanned)
        self._taken = 0
        self.ids: list[int] = []
        self.next = self._upper
        self.is_complete = self.is_read = False

    @property
    def is_taken(self) -> bool:
        return self.is_read and self._taken == len(self.ids)

    async def take(self, count: int) -> list[int]:
        """Return at most so many of the next ids. `is_taken` says whether there are more."""
        if self._taken == len(self.ids) and not self.is_read:
            await self._read(max(count, self._batch))
        ids = self.ids[self._taken : self._taken + count]
        self._taken += len(ids)
        return ids

    async def read_up_to(self, count: int) -> None:
        """Read more ids, until there are so many."""
        if not self.is_read and len(self.ids) < count:
            await self._read(count - len(self.ids))

    def estimate_total(self) -> float:
        """Return how many texts have the tokens, if they are as frequent everywhere.

        Only the ids that were taken count, because PostgreSQL may have read more than SQLite.
        """
        is_rest_read = self._taken < len(self.ids)
        lowest = self.ids[self._taken - 1] if is_rest_read else self.next
        examined = self._upper - lowest
        return self._taken * (self._upper - self._lower) / max(examined, 1)

    async def _read(self, count: int) -> None:
        if self._is_checked:
            count = min(count, max(int(self._remaining / CHECK_COST), 1))
        texts = int(self._remaining / self._plan.cost_per_text)
        after = max(self._lower, self.next - 1 - max(texts, 1))
        scan = token_index.Scan(
            self._plan.scanned,
            before=self.next,
            after=after,
            limit=count,
            last_id=self._last_id,
            max_share=self._plan.rarest_share,
            entries_per_text=self._plan.entries_per_text,
            max_whole=0 if self._is_checked else MAX_WHOLE,
        )
        ids, lowest = await token_index.list_newest_ids(self._session, scan)
        is_last = lowest <= after + 1
        former, self.next = self.next, lowest
        used = (former - self.next) * self._plan.cost_per_text
        if self._is_checked:
            used = max(used, len(ids) * CHECK_COST)
            ids = await token_index.list_ids_among(self._session, self._query, ids)
        self._remaining -= used
        self.is_complete = self.next <= self._lower + 1
        self.is_read = self.is_complete or is_last or self._remaining <= 0
        self.ids += ids
