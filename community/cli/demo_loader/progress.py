"""The progress of loading the demo content.

The transaction of each batch also stores the progress, so an interrupted run resumes exactly where
it stopped and repeats nothing.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar
from uuid import UUID, uuid5

from community.cli.demo.actions import Action, WriteComment
from community.core.actor import Actor
from community.domain.site import SettingsSection

OPERATOR = Actor(is_admin=True, sections=frozenset({"*"}))


NAMESPACE = UUID("5d0d5a34-6f0c-5c4b-9a5e-64656d6f2121")


class Progress(SettingsSection):
    """The part of the demo timeline that is already loaded.

    Attributes:
        started_at: when loading started. The ages of the content are relative to this time, even
            if the run is resumed later.
        content_hash: identifies the content. A run cannot be resumed with other content.
        done: the number of executed actions.
        total: the number of all actions.
        user_ids: the ids of the users by slug, like `community_ids` and `post_ids`.
    """

    name: ClassVar[str] = "demo"

    started_at: datetime | None = None
    content_hash: str = ""
    done: int = 0
    total: int = 0
    user_ids: dict[str, int] = {}
    community_ids: dict[str, int] = {}
    post_ids: dict[str, int] = {}


def hash_timeline(timeline: Sequence[Action]) -> str:
    return hashlib.sha256(repr(timeline).encode()).hexdigest()[:16]


def get_client_id(slug: str, number: int) -> UUID:
    """Return a client id that depends only on the comment, so no comment is created twice."""
    return uuid5(NAMESPACE, f"{slug}#{number}")


def map_client_ids_to_comments(timeline: Sequence[Action]) -> dict[UUID, tuple[str, int]]:
    """Return a mapping from client ids to the post slug and the number of the comment."""
    comments = (
        (action.post_slug, action.comment.number)
        for action in timeline
        if isinstance(action, WriteComment)
    )
    return {get_client_id(*comment): comment for comment in comments}


def get_upload_id(image_name: str) -> UUID:
    """Return an upload id that depends only on the name, so no image is stored twice."""
    return uuid5(NAMESPACE, image_name)
