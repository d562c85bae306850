"""How far the loading has come: kept in the transaction of what it tells of.

So whatever stops it, the next run goes on exactly where it stopped, and nothing is done twice.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar
from uuid import UUID, uuid5

from community.cli.demo.acts import Act, Say
from community.core.actor import Actor
from community.domain.site import Section

OPERATOR = Actor(is_admin=True, sections=frozenset({"*"}))
"""Whoever runs a command on the machine of the site."""

NAMESPACE = UUID("5d0d5a34-6f0c-5c4b-9a5e-64656d6f2121")


class Progress(Section):
    """What is there of the demo.

    Attributes:
        began_at: the day of loading; everything happens so long before it, however late it is done.
        edition: which content it is; another cannot go on where this one stopped.
        done, total: how many acts of its timeline.
        people: ids by the slugs that the content has; the same for communities and posts.
    """

    name: ClassVar[str] = "demo"

    began_at: datetime | None = None
    edition: str = ""
    done: int = 0
    total: int = 0
    people: dict[str, int] = {}
    communities: dict[str, int] = {}
    posts: dict[str, int] = {}


def edition_of(timeline: Sequence[Act]) -> str:
    """A name for what happens in the demo: another as soon as anything of it is different."""
    return hashlib.sha256(repr(timeline).encode()).hexdigest()[:16]


def client_id_of(slug: str, number: int) -> UUID:
    """What a comment of the demo was sent with: always the same, so that sending twice is once."""
    return uuid5(NAMESPACE, f"{slug}#{number}")


def client_ids(timeline: Sequence[Act]) -> dict[UUID, tuple[str, int]]:
    """Which comment of the demo has which client id."""
    said = ((act.slug, act.remark.number) for act in timeline if isinstance(act, Say))
    return {client_id_of(*each): each for each in said}


def upload_id_of(picture: str) -> UUID:
    """What a picture of the demo is called: always the same, so that it is not taken in twice."""
    return uuid5(NAMESPACE, picture)
