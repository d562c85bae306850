"""State of the links from the side sheet of a user to other sections."""

import reflex as rx

from community.core.read_models import ReadModel
from community.domain import comments, subscriptions
from community.domain.moderation import reports
from community.i18n import gettext as _
from community.i18n.formats import format_full_date, format_number
from community.state.runtime import request_context
from community.state.runtime.actions import run_query

# The numbers are counted up to this one, which is then shown with a plus sign.
MAX_SHOWN = 1_000


class Overview(ReadModel):
    """What the viewer may see of a user in other sections. Texts are empty without access.

    Attributes:
        subscription_id: The live subscription, or 0.
        plan: The plan and its end, or that there is none.
    """

    comments: str = ""
    reports: str = ""
    plan: str = ""
    subscription_id: int = 0


class OverviewState(rx.State):
    overview: Overview = Overview()

    async def _load(self, user_id: int) -> None:
        actor, values = request_context.get_actor(), Overview()
        if actor.has_section("comments"):
            count = await run_query(comments.count_of_author, user_id=user_id)
            values = values.model_copy(update={"comments": _format(count)})
        if actor.has_section(reports.SECTION):
            count = await run_query(reports.count_about, user_id=user_id)
            values = values.model_copy(update={"reports": _format(count)})
        if actor.has_section("user-subscriptions"):
            record = await run_query(subscriptions.find_subscription_of_user, user_id=user_id)
            text = _("No plan")
            if record is not None:
                end = format_full_date(record.access_until)
                text = _("{plan} until {date}", plan=record.plan.name, date=end)
            subscription_id = record.id if record else 0
            values = values.model_copy(update={"plan": text, "subscription_id": subscription_id})
        self.overview = values


def _format(count: int) -> str:
    return f"{format_number(count)}+" if count >= MAX_SHOWN else format_number(count)
