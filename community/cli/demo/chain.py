"""The game of cities: each name begins with the last letter of the one before."""

from collections.abc import Iterable
from functools import cache
from random import Random
from unicodedata import normalize

LONGEST = 40
SHORTEST = 8

NOT_DECOMPOSED = str.maketrans("øłđı", "oldi")
"""Letters that Unicode does not take apart into a letter and a mark."""


@cache
def plain(name: str) -> str:
    """A name in small letters without accents: the game does not count them."""
    letters = normalize("NFKD", name.casefold().translate(NOT_DECOMPOSED))
    return "".join(letter for letter in letters if letter.isalpha())


def rounds(cities: Iterable[str], chance: Random) -> list[list[str]]:
    """Several rounds of the game in which no city comes twice."""
    left = sorted(cities)
    played: list[list[str]] = []
    for opening in chance.sample(left, len(left)):
        if opening in left:
            turns = _play(opening, left)
            if len(turns) >= SHORTEST:
                played.append(turns)
                left = [city for city in left if city not in turns]
    return played


def _play(opening: str, cities: list[str]) -> list[str]:
    """A round from one city on: always the answer that leaves the most answers open."""
    turns = [opening]
    left = [city for city in cities if city != opening]
    while len(turns) < LONGEST:
        answers = _answers(turns[-1], left)
        if not answers:
            break
        turn = max(answers, key=lambda city: len(_answers(city, left)))
        turns.append(turn)
        left.remove(turn)
    return turns


def _answers(city: str, left: list[str]) -> list[str]:
    return [answer for answer in left if plain(answer)[0] == plain(city)[-1]]
