"""The page with the top authors: its heading with links to the periods, and its rows."""

from typing import Any, Final

from community import urls
from community.components import people, ui
from community.components.communities.community_list import post_count_message
from community.components.feed_texts import EmptyMessage
from community.components.page_heading import page_heading
from community.domain import ratings, site
from community.i18n import gettext as _, noop
from community.rendering import Node, el, group, plural_text, rich_text
from community.styles import layout, listing, profile as styles

INTRO: Final = noop("The people to whose posts and comments others respond most.")

_PERIOD_LABELS: Final[dict[site.TopUsersPeriod, str]] = {
    # Translators: a period of time.
    "day": noop("Day"),
    # Translators: a period of time.
    "week": noop("Week"),
    # Translators: a period of time.
    "month": noop("Month"),
    # Translators: a period of time.
    "year": noop("Year"),
    "all": noop("All time"),
}


def top_authors_heading(current: Any) -> Node:
    return group(
        page_heading(_("Top authors"), _(INTRO)),
        ui.link_tabs(
            *(
                ui.link_tab(
                    _(_PERIOD_LABELS[period]),
                    href=urls.top_authors(period),
                    current=current == period,
                )
                for period in ratings.TOP_PERIODS
            ),
            label=_("Period"),
        ),
    )


def no_top_authors_message() -> EmptyMessage:
    return EmptyMessage(
        _("No top authors yet"),
        _("Authors appear here when others respond to their posts in this period."),
        "trophy",
    )


def top_author_row(author: ratings.TopAuthor) -> Node:
    followers, posts = author.followers_count, author.posts_count
    follower_text = plural_text("{count} follower", "{count} followers", followers, count="{count}")
    return el.li(
        el.span(author.place, class_name=f"{layout.SIDEBAR_RANK} {listing.RANK}"),
        ui.user_avatar(author, "md"),
        el.div(
            people.name_line(author, class_name=listing.NAME),
            el.p(
                rich_text(follower_text, count=ui.compact_number(followers)),
                "\N{NO-BREAK SPACE}· ",
                rich_text(post_count_message(posts), count=ui.compact_number(posts)),
                class_name=listing.SUBTITLE,
            ),
            class_name=listing.TEXT,
        ),
        el.span(
            ui.compact_number(author.rating),
            class_name=listing.SCORE,
            title=_(layout.RATING_TITLE),
        ),
        class_name=styles.USER_ROW,
    )
