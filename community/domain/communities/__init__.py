"""Functions that create, change and list communities, and manage their members and moderators.

A community is a group of users with one topic and its own rules. Members can publish posts in the
community. It has one owner and can have several moderators.
"""

from community.domain.communities.actions import (
    adjust_posts_count,
    close,
    create,
    edit,
    join,
    leave,
    reopen,
)
from community.domain.communities.events import (
    CommunityClosed,
    CommunityCreated,
    CommunityEdited,
    CommunityJoined,
    CommunityLeft,
    CommunityReopened,
    ModeratorAdded,
    ModeratorRemoved,
)
from community.domain.communities.moderators import add_moderator, remove_moderator
from community.domain.communities.policies import (
    AVATAR_MAX_BYTES,
    HEADER_MAX_BYTES,
    ensure_may_post,
    is_moderator,
    may_edit,
    may_post,
)
from community.domain.communities.queries import (
    find_community_summaries,
    find_current_slug,
    find_membership,
    get_community,
    get_view,
    get_view_by_slug,
    list_allowed_for_posting,
    list_joined,
    list_largest,
    list_members,
    list_suggested,
    may_moderate,
)
from community.domain.communities.schemas import (
    CommunityChanges,
    CommunitySummary,
    CommunityView,
    PostingPolicy,
)
from community.domain.communities.serializers import build_views, to_community_summary

__all__ = [
    "AVATAR_MAX_BYTES",
    "HEADER_MAX_BYTES",
    "CommunityChanges",
    "CommunityClosed",
    "CommunityCreated",
    "CommunityEdited",
    "CommunityJoined",
    "CommunityLeft",
    "CommunityReopened",
    "CommunitySummary",
    "CommunityView",
    "ModeratorAdded",
    "ModeratorRemoved",
    "PostingPolicy",
    "add_moderator",
    "adjust_posts_count",
    "build_views",
    "close",
    "create",
    "edit",
    "ensure_may_post",
    "find_community_summaries",
    "find_current_slug",
    "find_membership",
    "get_community",
    "get_view",
    "get_view_by_slug",
    "is_moderator",
    "join",
    "leave",
    "list_allowed_for_posting",
    "list_joined",
    "list_largest",
    "list_members",
    "list_suggested",
    "may_edit",
    "may_moderate",
    "may_post",
    "remove_moderator",
    "reopen",
    "to_community_summary",
]
