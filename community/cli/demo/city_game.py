"""Generate rounds of a game in which players name cities in turn."""

from collections.abc import Iterable
from functools import cache
from random import Random
from unicodedata import normalize

MAX_ROUND_LENGTH = 40
MIN_ROUND_LENGTH = 8

# Letters that Unicode normalization does not split into a plain letter and an accent.
UNDECOMPOSED_LETTERS = str.maketrans("øłđı", "oldi")


@cache
def normalize_name(name: str) -> str:
    """Return the name in lower case and without accents. The game ignores case and accents."""
    letters = normalize("NFKD", name.casefold().translate(UNDECOMPOSED_LETTERS))
    return "".join(letter for letter in letters if letter.isalpha())


def generate_rounds(cities: Iterable[str], rng: Random) -> list[list[str]]:
    """Return rounds of the game, each as the list of the named cities. No city is named twice."""
    remaining = sorted(cities)
    rounds: list[list[str]] = []
    for first in rng.sample(remaining, len(remaining)):
        if first in remaining:
            turns = _generate_round(first, remaining)
            if len(turns) >= MIN_ROUND_LENGTH:
                rounds.append(turns)
                remaining = [city for city in remaining if city not in turns]
    return rounds


def _generate_round(first: str, cities: list[str]) -> list[str]:
    """Return a round that starts with the city `first`.

    The function always chooses the city that allows the most cities to follow it.
    """
    turns = [first]
    remaining = [city for city in cities if city != first]
    while len(turns) < MAX_ROUND_LENGTH:
        candidates = _find_next_cities(turns[-1], remaining)
        if not candidates:
            break
        turn = max(candidates, key=lambda city: len(_find_next_cities(city, remaining)))
        turns.append(turn)
        remaining.remove(turn)
    return turns


def _find_next_cities(city: str, remaining: list[str]) -> list[str]:
    return [name for name in remaining if normalize_name(name)[0] == normalize_name(city)[-1]]
