"""Tests of what a search finds, and in which order."""

import json
from datetime import timedelta
from typing import Any

import pytest

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Invalid
from community.core.text import text_workers, worker_tasks
from community.domain import search
from community.domain.search import SearchPage, SearchRequest, SearchSort, SearchType
from community.domain.search.texts import phrases
from tests import factories
from tests.cast import Cast
from tests.domain.actions import edit_post, publish_post, react, reply


async def find(actor: Actor, q: str, *, cursor: str | None = None, **more: Any) -> SearchPage:
    limit = more.pop("limit", 20)
    async with read_session() as session:
        request = SearchRequest(q, **more)
        return await search.search(session, actor, request, cursor=cursor, limit=limit)


async def list_found(actor: Actor, q: str, **more: Any) -> list[str]:
    """Return the titles of the posts and the texts of the comments that a search finds."""
    items: list[Any] = (await find(actor, q, **more)).items
    return [item.target.title if item.type == "post" else item.target.text for item in items]


def list_keys(page: SearchPage) -> list[tuple[str, int]]:
    items: list[Any] = page.items
    return [(item.type, item.target.id) for item in items]


@pytest.mark.parametrize(
    "q",
    [
        "кошка",
        "кошкам",
        "КОШКИ котёл",
        "котел",
        '"рыжие кошки"',
        "breads",
        '"rye bread" котёл',
        '"the rye bread is"',
        "кошка -собака",
        "naive",
        "кошка author:alice",
        "кошка #питомцы",
        "日本",
        "author:alice",
    ],
)
async def test_posts_are_found_by_forms_of_their_words(cast: Cast, q: str) -> None:
    text = "Рыжие кошки и котёл. The rye bread is naïve. 日本語"
    await publish_post(cast.alice, "Животные", text, tags=["питомцы"])
    await publish_post(cast.bob, "Другое", "Собака ест хлеб")
    assert await list_found(cast.guest, q) == ["Животные"]


@pytest.mark.parametrize(
    "q",
    [
        "кот",
        '"кошки рыжие"',
        '"rye bread is"',
        "кошка -хлеб -bread",
        'кошка -"rye bread"',
        "кошка author:bob",
        "кошка author:unknown",
        "кошка community:nowhere",
        "кошка tag:собаки",
        "кошка OR собака",
        'кошка* "NEAR(',
        "' OR 1=1 -- кошка",
    ],
)
async def test_other_posts_are_not_found(cast: Cast, q: str) -> None:
    await publish_post(cast.alice, "Животные", "Рыжие кошки. Rye bread. Bread is new.")
    await publish_post(cast.bob, "Другое", "Собака ест хлеб")
    assert await list_found(cast.guest, q) == []


@pytest.mark.parametrize("q", ["", " ", "-кошка", '"" - ""', "author:", "*", "\x00", "к" * 201])
async def test_a_query_without_words_or_a_long_one_is_invalid(db: None, q: str) -> None:
    with pytest.raises(Invalid):
        await find(Cast.guest, q)


async def test_comments_are_found_with_their_place_and_an_excerpt(cast: Cast) -> None:
    post = await publish_post(cast.alice, "Рецепты")
    comment = await reply(cast.bob, post, "Пеките <b>ржаной</b> хлеб & пирог")
    page = await find(cast.guest, "хлеб ржаная")
    assert list_keys(page) == [("comment", comment.id)]
    item = page.items[0]
    assert "<mark>ржаной</mark>" in item.excerpt_html
    assert "<mark>хлеб</mark> &amp; пирог" in item.excerpt_html
    assert item.matches == 2
    assert item.target.url.endswith(str(comment.id))
    assert item.type == "comment"
    assert item.post.title == "Рецепты"
    assert (page.total, page.has_more_than_total) == (1, False)


async def test_a_title_precedes_newer_and_liked_texts(cast: Cast) -> None:
    with clock.travel(-timedelta(days=400)):
        await publish_post(cast.alice, "О кошках", "Пусто")
        liked = await publish_post(cast.alice, "Прочее", "Кошка спит")
    await publish_post(cast.alice, "Новое", "Кошка спит")
    assert await list_found(cast.guest, "кошка") == ["О кошках", "Новое", "Прочее"]
    for actor in (cast.bob, cast.charlie):
        await react(actor, liked)
    newest = await list_found(cast.guest, "кошка", sort=SearchSort.NEW)
    assert newest == ["Новое", "Прочее", "О кошках"]
    await reply(cast.bob, liked, "Да")
    discussed = await list_found(cast.guest, "кошка", sort=SearchSort.DISCUSSED)
    assert discussed == ["Прочее", "Новое", "О кошках"]


