"""Ranks the texts that a search found, in the same order with both databases."""

import math
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from community.domain.search.texts.candidates import Candidate

# A text with all words in the title comes before those with some of them in the text. The other
# parts of a score add up to less.
TITLE_BONUS: Final = 10.0
# The constants of BM25, and the length of a title that is neither short nor long.
SATURATION: Final = 1.2
LENGTH_WEIGHT: Final = 0.75
USUAL_TITLE_WORDS: Final = 8
TITLE_WEIGHT: Final = 2.0
REACTIONS_WEIGHT: Final = 0.7
MAX_REACTIONS_SCORE: Final = 2.0
# After this time, a text has lost half of the part of its score that depends on its age.
HALF_LIFE: Final = timedelta(days=180).total_seconds()
AGE_WEIGHT: Final = 1.5
# A word means more in a text of this length or less.
SHORT_TEXT_WORDS: Final = 100
LENGTH_SCORE: Final = 0.5


def compute_score(candidate: Candidate, stems: Collection[str], now: float) -> float:
    """Return how relevant a text is for the words of a query. `now` is in seconds since 1970."""
    age = max(0.0, now - candidate.published_at)
    score = AGE_WEIGHT * HALF_LIFE / (HALF_LIFE + age)
    score += LENGTH_SCORE * SHORT_TEXT_WORDS / (SHORT_TEXT_WORDS + candidate.words_count)
    if candidate.reactions_count:
        reactions = math.log10(1 + candidate.reactions_count) * REACTIONS_WEIGHT
        score += min(reactions, MAX_REACTIONS_SCORE)
    if candidate.title_stems:
        score += _compute_title_score(candidate.title_stems.split(" "), frozenset(stems))
    return round(score, 6)


def _compute_title_score(title: list[str], stems: frozenset[str]) -> float:
    """Return the score of BM25, in which all words weigh the same, and the bonus for all words."""
    found = stems.intersection(title)
    if not found:
        return 0.0
    norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * len(title) / USUAL_TITLE_WORDS)
    counts = sorted(title.count(stem) for stem in found)
    score = sum(count * (SATURATION + 1) / (count + norm) for count in counts)
    bonus = TITLE_BONUS if len(found) == len(stems) else 0.0
    return bonus + TITLE_WEIGHT * score / len(stems)
