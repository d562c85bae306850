"""Tests of the excerpts of search results."""

import pytest
from hypothesis import given, strategies as st

from community.core.text.stems import find_stems
from community.domain.search.texts.excerpts import EXCERPT_LENGTH, Excerpt, make_excerpt


def find_matches(excerpt: Excerpt) -> list[str]:
    return [excerpt.text[start:end] for start, end in excerpt.matches]


def test_a_short_text_is_complete() -> None:
    excerpt = make_excerpt("Два кота и кошка", find_stems("коты кошки"))
    assert excerpt.text == "Два кота и кошка"
    assert find_matches(excerpt) == ["кота", "кошка"]


def test_the_best_part_contains_most_of_the_words() -> None:
    text = f"One cat here. {'Filler words. ' * 40}The black cat sleeps on a sofa. {'More. ' * 60}"
    excerpt = make_excerpt(text, find_stems("black cats sofa"))
    assert find_matches(excerpt) == ["black", "cat", "sofa"]
    assert excerpt.text.startswith("…")
    assert excerpt.text.endswith("…")
    assert "sleeps on" in excerpt.text


def test_without_a_match_the_excerpt_is_the_beginning() -> None:
    excerpt = make_excerpt("word " * 100, ["missing"])
    assert excerpt.text.startswith("word word")
    assert excerpt.matches == ()


def test_words_are_not_cut() -> None:
    excerpt = make_excerpt("longword " * 30 + "cat " + "longword " * 30, ["cat"])
    assert {*excerpt.text.strip("…").split()} == {"longword", "cat"}


def test_overlapping_pairs_are_one_match() -> None:
    excerpt = make_excerpt("私は東京都に住む", find_stems("東京都"))
    assert find_matches(excerpt) == ["東京都"]


@pytest.mark.parametrize("text", ["", " ", "\n", "a" * 1000, "а " * 5_000])
def test_any_text_has_an_excerpt(text: str) -> None:
    assert len(make_excerpt(text, ["a"]).text) <= EXCERPT_LENGTH + 2


@given(st.text(max_size=600), st.text(max_size=10))
def test_matches_are_words_of_the_query(text: str, query: str) -> None:
    stems = find_stems(query)
    excerpt = make_excerpt(text, stems)
    assert len(excerpt.text) <= EXCERPT_LENGTH + 2
    for match in find_matches(excerpt):
        assert set(find_stems(match)) & set(stems)
