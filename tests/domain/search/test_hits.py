"""Tests of reading the index in bounded time."""

import pytest

from community.domain.search import SearchSort, SearchType
from community.domain.search.index import TokenQuery, token_index
from community.domain.search.texts import hits
from community.domain.search.texts.hits import choose_scanned
from tests.cast import Cast
from tests.domain.actions import publish_post, reply
from tests.domain.search.test_results import find, list_found

TEXTS = hits.MAX_SCANNED * 5 // 6
SHARES = {"rare": 0.0, "usual": 0.1, "common": 0.6, "is:comment": 0.7}


@pytest.mark.parametrize(
    ("required", "excluded", "scanned"),
    [
        (["common"], [], ["common"]),
        (["common", "usual"], [], ["common", "usual"]),
        (["common", "is:comment"], [], ["common", "is:comment"]),
        (["is:comment", "common", "usual"], [], ["usual", "common"]),
        (["is:comment", "common", "rare"], [], ["rare", "common"]),
        (["usual", "common"], ["is:comment"], ["usual", "common"]),
    ],
)
def test_the_index_is_read_by_the_rarest_tokens(
    required: list[str], excluded: list[str], scanned: list[str]
) -> None:
    query = TokenQuery(tuple(required), tuple((token,) for token in excluded))
    chosen = choose_scanned(query, SHARES, TEXTS)
    assert list(chosen.required) == scanned
    assert chosen.excluded == ()


async def _publish(cast: Cast) -> None:
    for number in range(6):
        text = f"Общее {'редкое' * (number % 2)} {'лишнее' * (number == 3)}"
        post = await publish_post(cast.alice, f"Запись {number}", text)
        await reply(cast.bob, post, text)


@pytest.mark.parametrize(
    ("max_scanned", "max_checked", "group_sizes"),
    [(hits.MAX_SCANNED, 2_000, (11, 15, 18)), (0, 2_000, (0, 1, 2)), (0, 12, (0, 1, 2))],
)
async def test_other_tokens_are_looked_for_in_the_hits(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    max_scanned: int,
    max_checked: int,
    group_sizes: tuple[int, ...],
) -> None:
    monkeypatch.setattr(hits, "MAX_SCANNED", max_scanned)
    monkeypatch.setattr(hits, "MAX_CHECKED", max_checked)
    monkeypatch.setattr(token_index, "GROUP_SIZES", group_sizes)
    await _publish(cast)
    query = "общее редкое -лишнее"
    found = await list_found(cast.guest, query, type=SearchType.POST, sort=SearchSort.NEW)
    assert found == ["Запись 5", "Запись 1"]
    assert len(await list_found(cast.guest, query)) == 4
    assert len(await list_found(cast.guest, query, author=cast.bob.slug)) == 2
    assert await list_found(cast.guest, "общее редкое нет") == []


async def test_a_search_stops_after_many_texts_without_the_other_tokens(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hits, "MAX_SCANNED", 0)
    monkeypatch.setattr(hits, "MAX_CHECKED", 2)
    await _publish(cast)
    page = await find(cast.guest, "общее -редкое")
    assert len(page.items) <= 2
    assert page.has_more_than_total
