"""Functions that create, change and list communities, and manage their members and moderators."""

from community.domain.communities.actions import (
    adjust_posts_count,
    clear_removed_pictures,
    close,
    create,
    edit,
    join,
    leave,
    render_rules,
    reopen,
)
from community.domain.communities.community_table import COMMUNITY_TABLE
from community.domain.communities.events import (
    CommunityClosed,
    CommunityCreated,
    CommunityEdited,
    CommunityLeft,
    CommunityReopened,
    CommunityTransferred,
    ModeratorAdded,
    ModeratorRemoved,
)
from community.domain.communities.moderators import (
    add_moderator,
    moderated_community_ids,
    remove_moderator,
    transfer,
)
from community.domain.communities.ownership import list_led, list_owned_names
from community.domain.communities.personal_data import PERSONAL_DATA
from community.domain.communities.policies import (
    AVATAR_MAX_BYTES,
    HEADER_MAX_BYTES,
    NAME_MAX_LENGTH,
    SLUG_MAX_LENGTH,
    ensure_may_post,
)
from community.domain.communities.queries import (
    MAX_SEARCH_LENGTH,
    filter_moderators,
    find_current_slug,
    find_membership,
    find_summaries,
    find_views,
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
    CommunityMember,
    CommunitySummary,
    CommunityView,
    MemberRole,
    PostingPolicy,
)
from community.domain.communities.serializers import to_community_summary
