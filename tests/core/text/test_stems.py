"""Tests of the words that a search compares."""

import unicodedata

import pytest
from hypothesis import example, given, strategies as st

from community.core.text.normalization import MAX_WORD_LENGTH
from community.core.text.stems import contains_phrase, find_matching_words, find_stems, find_words


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Кошка", "кошками"),
        ("ёлка", "Елки"),
        ("за\u0301мок", "замок"),
        ("running", "RUNS"),
        ("Café", "cafe"),
        ("naïve", "nai\u0308ve"),
        ("Straße", "STRASSE"),
        ("ﬁne", "fine"),
        ("ＡＢＣ", "abc"),
        ("don’t", "don't"),
        ("שָׁלוֹם", "שלום"),
        ("İstanbul", "istanbul"),
    ],
)
def test_forms_of_a_word_have_the_same_stem(text: str, other: str) -> None:
    assert find_stems(text) == find_stems(other)
    assert len(find_stems(text)) == 1


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("йогурт", "иогурт"),
        ("c++", "c"),
        ("c#", "c"),
        ("кот", "код"),
        ("їжак", "жак"),
        ("हिंदी", "हद"),
    ],
)
def test_different_words_have_different_stems(text: str, other: str) -> None:
    assert find_stems(text) != find_stems(other)
    assert len(find_stems(text)) == 1


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("Hello, snake_case: node.js!", ["hello", "snake", "case", "node", "js"]),
        ("C# и C++, #тег", ["c#", "и", "c++", "тег"]),
        ("東京都", ["東京", "京都"]),
        ("猫", ["猫"]),
        ("iPhone手機", ["iphon", "手機"]),
        ("สวัสดี", ["สว", "วั", "ัส", "สด", "ดี"]),
        ("2026-й год", ["2026", "й", "год"]),
        ("... — !? \x00", []),
        ("", []),
    ],
)
def test_a_text_is_split_into_words(text: str, stems: list[str]) -> None:
    assert find_stems(text) == stems


def test_words_know_their_place_in_the_text() -> None:
    text = "Две «кошки» в 東京都"
    assert [text[word.start : word.end] for word in find_words(text)] == [
        "Две",
        "кошки",
        "в",
        "東京",
        "京都",
    ]


@given(st.text(max_size=200))
@example("ﷺ ゛ ͺb ﱞ")
def test_stems_can_be_stored_and_joined(text: str) -> None:
    for word in find_words(text):
        assert word.stem
        assert not set(word.stem) & set(' _:^"*')
        assert 0 <= word.start < word.end <= len(text)


@given(st.text(alphabet="aéйёА́ıß漢ก'’ ", max_size=60))
def test_composition_does_not_change_the_words(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert find_stems(composed) == find_stems(decomposed)


@pytest.mark.parametrize("word", ["a", "\u0301\u0323", "щ", "a'"])
def test_only_the_beginning_of_long_words_is_normalized(
    word: str, normalized_lengths: list[int]
) -> None:
    text = word * 50_000
    # Case folding and the decomposition of a letter make a word at most this much longer.
    assert all(len(stem) <= 4 * MAX_WORD_LENGTH for stem in find_stems(text))
    assert max(normalized_lengths, default=0) <= 4 * MAX_WORD_LENGTH


@given(
    st.lists(
        st.one_of(
            st.text(alphabet="abdeyéßёеийкно́ıß漢ก'’_+#1 ﬁ", max_size=8),
            st.sampled_from(["dying", "C++", "Кошки", "naïve", "d’été", "happy", "skies", "c#"]),
        ),
        max_size=12,
    ),
    st.sampled_from([" ", "-", "'", "_", ""]),
    st.sets(st.integers(0, 30), max_size=3),
)
def test_matching_words_are_those_with_the_stems(
    parts: list[str], separator: str, choices: set[int]
) -> None:
    text = separator.join(parts)
    words = list(find_words(text))
    stems = {words[choice % len(words)].stem for choice in choices if words}
    assert list(find_matching_words(text, stems)) == [word for word in words if word.stem in stems]


@example("рыжая, кошка-собака", 0, 3)
@given(st.text(alphabet="ab_'+#еёй漢字 ,", max_size=40), st.integers(0, 9), st.integers(1, 4))
def test_phrases_are_words_that_follow_each_other(text: str, start: int, length: int) -> None:
    stems = find_stems(text)
    phrase = stems[start : start + length]
    if phrase:
        assert contains_phrase(text, phrase)
        backwards = phrase[::-1]
        runs = [stems[n : n + len(phrase)] for n in range(len(stems))]
        assert contains_phrase(text, backwards) == (backwards in runs)
