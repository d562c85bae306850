"""Tests of the jobs that keep the search index complete."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community import jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import search
from community.domain.search import SearchRequest
from community.domain.search.index import IndexState, maintenance, tokens
from community.domain.search.texts import candidates
from community.jobs import update_search_index
from community.models import Post, SearchDocument
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_post,
    edit_post,
    publish_draft,
    publish_post,
    react,
    reply,
    restore_post,
    unpublish_post,
)
from tests.domain.search.test_results import list_found

STORED_ON_SQLITE = """
SELECT (SELECT sum(length(block)) FROM search_tokens_data)
    + (SELECT sum(length(c0)) FROM search_tokens_content)
"""
STORED_ON_POSTGRESQL = "SELECT sum(pg_column_size(tokens)) FROM search_tokens"


async def _get_state() -> IndexState:
    async with read_session() as session:
        return await maintenance.get_index_state(session)


async def test_the_end_of_a_long_text_is_found_after_the_job(cast: Cast) -> None:
    await publish_post(cast.alice, "Длинная", "вода " * 800 + "кошка")
    assert await list_found(cast.guest, "вода") == ["Длинная"]
    assert await list_found(cast.guest, "кошка") == []
    with clock.travel(timedelta(minutes=5)):
        state = await _get_state()
    assert (state.documents, state.outdated) == (1, 1)
    assert 300 <= state.delay_seconds < 400
    await jobs.run_due_jobs()
    assert await list_found(cast.guest, "кошка") == ["Длинная"]
    assert (await _get_state()).outdated == 0


async def test_the_size_of_the_index_is_known(cast: Cast) -> None:
    for number in range(20):
        title = f"Кошка {number}"
        await publish_post(cast.alice, title, " ".join(f"слово{n}" for n in range(500)))
    await jobs.run_due_jobs()
    size = (await _get_state()).size_bytes
    async with read_session() as session:
        is_sqlite = session.get_bind().dialect.name == "sqlite"
        stored = await session.scalar(text(STORED_ON_SQLITE if is_sqlite else STORED_ON_POSTGRESQL))
    assert size > stored * 0.7
    if is_sqlite:  # PostgreSQL also counts the space of deleted rows.
        assert size < stored * 3


async def test_texts_without_events_are_added_in_the_order_of_their_publication(
    cast: Cast,
) -> None:
    now = clock.now()
    for hours in (1, 30, 20):
        published_at = now - timedelta(hours=hours)
        await factories.post(cast.alice, f"Кошка {hours}", published_at=published_at)
    await update_search_index.add_missing_documents()
    await update_search_index.update_search_index()
    newest = await list_found(cast.guest, "кошка", sort=search.SearchSort.NEW)
    assert newest == ["Кошка 1", "Кошка 20", "Кошка 30"]


async def test_a_text_that_is_added_late_is_found_in_its_period(cast: Cast) -> None:
    await publish_post(cast.alice, "Новая кошка")
    week_ago = clock.now() - timedelta(days=7)
    await factories.post(cast.alice, "Старая кошка", published_at=week_ago)
    await update_search_index.add_missing_documents()
    await update_search_index.update_search_index()
    for period, titles in (
        ({"published_before": week_ago + timedelta(days=1)}, ["Старая кошка"]),
        ({"published_from": week_ago + timedelta(days=1)}, ["Новая кошка"]),
    ):
        assert await list_found(cast.guest, "кошка", **period) == titles


async def test_old_texts_with_the_word_in_the_title_or_many_reactions_are_found(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "WINDOW", 2)
    monkeypatch.setattr(tokens, "LEVELS", (1, 9))
    await publish_post(cast.alice, "О кошках")
    liked = await publish_post(cast.alice, "Любимое", "Кошка")
    await publish_post(cast.alice, "Прочее", "Кошка")
    for number in range(3):
        await publish_post(cast.alice, f"Новое {number}", "Кошка")
    await react(cast.bob, liked)
    newest = ["О кошках", "Новое 2", "Новое 1", "Новое 0"]
    assert sorted(await list_found(cast.guest, "кошка")) == sorted(newest)
    await update_search_index.update_recent_levels()
    assert sorted(await list_found(cast.guest, "кошка")) == sorted(["Любимое", *newest])


async def test_a_text_that_changes_while_it_is_indexed_is_indexed_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await publish_post(cast.alice, "Длинная", "вода " * 800 + "кошка")
    async with read_session() as session:
        read = await maintenance.list_outdated(session)
    await edit_post(cast.alice, post, text="вода " * 800 + "собака")
    async with unit_of_work() as session:
        assert await maintenance.write_outdated(session, read, {read[0].id: ["вод", "кошк"]}) == 0
    await jobs.run_due_jobs()
    assert await list_found(cast.guest, "собака") == ["Длинная"]
    assert await list_found(cast.guest, "кошка") == []


async def _get_document() -> SearchDocument:
    async with read_session() as session:
        return (await session.scalars(select(SearchDocument))).one()


@pytest.mark.parametrize("hide", [delete_post, unpublish_post])
async def test_the_document_of_a_hidden_post_contains_nothing_of_it(cast: Cast, hide: Any) -> None:
    post = await publish_post(cast.alice, "О кошках", "Кошка спит")
    visible = await _get_document()
    assert (visible.title_stems, visible.words_count) == ("о кошк", 4)
    await hide(cast.alice, post)
    hidden = await _get_document()
    assert (hidden.title_stems, hidden.words_count) == ("", 0)
    await (restore_post if hide is delete_post else publish_draft)(cast.alice, post)
    assert await _get_document() == visible


async def test_a_job_removes_the_content_of_hidden_documents(cast: Cast) -> None:
    post = await publish_post(cast.alice, "О кошках", "Кошка спит")
    async with unit_of_work() as session:
        (await session.get_one(Post, post.id)).status = "deleted"
        await maintenance.mark_batch_as_outdated(session, 0)
    await jobs.run_due_jobs()
    await update_search_index.update_search_index()
    hidden = await _get_document()
    assert (hidden.title_stems, hidden.words_count, hidden.outdated_at) == ("", 0, None)


async def test_documents_are_deleted_with_their_texts(cast: Cast) -> None:
    post = await publish_post(cast.alice, "Кошка")
    await reply(cast.bob, post, "Кошка")
    async with unit_of_work() as session:
        await _delete(session, post)
        assert (await session.scalars(select(SearchDocument))).all() == []
        page = await search.search(session, cast.guest, SearchRequest("кошка"))
    assert page.total == 0


async def _delete(session: AsyncSession, row: object) -> None:
    await session.delete(row)
    await session.flush()
