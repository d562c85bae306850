"""Tests the saved keys of a provider on request of an administrator."""

import asyncio
from dataclasses import dataclass
from typing import Final

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.core.throttle import work
from community.domain import site
from community.gateways.payments import (
    AccountDescription,
    KeysRejected,
    PaymentGateway,
    PaymentProviderError,
)
from community.i18n import gettext as _
from community.workflows.payments.gateways import build_gateway

# The State of a tab is locked for at most 10 seconds.
TIMEOUT_SECONDS: Final = 9.0


@dataclass(frozen=True, slots=True)
class KeyTest:
    is_ok: bool
    message: str


async def check_saved_keys(actor: Actor, provider: str) -> KeyTest:
    """Ask a provider which account the saved keys belong to, and record the test.

    Raises:
        NotFound, PermissionDenied: The actor may not change the section.
        Invalid: No keys are saved.
    """
    site.ensure_may_change(actor, site.PaymentSettings)
    async with read_session() as session:
        section = await site.load_settings_section(session, site.PaymentSettings)
    gateway = build_gateway(provider, section)
    if gateway is None:
        raise Invalid(_("Save the keys first."))
    work.begin()
    result = await _test(gateway)
    async with unit_of_work() as session:
        await site.record_key_test(session, actor, provider=provider, is_ok=result.is_ok)
    return result


async def _test(gateway: PaymentGateway) -> KeyTest:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            account = await gateway.describe_account()
    except KeysRejected:
        return KeyTest(is_ok=False, message=_("The provider doesn't accept this key."))
    except (TimeoutError, PaymentProviderError):
        return KeyTest(is_ok=False, message=_("The provider didn't answer. Try again shortly."))
    problems = _list_problems(account)
    return KeyTest(is_ok=not problems, message=" ".join([_describe(account), *problems]))


def _describe(account: AccountDescription) -> str:
    if not account.name:
        if account.is_test:
            return _("The keys work in test mode, which moves no money.")
        return _("The keys work in live mode.")
    if account.is_test:
        return _("The keys of {name} work in test mode, which moves no money.", name=account.name)
    return _("The keys of {name} work in live mode.", name=account.name)


def _list_problems(account: AccountDescription) -> list[str]:
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
