"""Actions, permission checks and queries for following and ignoring users."""

from community.domain.follows.actions import (
    Followed,
    Ignored,
    Unfollowed,
    Unignored,
    follow,
    ignore,
    purge_ended_ignores,
    unfollow,
    unignore,
)
from community.domain.follows.personal_data import PERSONAL_DATA
from community.domain.follows.policies import IgnoreTerm, ensure_not_ignored
from community.domain.follows.queries import (
    IgnoredUser,
    Relationship,
    UserListItem,
    build_followed_filter,
    build_ignored_author_filter,
    build_ignoring_filter,
    build_no_ignore_condition,
    build_not_followed_filter,
    filter_ignoring,
    find_followed_ids,
    find_follows_between,
    find_ignored_between,
    get_relationship,
    has_ignored_users,
    list_followers,
    list_following,
    list_ignored,
    list_ignored_ids,
)