async def test_filters_limit_the_results(cast: Cast) -> None:
    bread = await factories.community(cast.olga, slug="bread")
    with clock.travel(-timedelta(days=10)):
        old = await publish_post(cast.alice, "Старая кошка", community_id=bread.id, tags=["a b"])
    new = await publish_post(cast.bob, "Новая кошка")
    await reply(cast.alice, old, "Кошка в комментарии")
    middle = clock.now() - timedelta(days=5)
    for filters, expected in (
        ({"type": SearchType.POST}, {old.title, new.title}),
        ({"type": SearchType.COMMENT}, {"Кошка в комментарии"}),
        ({"author": "alice"}, {old.title, "Кошка в комментарии"}),
        ({"author": str(cast.bob.user_id)}, {new.title}),
        ({"community": "bread"}, {old.title, "Кошка в комментарии"}),
        ({"tags": ["A B"]}, {old.title, "Кошка в комментарии"}),
        ({"tags": ["a b"], "type": SearchType.POST}, {old.title}),
        ({"published_before": middle}, {old.title}),
        ({"published_from": middle}, {new.title, "Кошка в комментарии"}),
        ({"has_image": True}, set()),
        ({"has_image": False, "author": "bob"}, {new.title}),
        ({"author": "unknown"}, set()),
    ):
        assert set(await list_found(cast.guest, "кошка", **filters)) == expected, filters


async def test_comments_of_a_post_that_moves_are_found_in_its_community(cast: Cast) -> None:
    bread, tea = [await factories.community(cast.olga, slug=slug) for slug in ("bread", "tea")]
    post = await publish_post(cast.alice, "Кошка", community_id=bread.id)
    await reply(cast.bob, post, "Кошка!")
    await edit_post(cast.alice, post, community_id=tea.id)
    for slug, count in (("bread", 0), ("tea", 2)):
        assert len(await list_found(cast.guest, "кошка", community=slug)) == count, slug


@pytest.mark.parametrize("is_job_done", [False, True])
async def test_comments_on_a_post_are_found_by_its_new_tags(cast: Cast, is_job_done: bool) -> None:
    post = await publish_post(cast.alice, "Кошка", tags=["звери", "дом"])
    await reply(cast.bob, post, "Кошка!")
    await edit_post(cast.alice, post, tags=["дом", "питомцы"])
    if is_job_done:
        await jobs.run_due_jobs()
    for tag, count in (("звери", 0), ("дом", 2), ("питомцы", 2)):
        assert len(await list_found(cast.guest, "кошка", tags=[tag])) == count, tag
    assert len(await list_found(cast.guest, "tag:питомцы")) == 2
    assert await list_found(cast.guest, "питомцы") == ["Кошка"]


@pytest.mark.parametrize("sort", list(SearchSort))
async def test_pages_contain_each_result_once(cast: Cast, sort: SearchSort) -> None:
    for number in range(5):
        post = await publish_post(cast.alice, f"Кошка {number}")
        await reply(cast.bob, post, "Кошка")
    found, cursor = [], None
    for _ in range(4):
        page = await find(cast.guest, "кошка", sort=sort, cursor=cursor, limit=3)
        found += list_keys(page)
        assert page.total == 10
        cursor = page.next_cursor
    assert cursor is None
    assert len(found) == len(set(found)) == 10
    everything = await find(cast.guest, "кошка", sort=sort)
    assert found == list_keys(everything)


@pytest.mark.parametrize(("max_characters", "runs"), [(37, 0), (36, 1)])
async def test_phrases_in_many_characters_are_found_in_a_worker_process(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, max_characters: int, runs: int
) -> None:
    for title, text in (("A", "The rye bread is."), ("B", "The rye. Rye bread")):
        await publish_post(cast.alice, title, text)
    calls = []

    async def run(task: str, *arguments: Any, size: int) -> Any:
        calls.append((task, size))
        return worker_tasks.TASKS[task](*json.loads(json.dumps(arguments)))

    monkeypatch.setattr(phrases, "MAX_CHARACTERS_ON_EVENT_LOOP", max_characters)
    monkeypatch.setattr(text_workers.get_pool(), "run", run)
    assert await list_found(cast.guest, '"the rye bread"') == ["A"]
    assert calls == [("find_phrases", 37)] * runs
