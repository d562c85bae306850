"""Tests of the language of search queries."""

import pytest
from hypothesis import given, strategies as st

from community.core.errors import Invalid
from community.domain.search.query import MAX_QUERY_LENGTH, MAX_TERMS, SearchQuery, parse_query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Running cats", SearchQuery(phrases=(("run",), ("cat",)), last_word="cats")),
        (
            '"Красные кошки" дом',
            SearchQuery(phrases=(("красн", "кошк"), ("дом",)), last_word="дом"),
        ),
        ("«красные кошки", SearchQuery(phrases=(("красн", "кошк"),))),
        ("tea -coffee", SearchQuery(phrases=(("tea",),), excluded=(("coffe",),))),
        (
            'tea -"black coffee"',
            SearchQuery(phrases=(("tea",),), excluded=(("black", "coffe"),)),
        ),
        ("re-read", SearchQuery(phrases=(("re", "read"),), last_word="read")),
        (
            "author:@Ada community:tea tag:green #hot x",
            SearchQuery(
                phrases=(("x",),),
                author="ada",
                community="tea",
                tags=("green", "hot"),
                last_word="x",
            ),
        ),
        ('автор:ada тег:"зелёный чай"', SearchQuery(author="ada", tags=("зелёный чай",))),
        ("-author:ada", SearchQuery(excluded=(("ada",),))),
        ("author:", SearchQuery()),
        ("c++ c#", SearchQuery(phrases=(("c++",), ("c#",)), last_word="c#")),
        ("cat cat", SearchQuery(phrases=(("cat",),), last_word="cat")),
        ("東京都", SearchQuery(phrases=(("東京", "京都"),), last_word="京都")),
    ],
)
def test_a_query_is_parsed(text: str, query: SearchQuery) -> None:
    assert parse_query(text) == query


@pytest.mark.parametrize("text", ["", "   ", '""', "-", "- -", "#", '"', "-coffee", "***"])
def test_a_query_without_a_condition_is_empty(text: str) -> None:
    assert not parse_query(text)


def test_a_long_query_is_refused() -> None:
    with pytest.raises(Invalid):
        parse_query("a" * (MAX_QUERY_LENGTH + 1))


def test_a_query_has_a_limited_number_of_words() -> None:
    query = parse_query(" ".join(f"w{number}" for number in range(40)))
    assert len(query.phrases) == MAX_TERMS


@given(st.text(max_size=MAX_QUERY_LENGTH))
def test_every_text_is_a_query(text: str) -> None:
    query = parse_query(text)
    for phrase in (*query.phrases, *query.excluded):
        assert phrase
        assert all(phrase)
