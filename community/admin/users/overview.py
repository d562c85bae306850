"""The links from the side sheet of a user to their content, reports and subscription."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, sheet_section
from community.core.read_models import ReadModel
from community.domain import comments, moderation, posts, subscriptions
from community.i18n import formats, gettext as _
from community.rendering import Node, el
from community.state.runtime import request_context
from community.state.runtime.request_context import run_query
from community.styles.ui import data_table as styles

# The numbers are counted up to this one, which is then shown with a plus sign.
MAX_SHOWN = 1_000


class Overview(ReadModel):
    """What the viewer may see of a user in other sections. Texts are empty without access."""

    posts: str = ""
    comments: str = ""
    reports: str = ""
    plan: str = ""  # the plan and its end, or that there is none
    subscription_id: int = 0  # the live subscription, or 0


class OverviewState(rx.State):
    overview: Overview = Overview()

    async def _load(self, user_id: int) -> None:
        actor, values = request_context.get_actor(), Overview()
        if actor.has_section("posts"):
            count = await run_query(posts.count_of_author, user_id=user_id)
            values = values.model_copy(update={"posts": _format(count)})
        if actor.has_section("comments"):
            count = await run_query(comments.count_of_author, user_id=user_id)
            values = values.model_copy(update={"comments": _format(count)})
        if actor.has_section(moderation.reports.SECTION):
            count = await run_query(moderation.reports.count_about, user_id=user_id)
            values = values.model_copy(update={"reports": _format(count)})
        if actor.has_section("user-subscriptions"):
            record = await run_query(subscriptions.find_subscription_of_user, user_id=user_id)
            text = _("No plan")
            if record is not None:
                end = formats.format_full_date(record.access_until)
                text = _("{plan} until {date}", plan=record.plan.name, date=end)
            subscription_id = record.id if record else 0
            values = values.model_copy(update={"plan": text, "subscription_id": subscription_id})
        self.overview = values


def _format(count: int) -> str:
    return (
        f"{formats.format_number(count)}+" if count >= MAX_SHOWN else formats.format_number(count)
    )


def overview_section(user: Any) -> Node:
    """Return what the viewer may see of the user in other sections, with links to them."""
    overview: Any = OverviewState.overview
    posts_url = f"{urls.admin_section('posts')}?author={user.id}"
    comments_url = f"{urls.admin_section('comments')}?author={user.id}"
    reports_url = f"{urls.admin_section('reports')}?user={user.id}"
    return sheet_section(
        facts(
            _shown(overview.posts, _("Posts"), _link(overview.posts, posts_url)),
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
