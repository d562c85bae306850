"""Tests of the search for listed words and domains in texts."""

import time

import pytest

from community.core.text.markup import RenderedMessage
from community.domain.site.word_lists import WordList, find_domains


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("casino", "Visit our CASINO!"),
        ("casino", "c\u0430sin\u043e"),  # Cyrillic letters that look like Latin ones
        ("casino", "ca\u200bsino"),
        ("casino", "ca**si**no"),
        ("casino", "\uff43\uff41\uff53\uff49\uff4e\uff4f"),
        ("cafe", "A Café"),
        ("КАЗИНО", "наше казино."),
        ("казино", "к\u0061зинo"),  # Latin letters that look like Cyrillic ones
        ("елка", "Ёлка"),
        ("йод", "и\u0306од"),
        ("free money", "Get FREE\n money"),
        ("казин*", "в казинах"),
    ],
)
def test_words_are_found_in_any_case_and_form(entry: str, text: str) -> None:
    assert WordList([entry]).find_all(RenderedMessage(text).plain_text) == {entry}


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("ass", "class assembly"),
        ("рак", "барак и раки"),
        ("free money", "free the money"),
        ("йод", "иод"),
        (".*", "anything"),
        ("(a+)+$", "aaaa"),
        ("*", "anything"),
    ],
)
def test_only_whole_words_are_found(entry: str, text: str) -> None:
    assert not WordList([entry]).find_all(text)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("https://spam.example/x", True),
        ("[here](https://www.SPAM.example:8080/?q)", True),
        ("go to shop.spam.example today", True),
        ("https://notspam.example", False),
        ("https://spam.example.org", False),
        ("https://other.example/?u=spam.examples", False),
    ],
)
def test_domains_are_found_with_their_subdomains(text: str, is_found: bool) -> None:
    message = RenderedMessage(text)
    found = find_domains(message.plain_text, message.link_urls, ["spam.example"])
    assert bool(found) is is_found


@pytest.mark.parametrize(
    "text",
    ["a " * 5_000, "a\u0301\u0316" * 3_300, "\ufdfa" * 10_000, "a." * 5_000, "\u0430a" * 5_000],
)
def test_the_search_is_fast_for_any_text(text: str) -> None:
    words = WordList([*(f"a {number} b c d" for number in range(500)), *map(str, range(500)), "z*"])
    words.find_all("warm up")

    def measure_search() -> float:
        start = time.process_time()
        words.find_all(text)
        find_domains(text, [], [f"a{number}.example" for number in range(1_000)])
        return time.process_time() - start

    # The shortest of three times, because a garbage collection can fall into one of them.
    assert min(measure_search() for _ in range(3)) < 0.2
