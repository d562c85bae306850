"""Tests of the keys of payment providers that administrators replace."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr
from sqlmodel import select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site
from community.domain.site.payment_providers import MAX_RETIRED_KEYS, RETIRED_KEYS_RETENTION
from community.models import RetiredPaymentKeys
from tests.cast import Cast


async def save(cast: Cast, **values: Any) -> None:
    secrets = {code: SecretStr(value) for code, value in values.items() if code.endswith("key")}
    changes = await site.prepare_changes(site.PaymentSettings, {**values, **secrets})
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)


async def list_keys(provider: str = "stripe") -> list[str]:
    async with read_session() as session:
        keys = await site.list_retired_keys(session, provider)
    return [getattr(item.section, f"{provider}_secret_key").get_secret_value() for item in keys]


async def test_a_replaced_key_is_kept_encrypted_with_its_address(cast: Cast) -> None:
    await save(cast, stripe_secret_key="sk_test_1", stripe_api_url="https://old.example")
    assert await list_keys() == []
    await save(cast, stripe_secret_key="sk_test_2", stripe_api_url="https://new.example")
    assert await list_keys() == ["sk_test_1"]
    async with read_session() as session:
        [row] = await session.scalars(select(RetiredPaymentKeys))
        [keys] = await site.list_retired_keys(session, "stripe")
    assert "sk_test_1" not in row.settings
    assert keys.section.stripe_api_url == "https://old.example"
    assert keys.section.yookassa_shop_id == ""


async def test_other_changes_and_the_same_key_retire_nothing(cast: Cast) -> None:
    await save(cast, stripe_secret_key="sk_test_1")
    await save(cast, stripe_secret_key="sk_test_1", time_zone="Europe/London")
    assert await list_keys() == []


async def test_a_removed_key_is_kept_and_one_that_is_used_again_is_not(cast: Cast) -> None:
    await save(cast, stripe_secret_key="sk_test_1")
    changes = await site.prepare_changes(site.PaymentSettings, {"stripe_secret_key": None})
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)
    assert await list_keys() == ["sk_test_1"]
    await save(cast, stripe_secret_key="sk_test_1")
    assert await list_keys() == []


async def test_another_shop_with_the_same_key_is_another_account(cast: Cast) -> None:
    await save(cast, yookassa_secret_key="key", yookassa_shop_id="1")
    await save(cast, yookassa_shop_id="2")
    assert await list_keys("yookassa") == ["key"]
    assert await list_keys("stripe") == []


async def test_the_number_and_the_time_of_kept_keys_are_limited(cast: Cast) -> None:
    for number in range(MAX_RETIRED_KEYS + 3):
        with clock.travel(timedelta(minutes=number)):
            await save(cast, stripe_secret_key=f"sk_test_{number}")
    keys = await list_keys()
    assert (len(keys), keys[0]) == (MAX_RETIRED_KEYS, f"sk_test_{MAX_RETIRED_KEYS + 1}")
    with clock.travel(RETIRED_KEYS_RETENTION + timedelta(hours=1)):
        assert await list_keys() == []
        async with unit_of_work() as session:
            await site.delete_expired_keys(session)
    async with read_session() as session:
        assert (await session.scalars(select(RetiredPaymentKeys))).all() == []


@pytest.mark.parametrize("section", [site.PaymentSettings])
async def test_kept_keys_are_in_no_view_and_no_export(
    cast: Cast, section: type[site.PaymentSettings]
) -> None:
    await save(cast, stripe_secret_key="sk_test_replaced_1")
    await save(cast, stripe_secret_key="sk_test_current_22")
    async with read_session() as session:
        view = await site.get_settings_view(session, cast.olga, section)
        exported = await site.export_settings(session, cast.olga)
    assert "replaced" not in str(view) + str(exported)
