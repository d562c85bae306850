"""Follows and ignore lists: whom one wants to read, and whom not."""

from community.domain.follows.actions import follow, ignore, unfollow, unignore
from community.domain.follows.events import Followed, Ignored, Unfollowed, Unignored
from community.domain.follows.policies import ensure_not_ignored
from community.domain.follows.queries import (
    followed_among,
    followers,
    following,
    get_relation,
    ignored,
    ignored_ids,
    strangers_to,
)
from community.domain.follows.schemas import ListedPerson, Relation

__all__ = [
    "Followed",
    "Ignored",
    "ListedPerson",
    "Relation",
    "Unfollowed",
    "Unignored",
    "ensure_not_ignored",
    "follow",
    "followed_among",
    "followers",
    "following",
    "get_relation",
    "ignore",
    "ignored",
    "ignored_ids",
    "strangers_to",
    "unfollow",
    "unignore",
]
