"""Tests of what buyers agree to before they pay, and of what is stored of it."""

from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, NotFound
from community.core.money import format_amount
from community.domain import data_export, site, subscriptions
from community.domain.subscriptions import PlanView, credit
from community.domain.subscriptions.checkout import checkouts
from community.domain.subscriptions.checkout.schemas import Checkout
from community.i18n import translation
from community.i18n.formats import format_full_date
from community.models import Mail, PromoCode, PurchaseConsent, SubscriptionPlan
from community.state.pages.payments.payment_content import build_content
from community.state.pages.payments.plans_content import get_plans_page
from community.workflows import payments
from tests.cast import Cast
from tests.domain import personal_data
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    get_subscription,
    list_payments,
    load_payment,
    pay,
    sell,
    start,
)


async def preview(actor: Actor, plan: PlanView, **values: Any) -> Checkout:
    async with read_session() as session:
        return await checkouts.preview(session, actor, plan_id=plan.id, **values)


async def list_consents() -> list[PurchaseConsent]:
    async with read_session() as session:
        rows = select(PurchaseConsent).order_by(col(PurchaseConsent.id))
        return list(await session.scalars(rows))


async def find_on_page(actor: Actor, payment_id: UUID) -> Checkout | None:
    """Return what the buyer must still agree to."""
    async with read_session() as session:
        terms = await checkouts.get_payment_terms(session, actor, payment_id=payment_id)
    return terms.checkout if terms.needs_consent else None


async def write_pages(admin: Actor, **pages: str) -> None:
    """Write the terms of use and the privacy policy of the site."""
    pages |= {f"{name}_html": f"<p>{text}</p>" for name, text in pages.items()}
    async with unit_of_work() as session:
        await site.update_settings(session, admin, site.GeneralSettings(**pages))


def at_noon() -> AbstractContextManager[None]:
    """Travel to noon of 24 November 2026."""
    return clock.travel(datetime(2026, 11, 24, 12, 0, 1, tzinfo=UTC) - clock.now())


async def get_end(actor: Actor) -> datetime:
    return (await get_subscription(actor)).access_until


def get_notes(checkout: Checkout) -> dict[str, str]:
    return {note.kind: note.text for note in checkout.notes}


async def test_the_buyer_agrees_to_amount_period_renewal_and_the_saving_of_the_card(
    cast: Cast,
) -> None:
    plan = await sell(cast.olga)
    with at_noon():
        shown = await preview(cast.alice, plan)
        started = await start(cast.alice, plan, consent=shown.version)
    [consent] = await list_consents()
    assert consent.text == (
        "Get Plus\n"
        "“Plus” for a month: €5.00\n"
        "To pay now: €5.00\n"
        "Renews on 24 December 2026 for €5.00 a month, until you cancel. "
        "Cancel anytime in the settings. You keep the plan until the end of the paid time.\n"
        "The sandbox saves the test card for the renewals. No money is moved."
    )
    assert (consent.payment_id, consent.user_id) == (started.payment.id, cast.alice.id)
    assert (consent.language, consent.version) == ("en", shown.version.partition("-")[2])
    assert clock.format_iso(consent.agreed_at).startswith("2026-11-24T12:00")
    assert await find_on_page(cast.alice, started.payment.id) is None


async def test_the_text_is_in_the_language_of_the_site(cast: Cast) -> None:
    plan = await sell(cast.olga)
    english = await preview(cast.alice, plan)
    with translation.override("ru"):
        russian = await preview(cast.alice, plan)
        await start(cast.alice, plan, consent=russian.version)
    [consent] = await list_consents()
    assert (consent.language, "К оплате" in consent.text) == ("ru", True)
    assert english.version != russian.version


