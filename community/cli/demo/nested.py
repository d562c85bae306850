"""Discussions as they are written by hand.

One line ``depth author: text`` begins a remark, further lines continue it, and it answers the
nearest remark above that is one step less deep. A topic in brackets may follow the author::

    0 marta [butter]: Cold butter tears the dough.
    1 leila: At which temperature?
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEAD = re.compile(r"^(\d+) ([a-z0-9_-]+)(?: \[(.+?)\])?: (.*)$")


@dataclass(frozen=True)
class Passage:
    """One remark of a written discussion; ``parent`` is the index of the one it answers."""

    author: str
    text: str
    parent: int | None = None
    topic: str = ""


def passages(text: str) -> tuple[Passage, ...]:
    """All remarks of a discussion, in the order of the file.

    Raises:
        ValueError: text before the first remark, or an answer that is more than one step deeper.
    """
    found: list[Passage] = []
    path: list[int] = []
    for depth, author, topic, body in _blocks(text):
        if depth > len(path):
            raise ValueError(f"an answer to nothing: {body[:60]!r}")
        del path[depth:]
        found.append(Passage(author, body, path[-1] if path else None, topic))
        path.append(len(found) - 1)
    return tuple(found)


def branches(text: str) -> tuple[tuple[Passage, ...], ...]:
    """The same, cut before each remark that answers nobody; parents count from the cut."""
    trees: list[list[Passage]] = []
    start = 0
    for index, passage in enumerate(passages(text)):
        if passage.parent is None:
            start = index
            trees.append([passage])
        else:
            parent = passage.parent - start
            trees[-1].append(Passage(passage.author, passage.text, parent, passage.topic))
    return tuple(map(tuple, trees))


def _blocks(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Depth, author, topic and whole text of one remark after the other."""
    head: tuple[int, str, str] | None = None
    body: list[str] = []
    for line in text.splitlines():
        match = HEAD.match(line)
        if match:
            if head:
                yield *head, "\n".join(body).strip()
            head, body = (int(match[1]), match[2], match[3] or ""), [match[4]]
        elif head:
            body.append(line)
        elif line.strip():
            raise ValueError(f"text before the first remark: {line[:60]!r}")
    if head:
        yield *head, "\n".join(body).strip()
