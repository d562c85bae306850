"""Communities in the browser, with the buttons that join them and turn notifications on or off."""

from typing import Any

import reflex as rx

from community.components.communities.community_list import community_row
from community.components.communities.header import community_header
from community.components.toggles import join_toggle, new_post_notifications_toggle
from community.rendering import Node
from community.state.pages.communities.communities import CommunitiesState, CommunityState


def live_community_header(community: Any) -> Node:
    return community_header(
        community,
        notifications_toggle=new_post_notifications_toggle(
            community.is_subscribed,
            target_id=community.id,
            on_toggle=CommunityState.subscribe(community.id),
        ),
        join_toggle=join_toggle(
            community.is_member,
            target_id=community.id,
            on_toggle=CommunityState.join(community.id),
        ),
    )


def live_community_row(community: Any) -> rx.Component:
    key = community.id.to_string()
    changed: Any = CommunitiesState.is_member_by_id
    is_member = rx.cond(changed.contains(key), changed[key], community.is_member)
    toggle = join_toggle(
        is_member,
        target_id=community.id,
        on_toggle=CommunitiesState.join(community.id),
        size="sm",
    )
    return rx.fragment(community_row(community, join_toggle=toggle), key=community.id)