async def test_the_agreement_names_the_pages_that_the_site_has(cast: Cast) -> None:
    plan = await sell(cast.olga)
    assert (await preview(cast.alice, plan)).agreement == ""
    await write_pages(cast.olga, terms_page="Be kind.")
    shown = await preview(cast.alice, plan)
    assert (shown.has_terms, shown.has_privacy) == (True, False)
    await write_pages(cast.olga, terms_page="Be kind.", privacy_page="We keep little.")
    shown = await preview(cast.alice, plan)
    assert shown.agreement == "By continuing, you agree to the {terms} and accept the {privacy}."
    await start(cast.alice, plan, consent=shown.version)
    [consent] = await list_consents()
    assert "you agree to the terms of use and accept the privacy policy." in consent.text


async def test_other_terms_of_the_site_are_another_version(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await write_pages(cast.olga, terms_page="Be kind.")
    shown = await preview(cast.alice, plan)
    await write_pages(cast.olga, terms_page="Be very kind.")
    with pytest.raises(Conflict) as error:
        await start(cast.alice, plan, consent=shown.version)
    assert error.value.code == "terms_changed"


async def test_a_price_that_was_not_shown_is_never_charged(cast: Cast) -> None:
    plan = await sell(cast.olga)
    shown = await preview(cast.alice, plan)
    await run(
        subscriptions.edit_plan, cast.olga, plan_id=plan.id, name="Plus", price=900,
        currency="EUR", period="month",
    )  # fmt: skip
    with pytest.raises(Conflict) as error:
        await start(cast.alice, plan, consent=shown.version)
    assert (error.value.code, await list_payments()) == ("terms_changed", [])
    new = Checkout.model_validate(error.value.details["checkout"])
    assert new.amount == 900
    started = await start(cast.alice, plan, consent=new.version)
    assert started.payment.amount == 900


@pytest.mark.parametrize(
    "version", ["", "x", "1-2", "1732449600-" + "0" * 32, "9" * 16 + "-" + "0" * 32]
)
async def test_a_version_that_was_not_shown_is_no_consent(cast: Cast, version: str) -> None:
    plan = await sell(cast.olga)
    if version:
        with pytest.raises(Conflict):
            await start(cast.alice, plan, consent=version)
    else:
        started = await start(cast.alice, plan)
        assert await find_on_page(cast.alice, started.payment.id) is not None
    assert await list_consents() == []


async def test_a_change_of_the_plan_costs_what_was_shown_for_half_an_hour(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plus)
    shown = await preview(cast.alice, pro)
    with clock.travel(timedelta(minutes=29)):
        started = await start(cast.alice, pro, consent=shown.version)
    assert started.payment.amount == shown.amount
    with clock.travel(timedelta(hours=5)), pytest.raises(Conflict) as error:
        await start(cast.alice, pro, consent=shown.version)
    assert error.value.code == "terms_changed"


async def test_an_unfinished_change_with_another_amount_is_replaced(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, plus)
    first = await start(cast.alice, pro)
    with clock.travel(timedelta(days=3)):
        shown = await preview(cast.alice, pro)
        second = await start(cast.alice, pro, consent=shown.version)
        again = await start(cast.alice, pro, consent=shown.version)
    assert second.payment.amount == shown.amount < first.payment.amount
    assert again.payment.id == second.payment.id
    assert (await load_payment(first.payment.id)).status == "canceled"
    assert len(await list_consents()) == 1


async def test_a_change_without_a_payment_stores_the_consent_too(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    basic = await add_plan(cast.olga, name="Basic", price=300)
    await buy(cast.alice, plus)
    shown = await preview(cast.alice, basic)
    assert shown.amount == 0
    notes = get_notes(shown)
    assert notes["plan"] == "You move from “Plus” to “Basic” at once."
    assert notes["card"] == "Renewals are charged to your card •••• 4242."
    assert "for €3.00 a month" in notes["renewal"]
    started = await payments.start_payment(cast.alice, plan_id=basic.id, consent=shown.version)
    assert started is None
    subscription = await get_subscription(cast.alice)
    [consent] = await list_consents()
    assert (consent.payment_id, consent.subscription_id) == (None, subscription.id)
    assert "“Basic”" in consent.text


async def test_the_same_consent_twice_makes_one_payment(cast: Cast) -> None:
    plan = await sell(cast.olga)
    shown = await preview(cast.alice, plan)
    first = await start(cast.alice, plan, consent=shown.version)
    second = await start(cast.alice, plan, consent=shown.version)
    assert first.payment.id == second.payment.id
    assert len(await list_consents()) == 1


async def test_the_buyer_agrees_on_the_page_of_the_payment(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    payment_id = started.payment.id
    shown = await find_on_page(cast.alice, payment_id)
    assert shown is not None
    values: dict[str, Any] = {"payment_id": payment_id, "version": shown.version}
    for stranger in (cast.bob, cast.olga):
        with pytest.raises(NotFound):
            await run(checkouts.agree, stranger, **values)
        with pytest.raises(NotFound):
            await find_on_page(stranger, payment_id)
    with pytest.raises(DomainError):
        await run(checkouts.agree, cast.guest, **values)
    with pytest.raises(NotFound):
        await run(checkouts.agree, cast.alice, payment_id=uuid4(), version=shown.version)
    with pytest.raises(Conflict) as error:
        await run(checkouts.agree, cast.alice, payment_id=payment_id, version="1-2")
    assert (error.value.code, await list_consents()) == ("terms_changed", [])
    await run(checkouts.agree, cast.alice, **values)
    await run(checkouts.agree, cast.alice, **values)
    assert [consent.payment_id for consent in await list_consents()] == [payment_id]
    async with read_session() as session:
        view = await subscriptions.get_own_payment(session, cast.alice, payment_id)
    assert view.consent is not None
    assert "Renews on" in view.consent.text


async def test_a_payment_that_has_ended_cannot_be_agreed_to(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    shown = await find_on_page(cast.alice, started.payment.id)
    assert shown is not None
    await pay(cast.alice, started.payment.id)
    assert await find_on_page(cast.alice, started.payment.id) is None
    with pytest.raises(Conflict) as error:
        await run(checkouts.agree, cast.alice, payment_id=started.payment.id, version=shown.version)
    assert error.value.code == "payment_ended"


async def test_a_promo_code_is_a_line_and_the_renewal_costs_the_full_price(cast: Cast) -> None:
    plan = await sell(cast.olga, price=999, period="year")
    async with unit_of_work() as session:
        session.add(PromoCode(code="THIRD", percent=33))
    shown = await preview(cast.alice, plan, promo_code="third")
    assert [(line.name, line.amount) for line in shown.lines] == [
        ("“Plus” for a year", "€9.99"),
        ("Promo code THIRD (−33%)", "-€3.29"),
    ]
    assert (shown.total, shown.amount) == ("€6.70", 670)
    assert "for €9.99 a year" in get_notes(shown)["renewal"]
    await start(cast.alice, plan, promo_code="third", consent=shown.version)
    with pytest.raises(Conflict):
        await start(cast.alice, plan, consent=shown.version)


async def test_a_gift_is_not_renewed_and_saves_no_card(cast: Cast) -> None:
    plan = await sell(cast.olga)
    shown = await preview(cast.alice, plan, is_gift=True)
    assert get_notes(shown) == {
        "renewal": "The gift ends after a month and is not renewed.",
        "card": "You pay once. Your card is not saved.",
    }
    assert (shown.renews_at, shown.title) == (None, "Give “Plus”")
    await start(cast.alice, plan, recipient_id=cast.bob.id, consent=shown.version)
    assert len(await list_consents()) == 1
    own = await preview(cast.alice, plan)
    with pytest.raises(Conflict):
        await start(cast.alice, plan, recipient_id=cast.bob.id, consent=own.version)


async def test_time_after_a_trial_is_paid_from_its_end(cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    with at_noon():
        async with read_session() as session:
            trial = await checkouts.preview_trial(session, cast.alice, plan_id=plan.id)
        assert [line.amount for line in trial.lines] == ["Free"]
        assert get_notes(trial)["renewal"] == "Ends on 8 December 2026 and is not renewed."
        await run(subscriptions.start_trial, cast.alice, plan_id=plan.id)
        shown = await preview(cast.alice, plan)
        started = await start(cast.alice, plan, consent=shown.version)
        await pay(cast.alice, started.payment.id)
    notes = get_notes(shown)
    assert notes["plan"] == (
        "The time that you pay for begins when your free trial ends, on 8 December 2026."
    )
    assert notes["renewal"].startswith("Renews on 8 January 2027")
    assert clock.format_iso((await get_subscription(cast.alice)).access_until)[:10] == "2027-01-08"


async def test_what_is_left_of_a_year_lowers_the_price_of_a_month(cast: Cast) -> None:
    year = await sell(cast.olga, price=1_000, period="year")
    month = await add_plan(cast.olga, name="Pro", price=3_000)
    await buy(cast.alice, year)
    shown = await preview(cast.alice, month)
    assert [line.name for line in shown.lines] == ["“Pro” for a month", "What is left of “Plus”"]
    assert shown.amount in {2_000, 2_001}
    assert get_notes(shown)["plan"].endswith("at once, and a new month begins.")


async def test_a_plan_that_is_not_for_sale_has_no_checkout(cast: Cast) -> None:
    plan = await sell(cast.olga)
    for actor in (cast.guest, cast.mallory):
        with pytest.raises(DomainError):
            await preview(actor, plan)
    async with unit_of_work() as session:
        (await session.get_one(SubscriptionPlan, plan.id)).is_active = False
    with pytest.raises(NotFound):
        await preview(cast.alice, plan)


async def test_the_consent_stays_with_the_payment_of_an_erased_account(cast: Cast) -> None:
    plan = await sell(cast.olga)
    shown = await preview(cast.alice, plan)
    started = await start(cast.alice, plan, consent=shown.version)
    async with unit_of_work() as session:
        await subscriptions.personal_data.move_subscriptions(
            session, source_id=cast.alice.id, target_id=cast.bob.id
        )
    assert [consent.user_id for consent in await list_consents()] == [cast.bob.id]
    async with unit_of_work() as session:
        await personal_data.erase(session, subscriptions.PERSONAL_DATA, user_id=cast.bob.id)
    [consent] = await list_consents()
    assert (consent.user_id, consent.payment_id) == (None, started.payment.id)
    async with read_session() as session:
        record = await subscriptions.get_payment(session, cast.olga, payment_id=started.payment.id)
    assert record.consent is not None
    assert record.consent.text.startswith("Get Plus")


async def test_the_archive_of_a_user_contains_what_they_agreed_to(cast: Cast) -> None:
    plan = await sell(cast.olga)
    shown = await preview(cast.alice, plan)
    await start(cast.alice, plan, consent=shown.version)
    [part] = [part for part in data_export.PARTS if part.name == "purchase_consents"]
    async with read_session() as session:
        [row] = (await part.read(session, cast.alice.id)).rows
        assert (await part.read(session, cast.bob.id)).rows == []
    assert row["text"].startswith("Get Plus")


async def test_the_receipt_says_when_the_plan_is_renewed(cast: Cast) -> None:
    plan = await sell(cast.olga)
    with at_noon():
        await buy(cast.alice, plan)
    async with read_session() as session:
        [mail] = await session.scalars(select(Mail).where(col(Mail.subject).contains("receipt")))
    assert "24 November 2026 – 24 December 2026" in mail.text
    assert "Renews on 24 December 2026 for €5.00 a month, until you cancel." in mail.text


async def test_credit_is_used_first_and_the_checkout_says_what_is_left(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    basic = await add_plan(cast.olga, name="Basic", price=300)
    year = await add_plan(cast.olga, name="Year", price=2_000, period="year")
    await buy(cast.alice, plus)
    shown = await preview(cast.alice, basic)
    assert [line.name for line in shown.lines] == [
        f"“Basic” instead of “Plus” until {format_full_date(await get_end(cast.alice))}"
    ]
    assert shown.credit in {699, 700}
    amount = format_amount(shown.credit, "EUR")
    note = f"{amount} of credit is left. It is used first at the next payment."
    assert get_notes(shown)["credit"] == note
    await payments.start_payment(cast.alice, plan_id=basic.id, consent=shown.version)

    shown = await preview(cast.alice, year)
    assert [line.name for line in shown.lines] == [
        "“Year” for a year",
        "What is left of “Basic”",
        "Your credit",
    ]
    assert shown.amount in {1_000, 1_001, 1_002}
    assert "credit" not in get_notes(shown)
    started = await start(cast.alice, year, consent=shown.version)
    assert started.payment.amount == shown.amount


async def test_a_plan_that_credit_pays_is_not_renewed(cast: Cast) -> None:
    plan = await sell(cast.olga, price=500)
    async with unit_of_work() as session:
        await credit.change_balance(session, cast.alice.id, "EUR", 800, "plan_change")
    shown = await preview(cast.alice, plan)
    assert (shown.amount, shown.credit, shown.renews_at) == (0, 300, None)
    notes = get_notes(shown)
    assert notes["renewal"].startswith("Ends on ")
    assert notes["card"].startswith("Your credit pays for it.")
    started = await payments.start_payment(cast.alice, plan_id=plan.id, consent=shown.version)
    assert started is None
    assert (await get_subscription(cast.alice)).renews_at is None
    [consent] = await list_consents()
    assert "Your credit: -€5.00" in consent.text


async def test_the_checkout_says_what_happens_to_a_gift(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    year = await add_plan(cast.olga, name="Year", price=9_000, period="year")
    await buy(cast.bob, plus, recipient_id=cast.alice.id)
    date = format_full_date(await get_end(cast.alice))
    shown = await preview(cast.alice, pro)
    assert get_notes(shown)["plan"] == f"Your gift “Plus” until {date} becomes “Pro” at once."
    shown = await preview(cast.alice, year)
    assert get_notes(shown)["plan"] == (
        f"Your gift “Plus” until {date} ends at once, and “Year” begins. "
        "What is left of the gift counts as paid."
    )
    assert [line.name for line in shown.lines] == ["“Year” for a year", "What is left of “Plus”"]
    assert shown.amount in {8_000, 8_001}
    shown = await preview(cast.alice, plus)
    assert get_notes(shown)["plan"] == (
        f"The time that you pay for begins on {date}, when the time that you have now ends."
    )


async def test_the_checkout_says_that_a_granted_plan_ends(cast: Cast) -> None:
    plus = await sell(cast.olga, price=1_000)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    async with unit_of_work() as session:
        await subscriptions.grant(
            session,
            cast.olga,
            user_id=cast.alice.id,
            plan_id=plus.id,
            until=clock.now() + timedelta(days=60),
        )
    date = format_full_date(await get_end(cast.alice))
    shown = await preview(cast.alice, pro)
    assert (shown.amount, get_notes(shown)["plan"]) == (
        3_000,
        f"You have “Plus” for free until {date}. It ends when the new plan begins.",
    )


async def test_users_see_their_credit_and_where_it_came_from(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    async with unit_of_work() as session:
        await credit.change_balance(session, cast.alice.id, "EUR", 300, "plan_change")
        await credit.change_balance(session, cast.alice.id, "USD", 50, "plan_change")
    async with read_session() as session:
        page = await get_plans_page(session, cast.alice)
    assert page.credit == "You have €3.00, $0.50 of credit. It is used first."
    started = await start(cast.alice, plan)
    await pay(cast.alice, started.payment.id)
    async with read_session() as session:
        own = await credit.get_own_credit(session, cast.alice)
        other = await credit.get_own_credit(session, cast.bob)
        [mail] = await session.scalars(select(Mail).where(col(Mail.subject).contains("receipt")))
    assert [(balance.amount, balance.currency) for balance in own.balances] == [(50, "USD")]
    assert [(change.kind, change.amount, change.payment_id) for change in own.changes] == [
        ("used", -300, started.payment.id),
        ("plan_change", 50, None),
        ("plan_change", 300, None),
    ]
    assert (other.balances, other.changes) == ([], [])
    assert "Paid with credit" in mail.text


@pytest.mark.parametrize(
    ("mode", "lines", "total", "included", "later"),
    [
        ("inclusive", [], "€10.00", "Includes €1.67 VAT (20%)", "€10.00"),
        ("exclusive", [("VAT (20%)", "€2.00")], "€12.00", "", "€12.00"),
    ],
)
async def test_the_checkout_says_what_is_vat(
    cast: Cast,
    mode: str,
    lines: list[tuple[str, str]],
    total: str,
    included: str,
    later: str,
) -> None:
    plan = await sell(cast.olga, price=1_000)
    async with unit_of_work() as session:
        section = site.PaymentSettings.model_validate(
            {
                "provider": "sandbox",
                "vat_mode": mode,
                "seller_country": "AT",
                "seller_tax_id": "ATU12345678",
                "vat_default_rate": "20",
            }
        )
        await site.update_settings(session, cast.olga, section)
    shown = await preview(cast.alice, plan)
    assert [(line.name, line.amount) for line in shown.lines][1:] == lines
    assert (shown.total, shown.included_vat) == (total, included)
    assert f"for {later} a month" in get_notes(shown)["renewal"]
    started = await start(cast.alice, plan, consent=shown.version)
    assert started.payment.amount == shown.amount
    await pay(cast.alice, started.payment.id)
    async with read_session() as session:
        terms = await checkouts.get_payment_terms(
            session, cast.alice, payment_id=started.payment.id
        )
    assert f"for {later} a month" in terms.renewal


@pytest.mark.parametrize(
    ("periods", "text"),
    [
        (0, "Renews on 24 December 2026 for €4.00 a month, until you cancel."),
        (1, "Renews on 24 December 2026 for €8.00 a month, until you cancel."),
        (
            3,
            (
                "Renews on 24 December 2026 for €4.00 a month, and after 2 renewals for "
                "€8.00 a month, until you cancel."
            ),
        ),
    ],
)
async def test_a_promo_code_for_several_periods_lowers_the_renewals(
    cast: Cast, periods: int, text: str
) -> None:
    plan = await sell(cast.olga, price=800)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    async with unit_of_work() as session:
        session.add(PromoCode(code="HALF", percent=50, periods=periods))
    with at_noon():
        shown = await preview(cast.alice, plan, promo_code="half")
        assert get_notes(shown)["renewal"].startswith(text)
        started = await start(cast.alice, plan, promo_code="half", consent=shown.version)
        await pay(cast.alice, started.payment.id)
        async with read_session() as session:
            terms = await checkouts.get_payment_terms(
                session, cast.alice, payment_id=started.payment.id
            )
        assert terms.renewal == text
        ends = "Your discount ends." in get_notes(await preview(cast.alice, pro))["plan"]
    assert ends == (periods != 1)


@pytest.mark.parametrize("server", ["", "mail.example"])
async def test_the_page_speaks_of_a_receipt_only_where_the_site_can_send_mails(
    cast: Cast, server: str
) -> None:
    plan = await sell(cast.olga)
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.GeneralSettings(smtp_host=server))
    started = await start(cast.alice, plan, consent=(await preview(cast.alice, plan)).version)
    await pay(cast.alice, started.payment.id)
    async with read_session() as session:
        terms = await checkouts.get_payment_terms(
            session, cast.alice, payment_id=started.payment.id
        )
    content = build_content(started.payment.model_copy(update={"status": "succeeded"}), None, terms)
    expected = "Your plan is active." + (" We've emailed you the receipt." if server else "")
    assert content.text == expected
