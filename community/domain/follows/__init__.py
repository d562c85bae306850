"""Actions, permission checks and queries for following and ignoring users."""

from community.domain.follows.actions import follow, ignore, unfollow, unignore
from community.domain.follows.events import Followed, Ignored, Unfollowed, Unignored
from community.domain.follows.policies import ensure_not_ignored
from community.domain.follows.queries import (
    build_no_ignore_condition,
    find_followed_ids,
    get_relationship,
    list_followers,
    list_following,
    list_ignored,
    list_ignored_ids,
)
from community.domain.follows.schemas import Relationship, UserListItem

__all__ = [
    "Followed",
    "Ignored",
    "Relationship",
    "Unfollowed",
    "Unignored",
    "UserListItem",
    "build_no_ignore_condition",
    "ensure_not_ignored",
    "find_followed_ids",
    "follow",
    "get_relationship",
    "ignore",
    "list_followers",
    "list_following",
    "list_ignored",
    "list_ignored_ids",
    "unfollow",
    "unignore",
]
