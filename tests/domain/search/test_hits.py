"""Tests of reading the index in bounded time."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.db import sessions as database
from community.domain.search import SearchSort, SearchType
from community.domain.search.index import TokenQuery, token_index, tokens
from community.domain.search.texts import candidates, hits
from community.domain.search.texts.hits import make_plan
from tests.cast import Cast
from tests.domain.actions import edit_post, publish_post, react, reply
from tests.domain.search.test_results import find, list_found

SHARES = {"rarest": 0.000_1, "rare": 0.000_5, "usual": 0.1, "common": 0.3, "commonest": 0.5}


@pytest.mark.parametrize(
    ("required", "excluded", "scanned", "is_excluded"),
    [
        (["commonest"], [], ["commonest"], False),
        (["commonest", "common", "usual"], [], ["usual", "common", "commonest"], False),
        (["commonest", "rarest", "common", "usual"], [], ["rarest", "usual"], False),
        (["commonest", "rare"], [], ["rare", "commonest"], False),
        (["rare", "unknown"], [], ["unknown", "rare"], False),
        (["common", "usual"], ["commonest"], ["usual", "common"], True),
        (["usual", "rarest"], ["common", "commonest"], ["rarest", "usual"], False),
    ],
)
def test_the_lists_of_common_tokens_are_not_read_for_a_rare_one(
    required: list[str], excluded: list[str], scanned: list[str], is_excluded: bool
) -> None:
    query = TokenQuery(tuple(required), tuple((token,) for token in excluded))
    plan = make_plan(query, SHARES)
    assert list(plan.scanned.required) == scanned
    assert plan.scanned.excluded == (query.excluded if is_excluded else ())


async def _publish(cast: Cast) -> None:
    for number in range(6):
        text = f"Общее {'редкое' * (number % 2)} {'лишнее' * (number == 3)}"
        post = await publish_post(cast.alice, f"Запись {number}", text)
        await reply(cast.bob, post, text)


@pytest.mark.parametrize("check_cost", [hits.CHECK_COST, 0.01])
@pytest.mark.parametrize("max_whole", [hits.MAX_WHOLE, 2, 0])
@pytest.mark.parametrize(("group_sizes", "max_ungrouped"), [((11, 15, 18), 2_000_000), ((0, 1), 0)])
async def test_all_ways_to_read_the_index_find_the_same(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    check_cost: float,
    group_sizes: tuple[int, ...],
    max_ungrouped: int,
    max_whole: int,
) -> None:
    monkeypatch.setattr(hits, "CHECK_COST", check_cost)
    monkeypatch.setattr(hits, "MAX_WHOLE", max_whole)
    monkeypatch.setattr(token_index, "GROUP_SIZES", group_sizes)
    monkeypatch.setattr(token_index, "MAX_UNGROUPED", max_ungrouped)
    await _publish(cast)
    query = "общее редкое -лишнее"
    found = await list_found(cast.guest, query, type=SearchType.POST, sort=SearchSort.NEW)
    assert found == ["Запись 5", "Запись 1"]
    assert len(await list_found(cast.guest, query)) == 4
    assert len(await list_found(cast.guest, query, author=cast.bob.slug)) == 2
    assert await list_found(cast.guest, "общее редкое нет") == []


async def test_shares_are_those_of_the_newest_complete_group(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_index, "GROUP_SIZES", (2, 4))
    await _publish(cast)
    words = tokens.find_text_tokens("общее лишнее")[:2]
    async with database.read_session() as session:
        # The groups of four texts begin with the ids 4 and 8, and "лишнее" is in the texts 7 and 8.
        shares = await token_index.find_shares(session, words, 12)
        former_shares = await token_index.find_shares(session, words, 10)
    assert list(shares.values()) == [1, 0.25]
    assert list(former_shares.values()) == [1, 0.25]


@pytest.mark.parametrize(
    ("max_scanned", "check_cost", "titles"),
    [(200, hits.CHECK_COST, ["Запись 5", "Запись 4"]), (2, 0.01, ["Запись 5", "Запись 4"])],
)
async def test_a_search_reads_a_limited_number_of_entries(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    max_scanned: int,
    check_cost: float,
    titles: list[str],
) -> None:
    monkeypatch.setattr(hits, "MAX_SCANNED", max_scanned)
    monkeypatch.setattr(hits, "CHECK_COST", check_cost)
    monkeypatch.setattr(candidates, "MAX_SCANNED", 0)
    monkeypatch.setattr(token_index, "MAX_UNGROUPED", 0)
    await _publish(cast)
    newest = await list_found(cast.guest, "общее запись", sort=SearchSort.NEW)
    assert newest == titles
    page = await find(cast.guest, "общее запись")
    assert 0 < len(page.items) < 6
    assert page.has_more_than_total


async def test_only_titles_are_searched_if_many_have_the_words(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MANY_TITLES", 1)
    monkeypatch.setattr(candidates, "TITLE_WINDOW", 2)
    monkeypatch.setattr(tokens, "LEVELS", (1, 25, 125))
    with clock.travel(-timedelta(days=400)):
        liked = await publish_post(cast.alice, "Кошка любимая", "Да")
        await publish_post(cast.alice, "Кошка забытая", "Да")
    await react(cast.bob, liked)
    await edit_post(cast.alice, liked, text="Нет")  # writes the token of the level
    for number in range(3):
        await publish_post(cast.alice, f"Кошка {number}", "Да")
    await publish_post(cast.alice, "Новое", "Кошка")
    newest_and_liked = ["Кошка 2", "Кошка 1", "Кошка 0", "Кошка любимая"]
    assert await list_found(cast.guest, "кошка") == newest_and_liked
    assert (await find(cast.guest, "кошка")).has_more_than_total
    # Few titles may meet other conditions, therefore they do not come first.
    assert "Новое" in await list_found(cast.guest, "кошка", author=cast.alice.slug)
    assert "Новое" in await list_found(cast.guest, "кошка", sort=SearchSort.DISCUSSED)


@pytest.mark.parametrize("max_whole", [0, 1_000])
async def test_results_do_not_depend_on_how_many_hits_a_database_reads_at_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, max_whole: int
) -> None:
    monkeypatch.setattr(hits, "MAX_WHOLE", max_whole)
    monkeypatch.setattr(candidates, "WINDOW", 1)
    monkeypatch.setattr(candidates, "MAX_LISTED", 4)
    monkeypatch.setattr(candidates, "MAX_SCANNED", 0)
    monkeypatch.setattr(tokens, "LEVELS", (1, 25, 125))
    liked = await publish_post(cast.alice, "Старое", "Да")
    await react(cast.bob, liked)
    await edit_post(cast.alice, liked, text="Общее")  # writes the token of the level
    await _publish(cast)
    # Among more than a few hits, popular ones are only found by the index, which is not read here.
    assert "Старое" not in await list_found(cast.guest, "общее")
    monkeypatch.setattr(candidates, "MAX_LISTED", 100)
    assert "Старое" in await list_found(cast.guest, "общее")
