"""The list of a community's members: its heading, tabs, search form and rows."""

from typing import Any

import reflex as rx

from community import urls
from community.components import people, ui
from community.components.feed_texts import EmptyMessage
from community.domain import communities
from community.domain.communities.schemas import CommunityMember, CommunityView
from community.i18n import gettext as _, pgettext
from community.rendering import Node, choose, el, group, when
from community.styles import listing, profile as styles


def member_list_header(
    community: CommunityView, *, only_moderators: Any, search_form: Node
) -> Node:
    everyone = urls.community_members(community.slug)
    moderators = urls.community_members(community.slug, only_moderators=True)
    return group(
        el.a(
            ui.icon("arrow_left"),
            community.name,
            href=urls.community(community.slug),
            class_name=listing.BACK_LINK,
        ),
        el.h1(members_heading(community.name), class_name="sr-only"),
        ui.link_tabs(
            ui.link_tab(_("Members"), href=everyone, current=choose(only_moderators, False, True)),
            ui.link_tab(_("Moderators"), href=moderators, current=only_moderators),
            label=_("People"),
        ),
        el.div(search_form, class_name=listing.SEARCH),
    )


def members_heading(name: Any) -> str:
    """Return the heading of the list. `name` is a string or a Reflex Var."""
    return _("Members of {name}", name=name)


def search_fields(search: Any, *, only_moderators: Any) -> Node:
    """Return the content of the search form, which works without a script, too."""
    return group(
        when(only_moderators, lambda: el.input(type="hidden", name="role", value="moderator")),
        el.div(
            ui.text_input(
                name="q",
                type="search",
                default_value=search,
                max_length=communities.MAX_SEARCH_LENGTH,
                placeholder=_("Name or username"),
                aria_label=_("Search members"),
                auto_complete="off",
            ),
            class_name=listing.SEARCH_INPUT,
        ),
        ui.button(_("Search"), type="submit"),
    )


def member_row(member: CommunityMember, *, role: Any, menu: Node) -> Node:
    return el.li(
        ui.user_avatar(member, "md"),
        el.div(
            people.name_line(member, class_name=listing.NAME),
            el.p(f"@{member.slug}", class_name=listing.SUBTITLE),
            class_name=listing.TEXT,
        ),
        # Translators: the role of a user in a community.
        when(role == "owner", lambda: ui.badge(pgettext("role", "Owner"), tone="accent")),
        when(role == "moderator", lambda: ui.badge(pgettext("role", "Moderator"))),
        menu,
        class_name=styles.USER_ROW,
    )


def no_members_message() -> EmptyMessage:
    return EmptyMessage(_("Nothing found"), _("Try another name."), "users")


def held_posts_notice(held_posts: Any) -> Node:
    return when(
        held_posts.length() > 0,
        lambda: el.section(
            el.h2(_("Posts to review"), class_name=listing.HELD_TITLE),
            el.ul(rx.foreach(held_posts, _held_post)),
            class_name=listing.HELD,
        ),
    )


def _held_post(post: Any) -> rx.Component:
    return rx.el.li(
        rx.el.a(post.title, href=post.url, dir="auto", class_name=listing.HELD_POST),
        rx.el.span(post.author.name, dir="auto", class_name=listing.NOTE),
        key=post.id,
        class_name=listing.HELD_ROW,
    )
