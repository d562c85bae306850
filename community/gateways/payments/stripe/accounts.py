"""What an account at Stripe says about itself and about the rights of its key."""

import asyncio
from typing import Any, Final

from community.gateways.payments.errors import RightMissing
from community.gateways.payments.gateway import AccountDescription
from community.gateways.payments.stripe.client import StripeAccount, convert_errors

# What the site reads, with the names of the rights in Stripe's Dashboard. Write access cannot be
# tested without a change.
_RIGHTS: Final = {
    "customers": "Customers",
    "payment_intents": "PaymentIntents",
    "setup_intents": "SetupIntents",
    "refunds": "Refunds",
    "charges": "Charges",
    "disputes": "Disputes",
}


async def describe_account(api: Any, keys: StripeAccount) -> AccountDescription:
    """Return the account to which the keys belong.

    Raise `KeysRejected` if the secret key is wrong.
    """
    name, *rights = await asyncio.gather(
        _read_name(api), *(_may_read(getattr(api, code)) for code in _RIGHTS)
    )
    missing = [
        label for label, is_given in zip(_RIGHTS.values(), rights, strict=True) if not is_given
    ]
    is_test = _is_test(keys.secret_key)
    return AccountDescription(
        name=str(name),
        is_test=is_test,
        missing_rights=tuple(missing),
        has_other_public_key=_is_test(keys.publishable_key) != is_test,
        has_webhook_secret=bool(keys.webhook_secret),
    )


async def _read_name(api: Any) -> str:
    """Return the name or the id of the account, or "" if the key may not read it."""
    try:
        with convert_errors():
            account = (await api.accounts.retrieve_current_async()).to_dict()
    except RightMissing:
        return ""
    profile = account.get("business_profile") or {}
    return str(profile.get("name") or account.get("id") or "")


async def _may_read(service: Any) -> bool:
    try:
        with convert_errors():
            await service.list_async(params={"limit": 1})
    except RightMissing:
        return False
    return True


def _is_test(key: str) -> bool:
    return "_test_" in key
