"""The progress of loading the demo content, which is stored in the database.

Each batch of actions stores the progress in the same transaction as the content. An interrupted
run therefore resumes exactly where it stopped, and repeats nothing.
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
    """The part of the demo timeline that is already loaded."""

    name: ClassVar[str] = "demo"

    # When loading started. The ages of the content are relative to this time, even if the run is
    # resumed later.
    started_at: datetime | None = None
    content_hash: str = ""  # a hash of the content; a run cannot be resumed with other content
    done: int = 0
    total: int = 0
    # Maps the slugs of the loaded users to their ids. `community_ids`, `post_ids` and `plan_ids` do
    # the same for communities, posts and plans (by their names).
    user_ids: dict[str, int] = {}
    community_ids: dict[str, int] = {}
    post_ids: dict[str, int] = {}
    plan_ids: dict[str, int] = {}
    # Whether the site had no accounts before. Only such a site gets the scenes, which change its
    # settings.
    owns_site: bool = False


def hash_timeline(timeline: Sequence[Action]) -> str:
    return hashlib.sha256(repr(timeline).encode()).hexdigest()[:16]


def get_comment_client_id(post_slug: str, comment_number: int) -> UUID:
    """Return the client id of a demo comment, which a resumed run does not create twice."""
    return uuid5(NAMESPACE, f"{post_slug}#{comment_number}")


def map_client_ids_to_comments(timeline: Sequence[Action]) -> dict[UUID, tuple[str, int]]:
    """Return the post slug and the position below that post of each comment, by client id."""
    comments = (
        (action.post_slug, action.comment.number)
        for action in timeline
        if isinstance(action, WriteComment)
    )
    return {get_comment_client_id(*comment): comment for comment in comments}


def get_upload_id(image_name: str) -> UUID:
    """Return the upload id of a demo image, which a resumed run does not store twice."""
    return uuid5(NAMESPACE, image_name)
