"""The pages of a profile below its header: the tabs, a comment of the user, and more about them."""

from typing import Any, Final

from community import urls
from community.components import ui
from community.components.comments.comment_row import comment_images
from community.components.feed_texts import EmptyMessage
from community.components.profiles.rating_chart import rating_section
from community.domain import discovery, pages
from community.domain.comments.schemas import AuthoredComment
from community.domain.communities.schemas import LedCommunity
from community.domain.people.schemas import Profile
from community.i18n import gettext as _, noop
from community.rendering import (
    Node,
    choose,
    each,
    el,
    length,
    plural_text,
    present,
    relative_time,
    rich_text,
    sanitized_html,
    when,
)
from community.styles import listing, profile as styles

_TAB_TITLES: Final[dict[pages.ProfileTab, str]] = {
    "posts": noop("Posts"),
    "comments": noop("Comments"),
    # Translators: the page with more information about a user.
    "about": noop("Info"),
}


def profile_tabs(profile: Profile, current: pages.ProfileTab) -> Node:
    return el.div(
        ui.link_tabs(
            *(
                ui.link_tab(
                    _(title), href=urls.PROFILE_PAGES[tab](profile.slug), current=tab == current
                )
                for tab, title in _TAB_TITLES.items()
            ),
            label=_("Profile"),
        ),
        el.h2(_(_TAB_TITLES[current]), class_name="sr-only"),
        class_name=styles.TABS,
    )


def comments_title(user_name: Any) -> str:
    """Return the title of the page. `user_name` is a string or a Reflex Var."""
    return _("Comments by {name}", name=user_name)


def about_title(user_name: Any) -> str:
    """Return the title of the page. `user_name` is a string or a Reflex Var."""
    return _("About {name}", name=user_name)


def no_comments_message() -> EmptyMessage:
    return EmptyMessage(_("No comments yet"), _("Published comments appear here."), "comment")


def authored_comment_row(comment: AuthoredComment) -> Node:
    return el.li(
        el.article(
            el.h3(
                el.a(
                    el.bdi(comment.post.title), href=comment.url, class_name=styles.COMMENTED_POST
                ),
                class_name=styles.COMMENT_HEADING,
            ),
            sanitized_html(comment.html, styles.COMMENT_TEXT),
            comment_images(comment.media),
            el.p(
                el.a(relative_time(comment.created_at), href=comment.url),
                when(comment.edited_at, lambda: el.span(_("edited"))),
                when(comment.replies_count > 0, lambda: _replies_text(comment)),
                class_name=styles.COMMENT_NOTES,
            ),
        ),
        class_name=styles.COMMENT,
    )


def about_section(profile: Profile, about: discovery.AboutUser) -> Node:
    """Return the facts about a user, their communities and the chart of their places."""
    return el.div(
        el.dl(
            _fact(_("Member since"), relative_time(profile.created_at, "")),
            when(
                about.rating > 0,
                lambda: _fact(_("Rating"), ui.compact_number(about.rating)),
            ),
            present(profile.place, lambda place: _fact(_("Place"), el.span("#", place))),
            class_name=styles.FACTS,
        ),
        present(about.chart, lambda chart: rating_section(profile, chart, about.period)),
        when(length(about.communities) > 0, lambda: _communities_section(about.communities)),
        class_name=styles.ABOUT,
    )


def _fact(term: str, value: Node) -> Node:
    return el.div(
        el.dt(term, class_name=styles.FACT_TERM), el.dd(value, class_name=styles.FACT_VALUE)
    )


def _replies_text(comment: AuthoredComment) -> Node:
    count = comment.replies_count
    text = plural_text("{count} reply", "{count} replies", count, count="{count}")
    return el.a(rich_text(text, count=ui.compact_number(count)), href=comment.url)


def _communities_section(communities: list[LedCommunity]) -> Node:
    return el.section(
        el.h3(_("Communities"), class_name=styles.SECTION_HEADING),
        el.ul(each(communities, _community_row), class_name=listing.LIST),
    )


def _community_row(community: LedCommunity) -> Node:
    return el.li(
        ui.avatar_for(community, "md"),
        el.div(
            el.a(
                el.bdi(community.name),
                href=urls.community(community.slug),
                class_name=listing.NAME,
            ),
            el.p(choose(community.is_owner, _("Owner"), _("Moderator")), class_name=listing.NOTE),
            class_name=listing.TEXT,
        ),
        class_name=styles.USER_ROW,
    )
