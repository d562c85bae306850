"""Actions, permission checks and queries for following and ignoring users."""

from community.domain.follows.actions import follow, ignore, unfollow, unignore
from community.domain.follows.events import Followed, Ignored, Unfollowed, Unignored
from community.domain.follows.merging import move_follows, move_ignores
from community.domain.follows.policies import ensure_not_ignored
from community.domain.follows.queries import (
    build_ignored_author_filter,
    build_no_ignore_condition,
    build_not_followed_filter,
    filter_ignoring,
    find_followed_ids,
    get_relationship,
    has_ignored_users,
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
    "build_ignored_author_filter",
    "build_no_ignore_condition",
    "build_not_followed_filter",
    "ensure_not_ignored",
    "filter_ignoring",
    "find_followed_ids",
    "follow",
    "get_relationship",
    "has_ignored_users",
    "ignore",
    "list_followers",
    "list_following",
    "list_ignored",
    "list_ignored_ids",
    "move_follows",
    "move_ignores",
    "unfollow",
    "unignore",
]
