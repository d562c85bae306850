"""Classes that `long_thread.py` uses to generate a discussion."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Generic, TypeVar

from community.cli.demo.discussion_parser import ScriptedComment

T = TypeVar("T")

ROLES = ("a", "b", "c")
# In a scripted branch, this name stands for the author of the comment that the branch replies to.
PARENT_AUTHOR = "root"

ScriptedBranch = tuple[ScriptedComment, ...]


class ShuffledDeck(Generic[T]):
    """Items that are drawn in random order. No item is drawn twice before all have been drawn."""

    def __init__(self, items: Iterable[T], rng: Random) -> None:
        self._items = list(items)
        self._rng = rng
        self._remaining: list[T] = []

    def draw(self) -> T:
        if not self._remaining:
            self._remaining = self._rng.sample(self._items, len(self._items))
        return self._remaining.pop()


class ThreadBuilder:
    """Collects the comments of a discussion in the order in which they are added."""

    def __init__(self, authors: Sequence[str], rng: Random) -> None:
        self.comments: list[ScriptedComment] = []
        self._authors = authors
        self._rng = rng

    def pick_author(self, *exclude: str) -> str:
        return self._rng.choice([author for author in self._authors if author not in exclude])

    def add_comment(
        self, author: str, text: str, parent: int | None = None, topic: str = ""
    ) -> int:
        self.comments.append(ScriptedComment(author, text, parent, topic))
        return len(self.comments) - 1

    def add_branch(self, branch: ScriptedBranch, parent: int | None = None) -> list[int]:
        """Add a scripted branch below `parent` and return the indexes of the new comments.

        A different random user replaces each of the authors `a`, `b` and `c` (`ROLES`). The topic
        of the parent comment replaces `{topic}` in the texts.
        """
        root = self.comments[parent] if parent is not None else None
        author_by_role = self._assign_roles(branch, root.author if root else "")
        indexes: list[int] = []
        for comment in branch:
            parent_index = parent if comment.parent is None else indexes[comment.parent]
            text = comment.text.replace("{topic}", root.topic if root else "")
            author = author_by_role.get(comment.author, comment.author)
            indexes.append(self.add_comment(author, text, parent_index, comment.topic))
        return indexes

    def _assign_roles(self, branch: ScriptedBranch, root_author: str) -> dict[str, str]:
        taken = {comment.author for comment in branch} | {root_author}
        available = [author for author in self._authors if author not in taken]
        chosen = self._rng.sample(available, len(ROLES))
        return {PARENT_AUTHOR: root_author, **dict(zip(ROLES, chosen, strict=True))}
