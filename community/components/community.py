"""The header of a community page, rendered in the browser.

`ssr/communities.py` renders the same header on the server.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.avatars import avatar_for
from community.components.profile import count_text
from community.components.toggles import join_toggle, new_post_notifications_toggle
from community.i18n import gettext as _
from community.state.community import CommunityState
from community.styles import listing, profile_texts
from community.styles import profile as styles


def community_header(community: Any) -> rx.Component:
    """Return the header with the images, name, counts, rules and moderators of a community.

    `community` is a Reflex Var that contains a `CommunityView`.
    """
    return rx.el.header(
        rx.el.div(
            rx.cond(
                community.header,
                rx.el.img(src=community.header.to(str), alt="", class_name=styles.HEADER_IMAGE),
            ),
            class_name=styles.HEADER,
        ),
        rx.el.div(
            avatar_for(community, "xl", shape="community", class_name=styles.AVATAR_RING),
            rx.el.div(_action_buttons(community), class_name=styles.ACTIONS),
            class_name=styles.TOP,
        ),
        _name_and_description(community),
        rx.cond(
            community.closed_at, rx.el.p(_(profile_texts.CLOSED_TEXT), class_name=listing.NOTICE)
        ),
        _rules_and_moderators(community),
        class_name=styles.HEAD,
    )


def _name_and_description(community: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h1(community.name, class_name=styles.NAME),
        rx.el.p(f"c/{community.slug}", class_name=styles.SLUG),
        rx.cond(community.description != "", rx.el.p(community.description, class_name=styles.BIO)),
        rx.el.div(
            count_text(member_count_message(community), community.members_count),
            count_text(post_count_message(community), community.posts_count),
            class_name=styles.STATS,
        ),
        class_name=styles.TEXT,
    )


def _rules_and_moderators(community: Any) -> rx.Component:
    return rx.el.div(
        rx.cond(
            community.rules != "",
            _collapsible_section(
                _("Rules"), rx.html(community.rules_html, class_name=listing.COLLAPSIBLE_TEXT)
            ),
        ),
        _collapsible_section(
            _("Moderators"),
            rx.el.div(
                rx.foreach(community.moderators, _moderator_link), class_name=listing.MODERATORS
            ),
        ),
        class_name=listing.COLLAPSIBLES,
    )


def member_count_message(community: Any) -> rx.Var[str]:
    """Return the text "{count} members". The caller replaces the placeholder `{count}`."""
    return ui.plural_text("{count} member", "{count} members", community.members_count)


def post_count_message(community: Any) -> rx.Var[str]:
    """Return the text "{count} posts". The caller replaces the placeholder `{count}`."""
    return ui.plural_text("{count} post", "{count} posts", community.posts_count)


def _action_buttons(view: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(view.can_edit, ui.link_button(_("Edit"), href=f"/c/{view.slug}/edit")),
        new_post_notifications_toggle(
            view.is_subscribed, on_toggle=CommunityState.subscribe(view.id)
        ),
        rx.cond(
            view.can_post,
            ui.link_button(
                _("Write here"),
                href=f"/write?community={view.slug}",
                icon_name="write",
                class_name=styles.WRITE_BUTTON,
            ),
        ),
        join_toggle(view.is_member, on_toggle=CommunityState.join(view.id)),
    )


def _collapsible_section(title: str, body: rx.Component) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            title,
            ui.icon("chevron_down", listing.COLLAPSIBLE_ICON),
            class_name=listing.COLLAPSIBLE_TITLE,
        ),
        rx.el.div(body, class_name=listing.COLLAPSIBLE_BODY),
        class_name=listing.COLLAPSIBLE,
    )


def _moderator_link(user: Any) -> rx.Component:
    return rx.el.a(
        avatar_for(user, "xs"), user.name, href=f"/{user.slug}", class_name=listing.MODERATOR
    )
