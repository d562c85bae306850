"""Tests of the search for ignored keywords: which texts contain a keyword and which do not."""

import pytest

from community.core.text.keywords import find_texts_without_keywords

MATCHING = [
    ("crypto", "Crypto is back"),
    ("CRYPTO", "about crypto."),
    ("election", "The elections are near"),
    ("elections", "An election is near"),
    ("hope", "Hoping for rain"),
    ("sky", "Clear skies ahead"),
    ("possibility", "Endless possibilities"),
    ("happiness", "Happiness and bread"),
    ("celebrity news", "All the celebrity  news\nof today"),
    ("celebrity news", "Celebrities' news"),
    ("celebrity news", "celebrity\nnews"),
    ("machine-learning", "Machine learning at home"),
    ("machine learning", "#machine-learning"),
    ("don't", "I don't know"),
    ("c++", "Why C++ is hard"),
    ("node.js", "Node.js, again"),
    ("covid 19", "COVID-19 numbers"),
    ("2024", "In 2024, all changed"),
    ("политика", "Снова о политике"),
    ("политики", "Политику обсуждали"),
    ("война", "После войны"),
    ("выборы", "До выборов далеко"),
    ("футбол", "ФУТБОЛОМ увлёкся"),
    ("ёлка", "Елки и игрушки"),
    ("елка", "Купили ёлку"),
    ("новости спорта", "Новостей спорта нет"),
    ("naïve", "A NAÏVE question"),
    ("東京", "東京 is large"),
]
OTHER = [
    ("art", "A party at the artist's"),
    ("art", "Smart cartoons"),
    ("crypto", "Cryptography for beginners"),
    ("cat", "A category of its own"),
    ("news", "Something new"),
    ("celebrity news", "Celebrity. No news"),
    ("celebrity news", "News of a celebrity"),
    ("celebrity news", "A celebrity\n\nNews of the day"),
    ("c++", "Vitamin C"),
    ("c++", "abc++"),
    ("node.js", "nodexjs"),
    ("кот", "Который час"),
    ("война", "Воин вернулся"),
    ("рот", "Ротор и крот"),
    ("don't", "We do"),
]


@pytest.mark.parametrize(("keyword", "text"), MATCHING)
def test_a_keyword_is_found_in_any_form(keyword: str, text: str) -> None:
    assert find_texts_without_keywords([keyword], [text]) == []


@pytest.mark.parametrize(("keyword", "text"), OTHER)
def test_a_part_of_a_word_is_no_match(keyword: str, text: str) -> None:
    assert find_texts_without_keywords([keyword], [text]) == [0]


def test_texts_with_any_of_the_keywords_are_found() -> None:
    texts = ["On rye", "On cats", "On wheat", "О кошках"]
    assert find_texts_without_keywords(["cat", "кошка"], texts) == [0, 2]


def test_keywords_without_words_find_only_themselves() -> None:
    assert find_texts_without_keywords(["", " ", "🔥"], ["Warm", "🔥 News"]) == [0]
