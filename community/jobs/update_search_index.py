"""The jobs that complete the search index."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from community.core.db.sessions import read_session, unit_of_work
from community.core.text import stems as stemming, text_workers
from community.domain import search
from community.domain.search.index import OutdatedDocument, maintenance
from community.domain.search.names import name_index

# The stems of so many characters take 10 ms. Those of more are found in a worker process.
MAX_CHARACTERS_ON_EVENT_LOOP: Final = 10_000
RANKS_IN_TRANSACTION: Final = 50

FindStems = Callable[[Sequence[str]], Awaitable[list[list[str]]]]


async def find_stems(texts: Sequence[str]) -> list[list[str]]:
    """Return the stems of each text without blocking the event loop."""
    if sum(map(len, texts)) <= MAX_CHARACTERS_ON_EVENT_LOOP:
        return await find_stems_here(texts)
    return await text_workers.find_stems(texts)


async def find_stems_here(texts: Sequence[str]) -> list[list[str]]:
    return [stemming.find_stems(text) for text in texts]


async def index_batch(find: FindStems = find_stems) -> int:
    """Index the newest outdated documents. Return their number."""
    async with read_session() as session:
        documents = await maintenance.list_outdated(session)
    stems = await _find_stems_of(documents, find)
    if not documents:
        return 0
    async with unit_of_work() as session:
        return await maintenance.write_outdated(session, documents, stems)


async def update_search_index() -> None:
    while await index_batch():
        pass


async def update_recent_levels() -> None:
    """Let texts be indexed again that have recently got many reactions or comments."""
    async with unit_of_work() as session:
        start = await maintenance.get_newest_batch_start(session)
        await maintenance.mark_documents_with_changed_counts(session, start)
    await update_search_index()


async def update_all_levels() -> None:
    """Let all texts be indexed again that have got more or fewer reactions or comments."""
    position: int | None = 0
    while position is not None:
        async with unit_of_work() as session:
            position = await maintenance.mark_documents_with_changed_counts(session, position)
    await update_search_index()


async def add_missing_documents() -> None:
    """Add the texts that were stored without events, for example those of the demo content."""
    added = 1
    while added:
        async with unit_of_work() as session:
            added = await maintenance.add_missing_documents(session)


async def mark_all_as_outdated() -> None:
    position: int | None = 0
    while position is not None:
        async with unit_of_work() as session:
            position = await maintenance.mark_batch_as_outdated(session, position)


async def index_all_names(on_step: Callable[[], object]) -> None:
    """Index the names of users, communities and posts again."""
    for kind in (search.NameKind.USER, search.NameKind.COMMUNITY, search.NameKind.POST):
        position: int | None = 0
        while position is not None:
            async with unit_of_work() as session:
                position = await search.index_names(session, kind.value, position)
            on_step()


async def update_name_ranks() -> None:
    """Update the ranks of users and communities that have got more or fewer followers or members.

    A transaction updates few ranks, because it holds the write lock of SQLite.
    """
    for kind in (search.NameKind.USER, search.NameKind.COMMUNITY):
        position: int | None = 0
        while position is not None:
            async with read_session() as session:
                changed, position = await name_index.list_changed_ranks(session, kind, position)
            ranks = list(changed.items())
            for start in range(0, len(ranks), RANKS_IN_TRANSACTION):
                async with unit_of_work() as session:
                    for target_id, rank in ranks[start : start + RANKS_IN_TRANSACTION]:
                        await name_index.update_rank(session, kind, target_id, rank)


async def _find_stems_of(
    documents: Sequence[OutdatedDocument], find: FindStems
) -> dict[int, list[str]]:
    bodies = {row.id: row.text.body for row in documents if row.text is not None}
    return dict(zip(bodies, await find(list(bodies.values())), strict=True))
