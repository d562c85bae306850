"""The long thread: two thousand remarks composed from a hand-written pool, always the same ones.

Its roots are written by hand with their first answers, and so is what four side discussions are
made of. The rest are short exchanges in which only the topic and the speakers change. Each deck of
lines is dealt to the end before a line comes again.
"""

from collections.abc import Sequence
from random import Random

from .chain import plain, rounds
from .loom import Branch, Deck, Loom
from .nested import Passage, branches
from .reading import lines_of, text_of

SEED = "one small thing"

POPULARITY = 1.15
"""Shape of the Pareto distribution of how much is said under a root: a few draw crowds."""

SIDE_SHARE = 0.28
"""Share of the fillers that hang under an answer and not under a root."""

BOOKS_ASKED = "What is everybody reading just now? One title, one sentence, no stars."
WORDS_ASKED = (
    "A word that you like for its sound alone. Any language, one each, as often as you want. "
    "The meaning is allowed to be dull."
)
THINGS_ASKED = (
    "The oldest thing that you *use every day*. Not own: use. Mine first: a bench vice, 1911, and "
    "it has my great-uncle's teeth marks on it, and nobody will tell me why."
)
CITIES_ASKED = (
    "The game of cities. Each begins with the last letter of the one before. No accents, no "
    "looking things up, no city twice. When a round dies, somebody begins the next."
)


class LongThread:
    """Composes the thread; ``voices`` are the slugs of those who speak in it."""

    def __init__(self, voices: Sequence[str]) -> None:
        self._chance = Random(SEED)
        self._loom = Loom(voices, self._chance)
        self._exchanges = self._deck("exchanges")
        self._replies = self._deck("replies")
        self._roots: list[int] = []
        self._answers: list[int] = []

    def compose(self, total: int) -> tuple[Passage, ...]:
        """The whole thread, of exactly so many remarks; elder siblings come first.

        Raises:
            ValueError: what is written by hand is already more than ``total``.
        """
        sides = [self._books, self._words, self._things, self._cities]
        for number, item in enumerate(self._shuffled(branches(_pool("items")))):
            self._plant(item)
            if number % 12 == 5 and sides:
                sides.pop(0)()
        if len(self._loom.remarks) > total:
            raise ValueError(f"{len(self._loom.remarks)} remarks are written, {total} wanted")
        self._fill(total)
        return tuple(self._loom.remarks)

    def _deck(self, name: str) -> Deck[Branch]:
        return Deck(branches(_pool(name)), self._chance)

    def _shuffled(self, cards: Sequence[Branch]) -> list[Branch]:
        return self._chance.sample(cards, len(cards))

    def _plant(self, item: Branch) -> None:
        root, *answers = self._loom.recite(item)
        self._roots.append(root)
        self._answers += answers

    def _fill(self, total: int) -> None:
        weights = [self._chance.paretovariate(POPULARITY) for _ in self._roots]
        heard: set[tuple[int, str]] = set()
        while room := total - len(self._loom.remarks):
            if self._chance.random() < SIDE_SHARE:
                parent, branch = self._chance.choice(self._answers), self._replies.deal()
            else:
                (parent,) = self._chance.choices(self._roots, weights)
                branch = self._exchanges.deal()
            if (parent, branch[0].text) not in heard and self._fits(branch, parent):
                heard.add((parent, branch[0].text))
                self._answers += self._loom.recite(branch[:room], parent)

    def _fits(self, branch: Branch, parent: int) -> bool:
        """Whether nobody whom the branch names would be answering themselves."""
        author = self._loom.remarks[parent].author
        return all(passage.author != author for passage in branch)

    def _books(self) -> None:
        root = self._loom.say("cida", BOOKS_ASKED)
        reactions = Deck(lines_of("megathread/reactions.txt"), self._chance)
        talk = self._deck("book-talk")
        for book in self._lines("books"):
            text = reactions.deal().replace("{book}", _title(book))
            reader = self._loom.say(self._loom.anybody(), text, root)
            if self._chance.random() < 0.5:
                self._loom.recite(talk.deal(), reader)

    def _words(self) -> None:
        root = self._loom.say("arjun", WORDS_ASKED)
        for line in self._lines("words"):
            word, _, meaning = line.partition(" — ")
            self._loom.say(self._loom.anybody(), f"*{word}*. {meaning}.", root)

    def _things(self) -> None:
        root = self._loom.say("pieter_dv", THINGS_ASKED)
        for line in self._lines("old-things"):
            owner, _, thing = line.partition(": ")
            self._answers.append(self._loom.say(owner, thing, root))

    def _cities(self) -> None:
        root = self._loom.say("sam", CITIES_ASKED)
        asides = Deck(lines_of("megathread/asides.txt"), self._chance)
        for turns in rounds(_pool("cities").split(), self._chance):
            last, player = root, "sam"
            for city in turns:
                player = self._loom.anybody(player)
                text = f"**{city}.**"
                if self._chance.random() < 0.3:
                    text += " " + asides.deal().replace("{letter}", plain(city)[0].upper())
                last = self._loom.say(player, text, last)

    def _lines(self, name: str) -> list[str]:
        lines = lines_of(f"megathread/{name}.txt")
        return self._chance.sample(lines, len(lines))


def _pool(name: str) -> str:
    return text_of(f"megathread/{name}.txt")


def _title(book: str) -> str:
    """``Title — Author`` as it is said in a sentence."""
    title, _, author = book.partition(" — ")
    return f"*{title}* by {author}"
