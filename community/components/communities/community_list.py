"""The list of communities: its heading and rows."""

from community import urls
from community.components import ui
from community.components.page_heading import page_heading
from community.components.profiles import texts as profile_texts
from community.domain.communities.schemas import CommunityView
from community.i18n import gettext as _
from community.rendering import Node, el, plural_text, present, rich_text
from community.styles import listing as styles


def community_list_heading() -> Node:
    return page_heading(
        _("Communities"),
        _(profile_texts.COMMUNITIES_INTRO),
        ui.link_button(_("Create a community"), href=urls.NEW_COMMUNITY, icon_name="plus"),
    )


def community_row(community: CommunityView, *, join_toggle: Node) -> Node:
    members, posts = community.members_count, community.posts_count
    return el.li(
        ui.avatar_for(community, "lg", shape="community"),
        el.div(
            el.a(el.bdi(community.name), href=community.url, class_name=styles.NAME),
            el.p(
                rich_text(member_count_message(members), count=ui.compact_number(members)),
                "\N{NO-BREAK SPACE}· ",
                rich_text(post_count_message(posts), count=ui.compact_number(posts)),
                class_name=styles.NOTE,
            ),
            present(
                community.description,
                lambda text: el.p(text, dir="auto", class_name=styles.DESCRIPTION),
            ),
            class_name=styles.TEXT,
        ),
        el.div(join_toggle, class_name=styles.ACTION),
        class_name=styles.ROW,
    )


def member_count_message(count: int) -> str:
    """Return the text "{count} members". The caller replaces the placeholder `{count}`."""
    return plural_text("{count} member", "{count} members", count, count="{count}")


def post_count_message(count: int) -> str:
    """Return the text "{count} posts". The caller replaces the placeholder `{count}`."""
    return plural_text("{count} post", "{count} posts", count, count="{count}")
