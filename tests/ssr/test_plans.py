"""Tests of the server-rendered page with the plans, and of the placeholder for a payment."""

from httpx import AsyncClient, Response

from community import i18n, urls
from community.core.db import sessions as database
from community.domain import site, subscriptions
from community.workflows import payments
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import add_plan, buy, load_payment, sell, start


async def get_main(client: AsyncClient, path: str = urls.PLANS) -> str:
    page = await client.get(path)
    assert page.status_code == 200
    return page.text.split("<main")[1].split("</main>")[0]


def get_card(main: str, name: str) -> str:
    [card] = [part for part in main.split("<li")[1:] if f">{name}</h2>" in part]
    return card


async def test_guests_see_the_plans_with_links_to_sign_in(
    html_client: AsyncClient, cast: Cast
) -> None:
    await sell(cast.olga, name="Plus", price=450, features=["badge", "fancy_nickname"])
    await add_plan(cast.olga, name="Pro", price=5_000, currency="JPY", period="year")
    main = await get_main(html_client)
    assert "€4.50" in main
    assert ">a month<" in main
    assert "¥5,000" in main
    assert ">a year<" in main
    assert main.index(">Plus</h2>") < main.index(">Pro</h2>")
    assert ">Styled name</span>" in main
    assert f'href="{urls.sign_in(urls.PLANS)}"'.replace("&", "&amp;") in main
    assert "Your plan" not in main


async def test_guests_sign_in_to_try_a_plan(html_client: AsyncClient, cast: Cast) -> None:
    await sell(cast.olga, trial_days=1)
    link = (await get_main(html_client)).split(">Try 1 day free</span></a>")[0].rpartition("<a")[2]
    assert urls.sign_in(urls.PLANS).replace("&", "&amp;") in link


async def test_the_account_menu_has_the_plans_while_something_is_on_sale(
    html_client: AsyncClient, cast: Cast
) -> None:
    async def has_link() -> bool:
        page = (await html_client.get(urls.DRAFTS)).text
        return f'href="{urls.PLANS}"' in page

    await sign_in(html_client, cast.alice)
    assert not await has_link()
    plan = await sell(cast.olga)
    await database.wait_for_pushes()
    assert await has_link()
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, is_active=False)
    await database.wait_for_pushes()
    assert not await has_link()


async def test_the_link_of_a_profile_says_who_gets_the_plan(
    html_client: AsyncClient, cast: Cast
) -> None:
    await sell(cast.olga)
    assert "Choose a plan for @bob" in await get_main(html_client, urls.give_plan("bob"))
    assert "Choose a plan for" not in await get_main(html_client)


async def test_prices_have_the_format_of_the_language(html_client: AsyncClient, cast: Cast) -> None:
    await sell(cast.olga, price=450)
    with i18n.override("ru"):
        main = await get_main(html_client)
    assert "4,50\N{NO-BREAK SPACE}€" in main
    assert "в месяц" in main


async def test_a_subscriber_sees_which_plan_they_have(html_client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, name="Plus")
    await add_plan(cast.olga, name="Pro", price=900)
    await buy(cast.alice, plan)
    await sign_in(html_client, cast.alice)
    main = await get_main(html_client)
    assert "It renews on" in main
    assert "Your plan</span>" in get_card(main, "Plus")
    assert "<button" not in get_card(main, "Plus")
    assert ">Switch to Pro</span></button>" in get_card(main, "Pro")


async def test_a_canceled_plan_can_be_extended(html_client: AsyncClient, cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga, name="Plus"))
    await run(subscriptions.cancel, cast.alice)
    await sign_in(html_client, cast.alice)
    main = await get_main(html_client)
    assert "You have the plan “Plus” until" in main
    assert ">Extend Plus</span></button>" in main


async def test_the_cached_page_follows_changes_of_plans_and_of_the_provider(
    html_client: AsyncClient, cast: Cast
) -> None:
    plan = await sell(cast.olga, name="Plus")
    for _visit in range(2):
        assert ">Plus</h2>" in await get_main(html_client)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, name="Gold")
    await database.wait_for_pushes()
    assert ">Gold</h2>" in await get_main(html_client)
    await run(site.update_settings, cast.olga, site.PaymentSettings(provider="off"))
    await database.wait_for_pushes()
    assert "Nothing is on sale" in await get_main(html_client)
    assert 'name="robots" content="noindex' in (await html_client.get(urls.PLANS)).text


async def test_only_the_buyer_reaches_the_page_of_a_payment(
    html_client: AsyncClient, cast: Cast
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    path = urls.payment(started.payment.id)
    assert "Sign in to see your payment" in await get_main(html_client, path)
    await sign_in(html_client, cast.alice)
    page = await html_client.get(path)
    assert page.status_code == 200
    assert 'name="robots" content="noindex' in page.text
    await sign_in(html_client, cast.bob)
    assert (await html_client.get(path)).status_code == 404
    assert (await html_client.get(urls.payment("nonsense"))).status_code == 404


def ensure_allowed(page: Response, origin: str) -> None:
    policy = page.headers["content-security-policy"]
    for directive in ("script-src", "frame-src", "connect-src"):
        [values] = [part for part in policy.split("; ") if part.startswith(f"{directive} ")]
        assert origin in values.split()


async def test_only_the_pages_of_payments_and_cards_allow_the_script_of_the_provider(
    html_client: AsyncClient, cast: Cast
) -> None:
    async with open_stripe() as stripe_server:
        plan = await sell_with_stripe(cast.olga, stripe_server)
        payment_id = (await start(cast.alice, plan)).payment.id
        await sign_in(html_client, cast.alice)
        page = await html_client.get(urls.payment(payment_id))
        ensure_allowed(page, stripe_server.url)
        reference = (await load_payment(payment_id)).reference
        stripe_server.pay(reference, "pm_card_visa", return_url="http://localhost/")
        await payments.confirm_payment(cast.alice, payment_id)
        setup = (await payments.start_setup(cast.alice)).setup
    ensure_allowed(await html_client.get(urls.card_setup(setup.id)), stripe_server.url)
    other = await html_client.get(urls.PLANS)
    assert stripe_server.url not in other.headers["content-security-policy"]
