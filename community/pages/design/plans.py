"""Samples of plans and of the dialog that offers them."""

from typing import Final

import reflex as rx

from community.components import ui
from community.components.payments import plans_content, static_offer
from community.domain.subscriptions import Offer, OfferedPlan, PlanFeature
from community.state.pages.payments.plans_content import PlanOffer, PlansPage
from community.styles import payments as styles

_FEATURES: Final = [
    PlanFeature(code="ad_free", name="No advertisements", description="Read without banners."),
    PlanFeature(code="badge", name="Badge", description="A badge beside your name."),
    PlanFeature(
        code="archive",
        name="Архив редакции",
        description="Every issue since 1998, searchable, with the letters of the readers.",
    ),
]
PLANS: Final = PlansPage(
    notice="You have the plan “Reader”. It renews on 31 January 2027.",
    plans=[
        PlanOffer(
            id=1,
            name="Reader",
            description="For people who come every day.",
            price="€4.00",
            period="a month",
            features=_FEATURES[:1],
            is_current=True,
        ),
        PlanOffer(
            id=2,
            name="Patron",
            description="",
            price="1 490,00 ₽",
            period="a month",
            lowered_price="998,30 ₽",
            terms="998,30 ₽ for the first month, then 1 490,00 ₽ a month",
            features=_FEATURES,
            action="Switch to Patron",
        ),
        PlanOffer(
            id=3,
            name="Verlagsgesellschaftsmitgliedschaft",
            description="Everything, for a year, and a printed almanac in December.",
            price="¥120,000",
            period="a year",
            features=_FEATURES[1:],
            action="Get Verlagsgesellschaftsmitgliedschaft",
            trial="Try 14 days free",
        ),
    ],
)
OFFERS: Final = [
    Offer(
        title="Get more with a plan",
        reason="Only subscribers can use the reaction “Fire”.",
        text="Support the site and get more out of it. You can cancel at any time.",
        advantages=["No advertisements", "Badge", "More reactions"],
        plans=[OfferedPlan(id=1, name="Plus", price="€5.00 a month")],
        button_label="See plans",
    ),
    Offer(
        title="Поддержите редакцию и читайте без рекламы",
        reason="Only subscribers can have a video as profile picture.",
        text="Мы живём на деньги читателей.\nKein Cent geht an Werbenetze.",
        advantages=["Der vollständige Archivzugang mit Volltextsuche seit der ersten Ausgabe"],
        plans=[
            OfferedPlan(id=1, name="Читатель", price="490,00 ₽ в месяц", vat="plus VAT"),
            OfferedPlan(id=2, name="Verlagsgesellschaftsmitgliedschaft", price="¥120,000 a year"),
        ],
        button_label="Посмотреть планы и выбрать подходящий",
    ),
]


def _buy_button(plan: PlanOffer) -> rx.Component:
    variant = "secondary" if plan.trial else "primary"
    return ui.button(
        ui.multiline_label(plan.action), variant=variant, class_name=styles.PLAN_BUTTON
    )


def _trial_button(plan: PlanOffer) -> rx.Component:
    return ui.button(
        ui.multiline_label(plan.trial), variant="primary", class_name=styles.PLAN_BUTTON
    )


def sample_plans() -> rx.Component:
    return plans_content(PLANS, _buy_button, _trial_button)


def sample_offers() -> rx.Component:
    return rx.el.div(*map(static_offer, OFFERS), class_name="flex flex-wrap items-start gap-6")
