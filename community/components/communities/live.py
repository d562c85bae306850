"""Communities in the browser, with the buttons that join them and turn notifications on or off."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.communities.closing import name_confirmation_form
from community.components.communities.community_list import community_row
from community.components.communities.header import community_header
from community.components.communities.members import member_row, search_fields
from community.components.location import is_loaded
from community.components.toggles import join_toggle, new_post_notifications_toggle
from community.i18n import gettext as _
from community.rendering import Node, el
from community.state.pages.communities.communities import CommunitiesState, CommunityState
from community.state.pages.communities.community_members import CommunityMembersState
from community.state.pages.layout import LayoutState
from community.styles import listing

_State: Any = CommunityMembersState


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


def live_search_form() -> rx.Component:
    return rx.el.form(
        search_fields(_State.search, only_moderators=_State.only_moderators),
        key=rx.cond(_State.only_moderators, "moderators", "members"),
        on_submit=_State.submit_search,
        role="search",
        class_name=listing.SEARCH_ROW,
    )


def live_member_row(member: Any) -> rx.Component:
    key = member.id.to_string()
    role = rx.cond(
        _State.role_by_id.contains(key), _State.role_by_id[key].to(str), member.role.to(str)
    )
    return rx.fragment(
        member_row(member, role=role, menu=_member_menu(member, role)), key=member.id
    )


def transfer_dialog() -> rx.Component:
    community = _State.community
    return ui.dialog(
        name_confirmation_form(
            community.name,
            error=_State.transfer_error,
            confirm_label=_("Transfer"),
            on_submit=_State.transfer,
            on_cancel=_State.show_transfer_dialog(0, ""),
            key=_State.transfer_target_id.to_string(),
        ),
        id="transfer-dialog",
        title=_("Transfer this community?"),
        text=_(
            "{name} becomes the owner and can edit, close or transfer the community. "
            "The current owner stays a moderator.",
            name=_State.transfer_target_name,
        ),
        open=_State.transfer_target_id != 0,
        on_close=_State.show_transfer_dialog(0, ""),
    )


def _member_menu(member: Any, role: Any) -> rx.Component:
    viewer: Any = LayoutState.viewer
    can_edit, is_self = _State.community.can_edit, is_loaded(viewer) & (viewer.id == member.id)
    menu_id = f"menu-member-{member.id}"
    is_shown = (role != "owner") & (can_edit | (is_self & (role == "moderator")))
    return rx.cond(
        is_shown,
        ui.menu(
            el.button(
                ui.icon("more"),
                type="button",
                class_name=listing.ROW_MENU,
                aria_label=_("More actions"),
                aria_description=member.name,
                **ui.menu_button_attrs(menu_id),
            ),
            _moderator_action(member, role, is_self),
            rx.cond(
                can_edit,
                ui.menu_action(
                    _("Make owner"),
                    icon_name="users",
                    is_danger=True,
                    on_click=_State.show_transfer_dialog(member.id, member.name),
                ),
            ),
            id=menu_id,
            label=_("More actions"),
        ),
    )


def _moderator_action(member: Any, role: Any, is_self: Any) -> rx.Component:
    return rx.cond(
        role == "moderator",
        ui.menu_action(
            rx.cond(is_self, _("Stop moderating"), _("Remove as moderator")),
            icon_name="x",
            on_click=_State.set_moderator(member.id, False),
        ),
        ui.menu_action(
            _("Make moderator"), icon_name="check", on_click=_State.set_moderator(member.id, True)
        ),
    )
