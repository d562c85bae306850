"""Users can follow and ignore other users. This package stores and checks these relations."""

from community.domain.follows.actions import follow, ignore, unfollow, unignore
from community.domain.follows.events import Followed, Ignored, Unfollowed, Unignored
from community.domain.follows.policies import ensure_not_ignored
from community.domain.follows.queries import (
    find_followed_ids,
    get_relationship,
    list_followers,
    list_following,
    list_ignored,
    list_ignored_ids,
    no_ignore_between,
)
from community.domain.follows.schemas import Relationship, UserListItem

__all__ = [
    "Followed",
    "Ignored",
    "Relationship",
    "Unfollowed",
    "Unignored",
    "UserListItem",
    "ensure_not_ignored",
    "find_followed_ids",
    "follow",
    "get_relationship",
    "ignore",
    "list_followers",
    "list_following",
    "list_ignored",
    "list_ignored_ids",
    "no_ignore_between",
    "unfollow",
    "unignore",
]
