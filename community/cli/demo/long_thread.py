"""Generate a discussion of 1,000 comments for a demo post. The result is always the same.

The top-level comments, their first replies and the texts of four side discussions are written by
hand. The other comments are short exchanges that repeat with different topics and authors. A text
is not repeated before all other texts of the same kind have been used.
"""

from collections.abc import Sequence
from random import Random

from community.cli.demo.city_game import generate_rounds, normalize_name
from community.cli.demo.data_files import read_lines, read_text
from community.cli.demo.discussion_parser import ScriptedComment, parse_branches
from community.cli.demo.generator import ScriptedBranch, ShuffledDeck, ThreadBuilder

SEED = "one small thing"

# The shape parameter of the Pareto distribution of the replies to a top-level comment.
POPULARITY_SHAPE = 1.15
# The share of generated branches that reply to a reply instead of a top-level comment.
REPLY_SHARE = 0.28

BOOKS_QUESTION = "What is everybody reading just now? One title, one sentence, no stars."
WORDS_QUESTION = (
    "A word that you like for its sound alone. Any language, one each, as often as you want. "
    "The meaning is allowed to be dull."
)
THINGS_QUESTION = (
    "The oldest thing that you *use every day*. Not own: use. Mine first: a bench vice, 1911, and "
    "it has my great-uncle's teeth marks on it, and nobody will tell me why."
)
CITIES_QUESTION = (
    "The game of cities. Each begins with the last letter of the one before. No accents, no "
    "looking things up, no city twice. When a round dies, somebody begins the next."
)


class LongThreadGenerator:
    """Generates the discussion with 1,000 comments."""

    def __init__(self, authors: Sequence[str]) -> None:
        self._rng = Random(SEED)
        self._builder = ThreadBuilder(authors, self._rng)
        self._exchanges = self._load_shuffled_deck("exchanges")
        self._replies = self._load_shuffled_deck("replies")
        self._root_indexes: list[int] = []
        self._reply_indexes: list[int] = []

    def generate(self, total: int) -> tuple[ScriptedComment, ...]:
        """Return exactly `total` comments. Each reply comes after its parent.

        Raise `ValueError` if there are more than `total` hand-written comments.
        """
        side_discussions = [
            self._add_books_discussion,
            self._add_words_discussion,
            self._add_things_discussion,
            self._add_cities_game,
        ]
        for number, item in enumerate(
            self._shuffle_branches(parse_branches(_read_thread_file("items")))
        ):
            self._add_top_level_branch(item)
            if number % 12 == 5 and side_discussions:
                side_discussions.pop(0)()
        if len(self._builder.comments) > total:
            raise ValueError(f"{len(self._builder.comments)} comments exceed the total of {total}")
        self._add_branches_until_total(total)
        return tuple(self._builder.comments)

    def _load_shuffled_deck(self, name: str) -> ShuffledDeck[ScriptedBranch]:
        return ShuffledDeck(parse_branches(_read_thread_file(name)), self._rng)

    def _shuffle_branches(self, branches: Sequence[ScriptedBranch]) -> list[ScriptedBranch]:
        return self._rng.sample(branches, len(branches))

    def _add_top_level_branch(self, item: ScriptedBranch) -> None:
        root, *replies = self._builder.add_branch(item)
        self._root_indexes.append(root)
        self._reply_indexes += replies

    def _add_branches_until_total(self, total: int) -> None:
        weights = [self._rng.paretovariate(POPULARITY_SHAPE) for _ in self._root_indexes]
        used: set[tuple[int, str]] = set()
        while missing := total - len(self._builder.comments):
            if self._rng.random() < REPLY_SHARE:
                parent, branch = self._rng.choice(self._reply_indexes), self._replies.draw()
            else:
                (parent,) = self._rng.choices(self._root_indexes, weights)
                branch = self._exchanges.draw()
            if (parent, branch[0].text) not in used and self._can_add_as_reply(branch, parent):
                used.add((parent, branch[0].text))
                self._reply_indexes += self._builder.add_branch(branch[:missing], parent)

    def _can_add_as_reply(self, branch: ScriptedBranch, parent_index: int) -> bool:
        """Return whether the branch can be added as a reply to the comment at `parent_index`.

        The author of this comment must not also be an author in the branch.
        """
        author = self._builder.comments[parent_index].author
        return all(comment.author != author for comment in branch)

    def _add_books_discussion(self) -> None:
        root = self._builder.add_comment("cida", BOOKS_QUESTION)
        reactions = ShuffledDeck(read_lines("megathread/reactions.txt"), self._rng)
        talk = self._load_shuffled_deck("book-talk")
        for book in self._read_shuffled_lines("books"):
            text = reactions.draw().replace("{book}", _format_title(book))
            comment = self._builder.add_comment(self._builder.pick_author(), text, root)
            if self._rng.random() < 0.5:
                self._builder.add_branch(talk.draw(), comment)

    def _add_words_discussion(self) -> None:
        root = self._builder.add_comment("arjun", WORDS_QUESTION)
        for line in self._read_shuffled_lines("words"):
            word, _, meaning = line.partition(" — ")
            self._builder.add_comment(self._builder.pick_author(), f"*{word}*. {meaning}.", root)

    def _add_things_discussion(self) -> None:
        root = self._builder.add_comment("pieter_dv", THINGS_QUESTION)
        for line in self._read_shuffled_lines("old-things"):
            owner, _, thing = line.partition(": ")
            self._reply_indexes.append(self._builder.add_comment(owner, thing, root))

    def _add_cities_game(self) -> None:
        root = self._builder.add_comment("sam", CITIES_QUESTION)
        asides = ShuffledDeck(read_lines("megathread/asides.txt"), self._rng)
        for turns in generate_rounds(_read_thread_file("cities").split(), self._rng):
            last, author = root, "sam"
            for city in turns:
                author = self._builder.pick_author(author)
                text = f"**{city}.**"
                if self._rng.random() < 0.3:
                    text += " " + asides.draw().replace("{letter}", normalize_name(city)[0].upper())
                last = self._builder.add_comment(author, text, last)

    def _read_shuffled_lines(self, name: str) -> list[str]:
        lines = read_lines(f"megathread/{name}.txt")
        return self._rng.sample(lines, len(lines))


def _read_thread_file(name: str) -> str:
    return read_text(f"megathread/{name}.txt")


def _format_title(book: str) -> str:
    """Return "*Title* by Author" for "Title — Author"."""
    title, _, author = book.partition(" — ")
    return f"*{title}* by {author}"
