"""What pages of the site show: functions that load everything that a page and its URL select.

The server-rendered page and the State that makes the page live call the same function. Pages that
show what one function of a subject returns, such as the page of a search, call that function.
"""

from community.domain.pages.community import (
    load_community_form,
    load_community_members_page,
    load_community_page,
)
from community.domain.pages.feed import (
    FEED_PATHS,
    FeedScope,
    find_feed_scope,
    is_sign_in_required,
    list_feed_items,
    load_feed_page,
)
from community.domain.pages.post import load_post_page
from community.domain.pages.profile import (
    FollowListName,
    ProfilePage,
    ProfileTab,
    list_follows,
    load_follow_list_page,
    load_profile_page,
)
