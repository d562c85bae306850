"""The texts that a buyer agrees to before they pay: what is paid now and later, and by what."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from community.domain.subscriptions.billing import describe_price
from community.domain.subscriptions.checkout.facts import CheckoutFacts, CurrentPlan, RenewalPrices
from community.domain.subscriptions.checkout.schemas import CheckoutLine, CheckoutNote
from community.i18n import formats, gettext as _, ngettext, noop
from community.models import PlanVersion

_SAVED_BY: Final[Mapping[str, str]] = {
    "stripe": noop("Stripe saves your card for the renewals. This site never sees its number."),
    "yookassa": noop("YooKassa saves your card for the renewals. This site never sees its number."),
    "sandbox": noop("The sandbox saves the test card for the renewals. No money is moved."),
}


def describe_title(facts: CheckoutFacts) -> str:
    if facts.kind == "trial":
        return _("Try “{plan}” for free", plan=facts.plan)
    if facts.kind == "gift":
        return _("Give “{plan}”", plan=facts.plan)
    if facts.kind == "upgrade":
        return _("Switch to {plan}", plan=facts.plan)
    if facts.current is not None and facts.current.is_same and facts.current.origin != "trial":
        return _("Extend {plan}", plan=facts.plan)
    return _("Get {plan}", plan=facts.plan)


def list_lines(facts: CheckoutFacts) -> list[CheckoutLine]:
    """Return the parts of the amount, whose sum it is unless the old plan was worth more."""
    lines = [_build_first_line(facts)]
    if facts.promo is not None:
        name = _(
            "Promo code {code} (−{percent}%)", code=facts.promo.code, percent=facts.promo.percent
        )
        lowered = facts.version.price - facts.net - facts.credit_used
        lines.append(CheckoutLine(name=name, amount=facts.format(-lowered)))
    if facts.rest and facts.current is not None:
        name = _("What is left of “{plan}”", plan=facts.current.name)
        lines.append(CheckoutLine(name=name, amount=facts.format(-facts.rest)))
    if facts.credit_used:
        lines.append(CheckoutLine(name=_("Your credit"), amount=facts.format(-facts.credit_used)))
    if facts.vat and facts.adds_vat:
        name = _("VAT ({rate})", rate=_format_rate(facts.vat_rate))
        lines.append(CheckoutLine(name=name, amount=facts.format(facts.vat)))
    return lines


def describe_included_vat(facts: CheckoutFacts) -> str:
    """Return how much of the amount is VAT, or "" if it is a line of its own, or there is none."""
    if not facts.vat or facts.adds_vat:
        return ""
    amount, rate = facts.format(facts.vat), _format_rate(facts.vat_rate)
    return _("Includes {amount} VAT ({rate})", amount=amount, rate=rate)


def list_notes(facts: CheckoutFacts) -> list[CheckoutNote]:
    """Return what happens to the current plan, what is paid later, and who saves the card."""
    texts: list[tuple[Literal["plan", "renewal", "credit", "card"], str]] = [
        ("plan", _describe_current_plan(facts)),
        ("renewal", _describe_later(facts)),
        ("credit", _describe_credit(facts)),
        ("card", _describe_card(facts)),
    ]
    return [CheckoutNote(kind=kind, text=text) for kind, text in texts if text]


def describe_agreement(*, has_terms: bool, has_privacy: bool) -> str:
    """Return the sentence with the placeholders `terms` and `privacy`, or "" without pages."""
    if has_terms and has_privacy:
        return _("By continuing, you agree to the {terms} and accept the {privacy}.")
    if has_terms:
        return _("By continuing, you agree to the {terms}.")
    return _("By continuing, you accept the {privacy}.") if has_privacy else ""


def get_page_names() -> dict[str, str]:
    """Return what the agreement calls the pages of the site, by the name of the placeholder."""
    return {
        # Translators: in a sentence: "By continuing, you agree to the terms of use."
        "terms": _("terms of use"),
        # Translators: in a sentence: "By continuing, you accept the privacy policy."
        "privacy": _("privacy policy"),
    }


def describe_renewal(date: datetime, version: PlanVersion, prices: RenewalPrices) -> str:
    renewal = formats.format_full_date(date)
    price = describe_price(prices.first, version.currency, version.period)
    if not prices.lowered_count:
        return _("Renews on {date} for {price}, until you cancel.", date=renewal, price=price)
    return ngettext(
        "Renews on {date} for {lowered}, and after {n} renewal for {price}, until you cancel.",
        "Renews on {date} for {lowered}, and after {n} renewals for {price}, until you cancel.",
        prices.lowered_count,
        date=renewal,
        lowered=price,
        price=describe_price(prices.later, version.currency, version.period),
    )


def describe_end(date: datetime) -> str:
    return _("Ends on {date} and is not renewed.", date=formats.format_full_date(date))


def _format_rate(rate: int) -> str:
    return formats.format_share(rate / 10_000)


def _build_first_line(facts: CheckoutFacts) -> CheckoutLine:
    version = facts.version
    if facts.kind == "trial":
        name = ngettext(
            "“{plan}” for {n} day", "“{plan}” for {n} days", version.trial_days, plan=facts.plan
        )
        return CheckoutLine(name=name, amount=_("Free"))
    if facts.difference is not None and facts.current is not None:
        name = _(
            "“{plan}” instead of “{old}” until {date}",
            plan=facts.plan,
            old=facts.current.name,
            date=formats.format_full_date(facts.current.access_until),
        )
        return CheckoutLine(name=name, amount=facts.format(facts.difference))
    if version.period == "month":
        name = _("“{plan}” for a month", plan=facts.plan)
    else:
        name = _("“{plan}” for a year", plan=facts.plan)
    return CheckoutLine(name=name, amount=facts.format(version.price))


def _describe_current_plan(facts: CheckoutFacts) -> str:
    current = facts.current
    if current is None or facts.kind in {"gift", "trial"}:
        return ""
    if facts.kind == "upgrade":
        text = _describe_change(facts, current)
        return _("{text} Your discount ends.", text=text) if current.has_discount else text
    if current.is_same or current.origin == "trial":
        return _describe_start(current, facts.starts_at) if facts.starts_at else ""
    date = formats.format_full_date(current.access_until)
    if current.origin == "grant":
        return _(
            "You have “{plan}” for free until {date}. It ends when the new plan begins.",
            plan=current.name,
            date=date,
        )
    return _(
        "You have “{plan}” until {date}. It ends when the new plan begins.",
        plan=current.name,
        date=date,
    )


def _describe_start(current: CurrentPlan, starts_at: datetime) -> str:
    date = formats.format_full_date(starts_at)
    if current.origin == "trial":
        return _(
            "The time that you pay for begins when your free trial ends, on {date}.", date=date
        )
    return _(
        "The time that you pay for begins on {date}, when the time that you have now ends.",
        date=date,
    )


def _describe_change(facts: CheckoutFacts, current: CurrentPlan) -> str:
    names = {"old": current.name, "plan": facts.plan}
    if current.origin == "gift":
        date = formats.format_full_date(current.access_until)
        if facts.difference is not None:
            return _("Your gift “{old}” until {date} becomes “{plan}” at once.", date=date, **names)
        return _(
            "Your gift “{old}” until {date} ends at once, and “{plan}” begins. What is left of the "
            "gift counts as paid.",
            date=date,
            **names,
        )
    if facts.difference is not None:
        return _("You move from “{old}” to “{plan}” at once.", **names)
    if facts.version.period == "month":
        return _("You move from “{old}” to “{plan}” at once, and a new month begins.", **names)
    return _("You move from “{old}” to “{plan}” at once, and a new year begins.", **names)


def _describe_later(facts: CheckoutFacts) -> str:
    if facts.kind == "gift":
        if facts.version.period == "month":
            return _("The gift ends after a month and is not renewed.")
        return _("The gift ends after a year and is not renewed.")
    if not facts.is_renewed:
        return describe_end(facts.ends_at)
    return " ".join(
        (
            describe_renewal(facts.ends_at, facts.version, facts.renewals),
            _("Cancel anytime in the settings. You keep the plan until the end of the paid time."),
        )
    )


def _describe_credit(facts: CheckoutFacts) -> str:
    if not facts.credit_left:
        return ""
    amount = facts.format(facts.credit_left)
    return _("{amount} of credit is left. It is used first at the next payment.", amount=amount)


def _describe_card(facts: CheckoutFacts) -> str:
    if facts.kind == "trial":
        return _("You need no card, and nothing is charged.")
    if facts.kind == "gift":
        return _("You pay once. Your card is not saved.")
    if facts.amount:
        return _(_SAVED_BY.get(facts.provider, _SAVED_BY["stripe"]))
    if facts.kind == "purchase":
        return _("Your credit pays for it. Add a card in the settings if you want to renew it.")
    if facts.is_renewed and facts.current is not None and facts.current.card:
        return _("Renewals are charged to your card •••• {digits}.", digits=facts.current.card)
    return ""
