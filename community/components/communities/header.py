"""The header of a community page: images, name, description, counts, rules and moderators."""

from community import urls
from community.components import people, profiles, ui
from community.components.communities.community_list import member_count_message, post_count_message
from community.components.profiles import texts as profile_texts
from community.domain.communities.schemas import CommunityView
from community.domain.people.schemas import UserSummary
from community.i18n import gettext as _
from community.rendering import Node, choose, each, el, present, sanitized_html, when
from community.styles import listing, profile as styles


def community_header(
    community: CommunityView, *, notifications_toggle: Node, join_toggle: Node
) -> Node:
    return el.header(
        profiles.header_image(community.header),
        el.div(
            ui.avatar_for(community, "xl", shape="community", class_name=styles.AVATAR_RING),
            el.div(
                _buttons(community, notifications_toggle, join_toggle), class_name=styles.ACTIONS
            ),
            class_name=styles.TOP,
        ),
        _name_and_description(community),
        present(
            community.closed_at,
            lambda _at: el.p(_(profile_texts.CLOSED_TEXT), class_name=listing.NOTICE),
        ),
        _rules_and_moderators(community),
        class_name=styles.HEAD,
    )


def community_tabs(slug: str, *, is_new: bool) -> Node:
    return ui.link_tabs(
        ui.link_tab(_("Popular"), href=urls.community(slug), current=not is_new),
        ui.link_tab(_("New"), href=urls.community_new_feed(slug), current=is_new),
        label=_("Posts"),
    )


def _buttons(community: CommunityView, notifications_toggle: Node, join_toggle: Node) -> Node:
    return [
        when(
            community.can_edit,
            lambda: ui.link_button(_("Edit"), href=urls.edit_community(community.slug)),
        ),
        notifications_toggle,
        when(
            community.can_post,
            lambda: ui.link_button(
                _("Write here"),
                href=urls.write_in_community(community.slug),
                icon_name="write",
                class_name=styles.WRITE_BUTTON,
            ),
        ),
        when(_can_join_or_leave(community), lambda: join_toggle),
    ]


def _can_join_or_leave(community: CommunityView) -> bool:
    return choose(community.is_member, True, choose(community.closed_at, False, True))


def _name_and_description(community: CommunityView) -> Node:
    members, posts = community.members_count, community.posts_count
    return el.div(
        el.h1(el.bdi(community.name), class_name=styles.NAME),
        el.p(f"c/{community.slug}", class_name=styles.SLUG),
        present(community.description, lambda text: el.p(text, dir="auto", class_name=styles.BIO)),
        el.div(
            profiles.count_text(
                member_count_message(members), members, urls.community_members(community.slug)
            ),
            profiles.count_text(post_count_message(posts), posts),
            class_name=styles.STATS,
        ),
        class_name=styles.TEXT,
    )


def _rules_and_moderators(community: CommunityView) -> Node:
    moderators = el.div(each(community.moderators, _moderator_link), class_name=listing.MODERATORS)
    return el.div(
        when(
            community.rules != "",
            lambda: _collapsible_section(
                _("Rules"), sanitized_html(community.rules_html, listing.COLLAPSIBLE_TEXT)
            ),
        ),
        _collapsible_section(_("Moderators"), moderators),
        class_name=listing.COLLAPSIBLES,
    )


def _collapsible_section(title: str, body: Node) -> Node:
    return el.details(
        el.summary(
            title,
            ui.icon("chevron_down", listing.COLLAPSIBLE_ICON),
            class_name=listing.COLLAPSIBLE_TITLE,
        ),
        el.div(body, class_name=listing.COLLAPSIBLE_BODY),
        class_name=listing.COLLAPSIBLE,
    )


def _moderator_link(user: UserSummary) -> Node:
    content = (ui.avatar_for(user, "xs"), people.person_name(user), people.name_badge(user))
    return when(
        user.is_deleted,
        lambda: el.span(*content, class_name=listing.MODERATOR),
        lambda: el.a(*content, href=urls.profile(user.slug), class_name=listing.MODERATOR),
    )
