"""The demo content as plain values: who there is, what they wrote, and who answered whom.

Everything is read from the files beside this module. All times are relative, so that the content
is as fresh on the day it is loaded as on the day it was written::

    for post in posts():
        published_at = now - post.age
        for remark in remarks(post.slug):
            created_at = published_at + remark.after
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from random import Random

from .nested import Passage, passages
from .pace import moments
from .reading import Table, head_and_body, names_in, span, table_of, text_of
from .schemas import PICTURE_SCHEME, Applause, Entry, Group, Person, Remark
from .thread import LongThread

LONG_THREAD = 2000
"""Remarks of the composed thread."""

PICTURE_IN_TEXT = re.compile(rf"\]\({PICTURE_SCHEME}([a-z0-9-]+)\)")

GENEROSITY = 0.55
"""How likely the most admired post or remark is to move any one reader."""

LEAST_CHARM = 0.45
"""Share of that which every post has: people are kind to those who write posts."""

RARITY, RARITY_IN_A_CROWD = 2, 14
"""How much rarer the admired remarks are than the others: an exponent. Crowds tire."""

CROWD = 500
"""From so many remarks on nobody reads them all."""


@cache
def people() -> tuple[Person, ...]:
    """The cast, in the order of the file."""
    return tuple(_person(row) for row in table_of("people.toml")["person"])


@cache
def communities() -> tuple[Group, ...]:
    """The communities, in the order of the file."""
    return tuple(_group(row) for row in table_of("communities.toml")["community"])


@cache
def posts() -> tuple[Entry, ...]:
    """All posts, oldest first."""
    entries = [_entry(name.removesuffix(".md")) for name in names_in("posts")]
    return tuple(sorted(entries, key=lambda entry: entry.age, reverse=True))


@cache
def remarks(post_slug: str) -> tuple[Remark, ...]:
    """What was said under a post, in posting order: a parent comes before its answers.

    Raises:
        KeyError: there is no such post.
    """
    entry = {entry.slug: entry for entry in posts()}[post_slug]
    said = _said(entry)
    times = moments([passage.parent for passage in said], entry.age, seed=entry.slug)
    order = sorted(range(len(said)), key=times.__getitem__)
    numbers = {index: number for number, index in enumerate(order)}
    return tuple(_remark(numbers, index, said[index], times[index]) for index in order)


@cache
def applause(post_slug: str) -> tuple[Applause, ...]:
    """Reactions to a post and to what was said under it; nobody applauds themselves.

    Raises:
        KeyError: there is no such post.
    """
    chance = Random(f"applause for {post_slug}")
    said = remarks(post_slug)
    rarity = RARITY if len(said) < CROWD else RARITY_IN_A_CROWD
    author = next(entry.author for entry in posts() if entry.slug == post_slug)
    targets = [(None, author), *((remark.number, remark.author) for remark in said)]
    return tuple(
        clap for number, speaker in targets for clap in _claps(chance, rarity, number, speaker)
    )


def _claps(chance: Random, rarity: int, number: int | None, speaker: str) -> Iterator[Applause]:
    charm = chance.random()
    appeal = GENEROSITY * (
        LEAST_CHARM + (1 - LEAST_CHARM) * charm if number is None else charm**rarity
    )
    for person in people():
        if person.slug != speaker and chance.random() < appeal:
            yield Applause(person.slug, number, chance.random())


def _person(row: Table) -> Person:
    return Person(
        slug=row["slug"],
        name=row["name"],
        email=row["email"],
        bio=row["bio"],
        avatar=row["avatar"],
        header=row["header"],
        age=span(row["joined"]),
        follows=tuple(row["follows"]),
        member_of=tuple(row["member_of"]),
    )


def _group(row: Table) -> Group:
    return Group(
        slug=row["slug"],
        name=row["name"],
        description=row["description"],
        rules=row["rules"].strip(),
        avatar=row["avatar"],
        header=row["header"],
        owner=row["owner"],
        moderators=tuple(row["moderators"]),
        posting=row["posting"],
        age=span(row["created"]),
    )


def _entry(stem: str) -> Entry:
    head, body = head_and_body(text_of(f"posts/{stem}.md"))
    composed = head.get("thread") == "composed"
    return Entry(
        slug=head["slug"],
        title=head["title"],
        intro=head["intro"],
        text=body,
        author=head["author"],
        community=head.get("community"),
        tags=tuple(head["tags"]),
        cover=head["cover"],
        pictures=tuple(PICTURE_IN_TEXT.findall(body)),
        discussion=None if composed else f"discussions/{stem}.txt",
        pinned=head.get("pinned", ""),
        on_top=head.get("on_top", False),
        age=span(head["published"]),
    )


def _said(entry: Entry) -> tuple[Passage, ...]:
    if entry.discussion is None:
        return LongThread([person.slug for person in people()]).compose(LONG_THREAD)
    return passages(text_of(entry.discussion))


def _remark(numbers: dict[int, int], index: int, said: Passage, after: timedelta) -> Remark:
    parent = None if said.parent is None else numbers[said.parent]
    return Remark(numbers[index], parent, said.author, said.text, after)
