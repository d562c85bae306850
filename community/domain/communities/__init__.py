"""Communities: places with a subject, rules and moderators, that people join and publish in."""

from community.domain.communities.actions import (
    close,
    count_post,
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
    ModeratorAppointed,
    ModeratorDismissed,
)
from community.domain.communities.moderators import appoint, dismiss
from community.domain.communities.policies import ensure_may_post, may_edit, may_post, moderates
from community.domain.communities.queries import (
    find_moved,
    find_standing,
    get_community,
    get_view,
    joined,
    labels,
    largest,
    may_moderate,
    members,
    to_join,
    view_at,
)
from community.domain.communities.schemas import (
    CommunityChanges,
    CommunityLabel,
    CommunityView,
    Posting,
)
from community.domain.communities.views import label_of, views

__all__ = [
    "CommunityChanges",
    "CommunityClosed",
    "CommunityCreated",
    "CommunityEdited",
    "CommunityJoined",
    "CommunityLabel",
    "CommunityLeft",
    "CommunityReopened",
    "CommunityView",
    "ModeratorAppointed",
    "ModeratorDismissed",
    "Posting",
    "appoint",
    "close",
    "count_post",
    "create",
    "dismiss",
    "edit",
    "ensure_may_post",
    "find_moved",
    "find_standing",
    "get_community",
    "get_view",
    "join",
    "joined",
    "label_of",
    "labels",
    "largest",
    "leave",
    "may_edit",
    "may_moderate",
    "may_post",
    "members",
    "moderates",
    "reopen",
    "to_join",
    "view_at",
    "views",
]
