"""Tests of the tokens of the search index."""

import pytest
from hypothesis import given, strategies as st

from community.core.text.stems import find_stems
from community.domain.search.index import tokens
from community.domain.search.query import parse_query


def test_a_text_has_stems_and_pairs() -> None:
    assert tokens.find_text_tokens("Красные кошки, красные!") == [
        "красн",
        "кошк",
        "красн_кошк",
        "кошк_красн",
    ]


def test_filters_differ_from_words() -> None:
    filters = [
        tokens.make_author_filter(7),
        tokens.make_community_filter(7),
        *tokens.make_title_marks(["кошк"]),
        *tokens.make_tag_filters(["Зелёный чай", "7"]),
    ]
    assert filters == ["author:7", "community:7", "title:кошк", "tag:зелёный_20_чай", "tag:7"]
    assert not set(filters) & set(tokens.find_text_tokens(" ".join(filters)))


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("the black cat", True),
        ("Black, cats", True),
        ("cat black", False),
        ("black dog cat", False),
    ],
)
def test_a_phrase_is_found_by_its_pairs(text: str, is_found: bool) -> None:
    [phrase] = parse_query('"black cat"').phrases
    assert (set(tokens.find_phrase_tokens(phrase)) <= {*tokens.find_text_tokens(text)}) == is_found


@given(st.text(max_size=80), st.text(max_size=80))
def test_every_part_of_a_text_finds_it(before: str, part: str) -> None:
    text = f"{before} {part} end"
    known = {*tokens.find_text_tokens(text)}
    for stem in tokens.find_phrase_tokens(tuple(find_stems(part))):
        assert stem in known
