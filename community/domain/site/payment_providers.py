"""The payment providers: keys that administrators have replaced, and origins of payment forms.

Payments that were made with a replaced key can be unfinished, and refunded or disputed much later.
So the site keeps the last `MAX_RETIRED_KEYS` of each provider for `RETIRED_KEYS_RETENTION`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from pydantic import SecretStr
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, signed_tokens
from community.domain.site import stored_sections
from community.domain.site.definitions import PaymentSettings, get_definitions
from community.models import RetiredPaymentKeys

MAX_RETIRED_KEYS: Final = 10
RETIRED_KEYS_RETENTION: Final = timedelta(days=400)
# The settings that identify an account, by provider. Without the last one there is no account.
_IDENTIFYING: Final = {
    "stripe": ("stripe_api_url", "stripe_secret_key"),
    "yookassa": ("yookassa_api_url", "yookassa_shop_id", "yookassa_secret_key"),
}

# What Stripe's script needs besides: https://docs.stripe.com/security/guide#content-security-policy
_STRIPE_SCRIPT_HOST = "js.stripe.com"
_STRIPE_ORIGINS = ("https://*.js.stripe.com", "https://hooks.stripe.com")
# The widget of YooKassa opens frames of YooMoney, to which it belongs.
_YOOKASSA_SCRIPT_HOST = "yookassa.ru"
_YOOKASSA_ORIGINS = ("https://*.yookassa.ru", "https://yoomoney.ru", "https://*.yoomoney.ru")


@dataclass(frozen=True, slots=True)
class RetiredKeys:
    section: PaymentSettings  # settings in which only those of the provider are set
    retired_at: datetime


async def retire_payment_keys(
    session: AsyncSession, before: PaymentSettings, after: PaymentSettings
) -> None:
    """Keep the keys that a change of the settings replaces or removes."""
    for provider in _IDENTIFYING:
        old, new = _identify(before, provider), _identify(after, provider)
        if old == new:
            continue
        await _remove(session, provider, new)
        if old:
            await _remove(session, provider, old)
            values = stored_sections.encrypt(json.dumps(_dump(before, provider)))
            session.add(RetiredPaymentKeys(provider=provider, account=old, settings=values))
            await session.flush()
        await _remove_excess(session, provider)


async def list_retired_keys(session: AsyncSession, provider: str) -> list[RetiredKeys]:
    """Return the replaced keys of a provider, last replaced first."""
    keys = []
    for row in await _list_rows(session, provider):
        if values := stored_sections.decrypt(row.settings):
            section = PaymentSettings.model_validate(json.loads(values))
            keys.append(RetiredKeys(section, row.retired_at))
    return keys


async def delete_expired_keys(session: AsyncSession) -> None:
    expired = col(RetiredPaymentKeys.retired_at) < clock.now() - RETIRED_KEYS_RETENTION
    await session.execute(delete(RetiredPaymentKeys).where(expired))


def list_payment_origins(provider: str, section: PaymentSettings) -> tuple[str, ...]:
    """Return the origins that the Content-Security-Policy of the page must allow."""
    if provider == "yookassa":
        origin = _get_origin(section.yookassa_script_url)
        is_original = urlsplit(section.yookassa_script_url).hostname == _YOOKASSA_SCRIPT_HOST
        return (origin, *(_YOOKASSA_ORIGINS if is_original else ()))
    if provider != "stripe":
        return ()
    own = dict.fromkeys(map(_get_origin, (section.stripe_script_url, section.stripe_api_url)))
    is_original = urlsplit(section.stripe_script_url).hostname == _STRIPE_SCRIPT_HOST
    return (*own, *(_STRIPE_ORIGINS if is_original else ()))


def _identify(section: PaymentSettings, provider: str) -> str:
    """Return the keyed hash of an account, or "" if the provider has no key."""
    values = [_read(getattr(section, code)) for code in _IDENTIFYING[provider]]
    return signed_tokens.compute_digest("payment-account", provider, *values) if values[-1] else ""


def _dump(section: PaymentSettings, provider: str) -> dict[str, str]:
    codes = (code for code in get_definitions(PaymentSettings) if code.startswith(f"{provider}_"))
    return {code: _read(getattr(section, code)) for code in codes}


def _read(value: SecretStr | str) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else value


async def _remove(session: AsyncSession, provider: str, account: str) -> None:
    await session.execute(
        delete(RetiredPaymentKeys).where(
            col(RetiredPaymentKeys.provider) == provider,
            col(RetiredPaymentKeys.account) == account,
        )
    )


async def _remove_excess(session: AsyncSession, provider: str) -> None:
    for row in (await _list_rows(session, provider))[MAX_RETIRED_KEYS:]:
        await session.delete(row)
    await session.flush()


async def _list_rows(session: AsyncSession, provider: str) -> Sequence[RetiredPaymentKeys]:
    rows = await session.scalars(
        select(RetiredPaymentKeys)
        .where(
            RetiredPaymentKeys.provider == provider,
            col(RetiredPaymentKeys.retired_at) > clock.now() - RETIRED_KEYS_RETENTION,
        )
        .order_by(col(RetiredPaymentKeys.retired_at).desc(), col(RetiredPaymentKeys.id).desc())
    )
    return rows.all()


def _get_origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
