"""Checks the keys of payment providers with a request before they are stored."""

from collections.abc import Iterable, Mapping
from typing import Final

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Invalid
from community.domain import site
from community.domain.site import SettingsChanges
from community.gateways.payments import PaymentProviderError, ProviderUnavailable
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


async def check_keys(actor: Actor, changes: SettingsChanges) -> None:
    """Let each provider whose settings change check its keys. Other sections need no check.

    Call this before the transaction that stores the changes.

    Raises:
        NotFound, PermissionDenied: The actor may not change the section.
        Invalid: A provider does not accept a key or does not answer, or its address changes
            without the key. The stored key would otherwise be sent to the new address.
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
    except ProviderUnavailable:
        message = _("The provider didn't answer, so this key can't be checked. Try again shortly.")
        raise Invalid.for_field(code, message) from None
    except PaymentProviderError:
        raise Invalid.for_field(code, _("The provider doesn't accept this key.")) from None
