"""What the section shows of subscriptions, as text in the language of the site."""

from community.core.money import format_amount
from community.core.read_models import ReadModel
from community.domain import subscriptions
from community.i18n.formats import format_number


class PlanFigure(ReadModel):
    """How many users have a plan. `id` is the value of the filter."""

    id: str
    name: str
    count: str


class Figures(ReadModel):
    """The live subscriptions. `live` is empty until they are loaded."""

    live: str = ""
    revenue: list[str] = []
    plans: list[PlanFigure] = []
    plan_names: dict[str, str] = {}


class SubscriptionTexts(ReadModel):
    """Texts in the side sheet. `card` is the brand of the saved card and its last digits, or ""."""

    price: str = ""
    credit: str = ""
    card: str = ""


def build_figures(statistics: subscriptions.SubscriptionStatistics) -> Figures:
    return Figures(
        live=format_number(statistics.live_count),
        revenue=[format_amount(item.amount, item.currency) for item in statistics.monthly_revenue],
        plans=[
            PlanFigure(id=str(item.plan.id), name=item.plan.name, count=format_number(item.count))
            for item in statistics.plans
        ],
        plan_names={str(item.plan.id): item.plan.name for item in statistics.plans},
    )


def build_texts(record: subscriptions.SubscriptionRecord) -> SubscriptionTexts:
    return SubscriptionTexts(
        price=format_amount(record.price, record.currency),
        credit=format_amount(record.credit, record.currency) if record.credit else "",
        card=subscriptions.describe_method(record.payment_method) if record.payment_method else "",
    )
