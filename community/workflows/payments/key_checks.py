"""Checks the keys of payment providers with a request: before they are stored, and on demand."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from community.core import rate_limits
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import site
from community.domain.site import SettingsChanges
from community.gateways import payments
from community.i18n import gettext as _
from community.workflows.payments.gateways import build_gateway

# The setting with the secret key of each provider, the setting with the address to which the key is
# sent, and the setting with the account to which the key belongs.
_SECRET_KEYS: Final[Mapping[str, str]] = {
    "stripe": "stripe_secret_key",
    "yookassa": "yookassa_secret_key",
}
_ADDRESSES: Final[Mapping[str, str]] = {
    "stripe": "stripe_api_url",
    "yookassa": "yookassa_api_url",
}
_ACCOUNTS: Final[Mapping[str, str]] = {"yookassa": "yookassa_shop_id"}
# The State of a tab is locked for at most 10 seconds.
TIMEOUT_SECONDS: Final = 9.0


@dataclass(frozen=True, slots=True)
class KeyTest:
    is_ok: bool
    message: str


async def check_keys(actor: Actor, changes: SettingsChanges) -> None:
    """Let each provider whose settings change check its keys. Other sections need no check.

    Call this before the transaction that stores the changes.

    Raises:
        Invalid: A provider does not accept a key or does not answer, or its address changes without
            the key. The stored key would otherwise be sent to the new address.
    """
    if changes.section_type is not site.PaymentSettings:
        return
    site.ensure_may_change(actor, changes.section_type)
    async with read_session() as session:
        stored = await site.get_settings_section(session, site.PaymentSettings)
    for provider in _SECRET_KEYS:
        await _check(provider, stored, changes)


async def check_imported_keys(actor: Actor, changes: Iterable[SettingsChanges]) -> None:
    """Check the keys in a file with settings, as `check_keys` does.

    Raises:
        Invalid: See `check_keys`. The names of the fields are those of `site.prepare_import`.
    """
    for section_changes in changes:
        try:
            await check_keys(actor, section_changes)
        except Invalid as error:
            name = section_changes.section_type.name
            fields = {f"{name}.{code}": texts for code, texts in error.field_errors.items()}
            raise Invalid(error.message, field_errors=fields) from error


async def check_saved_keys(actor: Actor, provider: str) -> KeyTest:
    """Ask a provider which account the saved keys belong to, and record the test.

    Raise `Invalid` if no keys are saved.
    """
    site.ensure_may_change(actor, site.PaymentSettings)
    async with read_session() as session:
        section = await site.load_settings_section(session, site.PaymentSettings)
    gateway = build_gateway(provider, section)
    if gateway is None:
        raise Invalid(_("Save the keys first."))
    rate_limits.begin_work()
    result = await _test_keys(gateway)
    async with unit_of_work() as session:
        await site.record_key_test(session, actor, provider=provider, is_ok=result.is_ok)
    return result


async def _check(provider: str, stored: site.PaymentSettings, changes: SettingsChanges) -> None:
    code, address = _SECRET_KEYS[provider], _ADDRESSES[provider]
    changed = stored.model_copy(update=dict(changes.values))
    gateway = build_gateway(provider, changed)
    is_chosen = changed.provider == provider != stored.provider
    is_moved = getattr(changed, address) != getattr(stored, address)
    is_given = code in changes.values
    is_other_account = _ACCOUNTS.get(provider, code) in changes.values
    if gateway is None or not (is_chosen or is_moved or is_given or is_other_account):
        return
    if is_moved and not is_given:
        raise Invalid.for_field(code, _("Enter the key again to use it with another address."))
    try:
        await gateway.check_keys()
    except payments.ProviderUnavailable:
        message = _("The provider didn't answer, so this key can't be checked. Try again shortly.")
        raise Invalid.for_field(code, message) from None
    except payments.PaymentProviderError:
        raise Invalid.for_field(code, _("The provider doesn't accept this key.")) from None


async def _test_keys(gateway: payments.PaymentGateway) -> KeyTest:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            account = await gateway.describe_account()
    except payments.KeysRejected:
        return KeyTest(is_ok=False, message=_("The provider doesn't accept this key."))
    except (TimeoutError, payments.PaymentProviderError):
        return KeyTest(is_ok=False, message=_("The provider didn't answer. Try again shortly."))
    problems = _list_account_problems(account)
    return KeyTest(is_ok=not problems, message=" ".join([_describe_account(account), *problems]))


def _describe_account(account: payments.AccountDescription) -> str:
    if not account.name:
        if account.is_test:
            return _("The keys work in test mode, which moves no money.")
        return _("The keys work in live mode.")
    if account.is_test:
        return _("The keys of {name} work in test mode, which moves no money.", name=account.name)
    return _("The keys of {name} work in live mode.", name=account.name)


def _list_account_problems(account: payments.AccountDescription) -> list[str]:
    problems = []
    if account.is_disabled:
        problems.append(_("The account is disabled."))
    if account.missing_rights:
        rights = ", ".join(account.missing_rights)
        problems.append(_("The key has no access to: {rights}.", rights=rights))
    if account.has_other_public_key:
        problems.append(_("The publishable key is for the other mode."))
    if not account.has_webhook_secret:
        problems.append(_("The signing secret of the webhook is missing."))
    return problems
