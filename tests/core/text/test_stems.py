"""Tests of the words that a search compares."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import example, given, strategies as st

from community.core.text import stems as stemming
from community.core.text.normalization import MAX_WORD_LENGTH
from community.core.text.stems import (
    MAX_COMPARED_WORDS,
    PhraseFinder,
    find_matching_words,
    find_stems,
    find_texts_with_phrases,
    find_words,
)

UNUSUAL = ["Łódź", "ﬁne", "за\u0301мок", "д'éж", "İstanbul", "ΟΔΟΣ", "東京都", "iPhone手機", "हिंदी"]
# Every script that the stems treat in a way of its own.
LETTERS = "abdeyéßёеийкно\u0301ıß漢字ก'’_+#1 ﬁŁłіїΣςßÉİ一ſ"


@pytest.fixture
def stemmed_words(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each word is stemmed."""
    counts: Counter[str] = Counter()
    stem_word = stemming.stem_word

    def count(word: str) -> str:
        counts[word] += 1
        return stem_word(word)

    monkeypatch.setattr(stemming, "stem_word", count)
    return counts


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
            st.text(alphabet=LETTERS, max_size=8),
            st.sampled_from(["dying", "C++", "Кошки", "naïve", "d’été", "happy", "skies", "c#"]),
            st.sampled_from(UNUSUAL),
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


@pytest.mark.parametrize("word", UNUSUAL)
def test_an_unusual_word_does_not_slow_down_the_search_for_others(
    word: str, stemmed_words: Counter[str]
) -> None:
    text = f"{'filler слово ' * 500}{word} cats"
    assert [text[match.start :] for match in find_matching_words(text, ["cat"])] == ["cats"]
    assert stemmed_words.total() <= 3


@pytest.mark.parametrize(
    "text", ["їжак", "gęś Łódź", "été naïve", "ένας ΔΡΌΜΟΣ", "đường phố", "هذا أول", "שלום"]
)
def test_letters_of_many_languages_are_usual(text: str, stemmed_words: Counter[str]) -> None:
    assert list(find_matching_words(f"{text} " * 100, ["cat", "кошк"])) == []
    assert not stemmed_words


@example("рыжая, кошка-собака", 0, 3, 300)
@example("кот#'a", 0, 2, 300)
@given(
    st.text(alphabet="ab_'+#еёй漢字 ,łі\u0301", max_size=40),
    st.integers(0, 9),
    st.integers(1, 5),
    st.sampled_from([0, 10, MAX_COMPARED_WORDS]),
)
def test_phrases_are_words_that_follow_each_other(
    text: str, start: int, length: int, max_compared: int
) -> None:
    stems = find_stems(text)
    phrase = stems[start : start + length]
    if phrase:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stemming, "MAX_COMPARED_WORDS", max_compared)
            finder = PhraseFinder(text)
            assert finder.contains(phrase)
            backwards = phrase[::-1]
            runs = [stems[n : n + len(phrase)] for n in range(len(stems))]
            assert finder.contains(backwards) == (backwards in runs)


def test_only_possible_places_of_a_phrase_are_stemmed(stemmed_words: Counter[str]) -> None:
    text = f"{'The bread. Rye the bread. ' * 300}The ryes bread."
    assert PhraseFinder(text).contains(("the", "rye", "bread"))
    assert stemmed_words.total() <= 3


@pytest.mark.parametrize("words", ["ax bx cx ", "ał bł cł ", "a\u0301x b\u0301x cx "])
def test_words_are_stemmed_once_for_many_phrases(words: str, stemmed_words: Counter[str]) -> None:
    phrases = [(f"a{letter}", "bb", "cc") for letter in "bcdefghijklmnopq"]
    assert find_texts_with_phrases(phrases, [[words * 1_000]]) == []
    assert stemmed_words.total() <= 3 * 1_000 + MAX_COMPARED_WORDS
