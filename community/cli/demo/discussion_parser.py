"""A parser for the text files that contain the comments on demo posts.

A line `depth author: text` starts a comment, and the following lines continue the text. The parent
of a comment is the nearest comment above it whose depth is smaller by one. The author may be
followed by a topic in brackets::

    0 marta [butter]: Cold butter tears the dough.
    1 leila: At which temperature?
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEADER_PATTERN = re.compile(r"^(\d+) ([a-z0-9_-]+)(?: \[(.+?)\])?: (.*)$")


@dataclass(frozen=True)
class ScriptedComment:
    """A comment in a discussion file. `parent` is the index of the parent comment in the file."""

    author: str
    text: str
    parent: int | None = None
    topic: str = ""


def parse_comments(text: str) -> tuple[ScriptedComment, ...]:
    """Return the comments of a discussion in the order of the file.

    Raise `ValueError` if there is text before the first comment, or a comment without a parent.
    """
    comments: list[ScriptedComment] = []
    path: list[int] = []
    for depth, author, topic, body in _split_comments(text):
        if depth > len(path):
            raise ValueError(f"Comment without a parent: {body[:60]!r}")
        del path[depth:]
        comments.append(ScriptedComment(author, body, path[-1] if path else None, topic))
        path.append(len(comments) - 1)
    return tuple(comments)


def parse_branches(text: str) -> tuple[tuple[ScriptedComment, ...], ...]:
    """Split a discussion into branches. A branch is a top-level comment with all replies below it.

    In the result, `parent` is an index in the branch instead of the file.
    """
    branches: list[list[ScriptedComment]] = []
    start = 0
    for index, comment in enumerate(parse_comments(text)):
        if comment.parent is None:
            start = index
            branches.append([comment])
        else:
            parent = comment.parent - start
            branches[-1].append(
                ScriptedComment(comment.author, comment.text, parent, comment.topic)
            )
    return tuple(map(tuple, branches))


def _split_comments(text: str) -> Iterator[tuple[int, str, str, str]]:
    head: tuple[int, str, str] | None = None
    body: list[str] = []
    for line in text.splitlines():
        match = HEADER_PATTERN.match(line)
        if match:
            if head:
                yield *head, "\n".join(body).strip()
            head, body = (int(match[1]), match[2], match[3] or ""), [match[4]]
        elif head:
            body.append(line)
        elif line.strip():
            raise ValueError(f"Text before the first comment: {line[:60]!r}")
    if head:
        yield *head, "\n".join(body).strip()
