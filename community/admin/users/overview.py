"""The links from the side sheet of a user to their content, reports and subscription."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, sheet_section
from community.admin.users.overview_state import OverviewState
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import data_table as styles


def overview_section(user: Any) -> Node:
    """Return what the viewer may see of the user in other sections, with links to them."""
    overview: Any = OverviewState.overview
    posts_url = f"{urls.admin_section('posts')}?author={user.id}"
    comments_url = f"{urls.admin_section('comments')}?author={user.id}"
    reports_url = f"{urls.admin_section('reports')}?user={user.id}"
    return sheet_section(
        facts(
            fact(_("Posts"), _link(user.posts_count, posts_url)),
            _shown(overview.comments, _("Comments"), _link(overview.comments, comments_url)),
            _shown(overview.reports, _("Reports"), _link(overview.reports, reports_url)),
            _shown(overview.plan, _("Plan"), _plan(user, overview)),
            fact(_("Followers"), user.followers_count),
            fact(_("Following"), user.following_count),
            fact(_("Rating"), user.rating),
        ),
        title=_("Activity"),
    )


def _shown(text: Any, label: str, value: Node) -> Node:
    return rx.cond(text != "", rx.fragment(*fact(label, value)))


def _plan(user: Any, overview: Any) -> Node:
    section = urls.admin_section("user-subscriptions")
    return el.div(
        overview.plan,
        rx.cond(
            overview.subscription_id != 0,
            _link(_("Extend or revoke"), f"{section}?record={overview.subscription_id}"),
            _link(_("Grant a plan"), f"{section}?grant={user.slug}"),
        ),
        class_name=styles.SHEET_PLAN,
    )


def _link(text: Any, href: Any) -> Node:
    return el.a(text, href=href, class_name=styles.SHEET_LINK)
