"""What a composed discussion is woven with: decks of lines, a cast, and the cloth itself."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Generic, TypeVar

from .nested import Passage

Card = TypeVar("Card")

ROLES = ("a", "b", "c")
ASKED = "root"
"""In a written exchange: whoever said what the exchange answers."""

Branch = tuple[Passage, ...]


class Deck(Generic[Card]):
    """Cards in random order; shuffled anew only when all of them have been dealt."""

    def __init__(self, cards: Iterable[Card], chance: Random) -> None:
        self._cards = list(cards)
        self._chance = chance
        self._left: list[Card] = []

    def deal(self) -> Card:
        """The next card."""
        if not self._left:
            self._left = self._chance.sample(self._cards, len(self._cards))
        return self._left.pop()


class Loom:
    """A discussion that grows: remarks in the order in which they were added."""

    def __init__(self, voices: Sequence[str], chance: Random) -> None:
        self.remarks: list[Passage] = []
        self._voices = voices
        self._chance = chance

    def anybody(self, *but: str) -> str:
        """The name of a person who is not one of these."""
        return self._chance.choice([voice for voice in self._voices if voice not in but])

    def say(self, author: str, text: str, parent: int | None = None, topic: str = "") -> int:
        """Add one remark and give its index."""
        self.remarks.append(Passage(author, text, parent, topic))
        return len(self.remarks) - 1

    def recite(self, branch: Branch, parent: int | None = None) -> list[int]:
        """Add a written branch under a remark, its roles played by different people.

        Where the text has ``{topic}``, the topic of the answered remark is put.
        """
        asked = self.remarks[parent] if parent is not None else None
        cast = self._cast(branch, asked.author if asked else "")
        indexes: list[int] = []
        for passage in branch:
            answered = parent if passage.parent is None else indexes[passage.parent]
            text = passage.text.replace("{topic}", asked.topic if asked else "")
            author = cast.get(passage.author, passage.author)
            indexes.append(self.say(author, text, answered, passage.topic))
        return indexes

    def _cast(self, branch: Branch, asked: str) -> dict[str, str]:
        named = {passage.author for passage in branch} | {asked}
        free = [voice for voice in self._voices if voice not in named]
        players = self._chance.sample(free, len(ROLES))
        return {ASKED: asked, **dict(zip(ROLES, players, strict=True))}
