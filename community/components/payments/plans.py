"""The page with the plans: its heading, the plans beside each other, and the messages."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from community.components import ui
from community.components.page_heading import page_heading
from community.domain.subscriptions import PlanFeature
from community.i18n import gettext as _, noop
from community.rendering import Node, choose, each, el, group, length, present, when
from community.state.pages.payments.plans_content import PlanOffer, PlansPage
from community.styles import payments as styles

INTRO: Final = noop("Support the site and get more out of it. You can cancel at any time.")


Button: TypeAlias = Callable[[PlanOffer | Any], Node]


def plans_content(
    content: PlansPage | Any,
    buy_button: Button,
    trial_button: Button,
    *,
    gift_button: Button | None = None,
    promo: Node = None,
) -> Node:
    return group(
        page_heading(_("Plans"), _(INTRO)),
        present(content.notice, lambda text: el.p(text, class_name=styles.NOTICE)),
        present(content.credit, _credit),
        when(
            length(content.plans) > 0,
            lambda: group(
                el.ul(
                    each(
                        content.plans,
                        lambda plan: plan_card(plan, buy_button, trial_button, gift_button),
                    ),
                    class_name=styles.GRID,
                ),
                promo,
            ),
            lambda: ui.empty_state(
                _("Nothing is on sale"),
                _("There are no plans to buy right now. Come back later."),
                icon_name="credit_card",
            ),
        ),
    )


def _credit(text: Any) -> Node:
    return el.p(ui.icon("wallet", styles.GIFT_ICON), text, class_name=styles.GIFT_NOTICE)


def gift_notice(recipient: Any) -> Node:
    """Return the line above the plans for a user who has come from the profile of the recipient."""
    return el.p(
        ui.icon("gift", styles.GIFT_ICON),
        _("Choose a plan for @{name}, and press “Give as a gift”.", name=recipient),
        class_name=styles.GIFT_NOTICE,
    )


def plan_card(
    plan: PlanOffer | Any,
    buy_button: Button,
    trial_button: Button,
    gift_button: Button | None = None,
) -> Node:
    return el.li(
        el.div(
            el.h2(plan.name, class_name=styles.PLAN_NAME, dir="auto"),
            when(plan.is_current, lambda: ui.badge(_("Your plan"), tone="accent")),
            class_name=styles.PLAN_HEADING,
        ),
        el.div(
            el.p(
                when(
                    plan.lowered_price != "",
                    lambda: group(
                        el.span(plan.lowered_price, class_name=styles.PRICE),
                        el.s(plan.price, class_name=styles.FORMER_PRICE),
                    ),
                    lambda: el.span(plan.price, class_name=styles.PRICE),
                ),
                el.span(plan.period, class_name=styles.PERIOD),
                present(plan.vat, lambda text: el.span(text, class_name=styles.PERIOD)),
                class_name=styles.PRICE_ROW,
            ),
            present(plan.terms, lambda text: el.p(text, class_name=styles.TERMS)),
        ),
        present(plan.description, lambda text: el.p(text, class_name=styles.PLAN_TEXT, dir="auto")),
        el.ul(each(plan.features, _feature), class_name=styles.FEATURES),
        present(plan.problem, lambda text: el.p(text, class_name=styles.PROBLEM)),
        el.div(
            present(plan.overdue_url, lambda url: _overdue_link(plan.overdue_action, url)),
            when(plan.trial != "", lambda: trial_button(plan)),
            when(plan.action != "", lambda: buy_button(plan)),
            None if gift_button is None else gift_button(plan),
            class_name=styles.ACTION,
        ),
        key=plan.id,
        class_name=styles.PLAN,
        data_current=choose(plan.is_current, "", None),
    )


def _overdue_link(label: Any, url: Any) -> Node:
    return ui.link_button(label, href=url, variant="primary", class_name=styles.PLAN_BUTTON)


def _feature(feature: PlanFeature | Any) -> Node:
    return el.li(
        ui.icon("check", styles.FEATURE_ICON),
        el.span(
            el.span(feature.name, class_name=styles.FEATURE_NAME, dir="auto"),
            present(
                feature.description,
                lambda text: el.span(text, class_name=styles.FEATURE_TEXT, dir="auto"),
            ),
        ),
        key=feature.code,
        class_name=styles.FEATURE,
    )
