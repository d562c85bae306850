"""The settings of payment providers."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, field_validator

from community.core.settings import settings
from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.invoices import SellerSettings, VatSettings
from community.domain.site.definitions.validation import NO_SECRET, HttpUrl, Line, Secret
from community.i18n import gettext as _, noop

PaymentProvider = Literal["off", "stripe", "yookassa", "sandbox"]

# `vat_code` of the receipts of 54-FZ: https://yookassa.ru/developers/payment-acceptance/receipts
YooKassaReceipts = Literal["none", "1", "2", "3", "4", "7", "8", "11"]

# Listing the time zones reads 600 files.
_list_time_zones = cache(available_timezones)

_ADDRESS_HELP: Final = noop("Change it only if the service has moved it.")


def _define_address(label: str) -> Any:
    return Annotated[HttpUrl, Field(min_length=1), Setting(label, _ADDRESS_HELP, kind="url")]


class ActiveProvider(SettingsPart):
    title: ClassVar[str] = noop("Payments")

    provider: Annotated[
        PaymentProvider,
        Setting(
            noop("Provider for new payments"),
            noop("Running subscriptions stay with the provider with which they were bought."),
            choices={
                "off": noop("Nothing is on sale"),
                "stripe": noop("Stripe"),
                "yookassa": noop("YooKassa"),
                "sandbox": noop("Sandbox, for trying out without money"),
            },
        ),
    ] = "off"
    time_zone: Annotated[
        Line,
        Setting(
            noop("Time zone"),
            noop("Subscriptions are renewed on the same day of the month in this time zone."),
            placeholder="Europe/London",
        ),
    ] = "UTC"

    grace_days: Annotated[
        int,
        # The last attempt is made seven days after the first one.
        Field(ge=0, le=7),
        Setting(
            noop("Days of grace"),
            noop(
                "How long subscribers keep their plan after the paid time while a failed renewal "
                "is tried again. If it succeeds, these days are part of the new period."
            ),
            unit=noop("days"),
        ),
    ] = 0

    @field_validator("time_zone")
    @classmethod
    def _validate_time_zone(cls, name: str) -> str:
        if name not in _list_time_zones():
            raise ValueError(_("Enter a time zone such as Europe/London."))
        return name


class StripeSettings(SettingsPart):
    title: ClassVar[str] = noop("Stripe")

    stripe_publishable_key: Annotated[
        Line, Setting(noop("Publishable key"), placeholder="pk_live_…")
    ] = ""
    stripe_secret_key: Annotated[Secret, Setting(noop("Secret key"))] = NO_SECRET
    stripe_webhook_secret: Annotated[
        Secret, Setting(noop("Signing secret of the webhook"), noop("It starts with whsec_."))
    ] = NO_SECRET
    stripe_api_url: _define_address(noop("Address of the API")) = (  # type: ignore[valid-type]
        "https://api.stripe.com"
    )
    stripe_script_url: _define_address(noop("Address of the script")) = (  # type: ignore[valid-type]
        "https://js.stripe.com/v3/"
    )

    @field_validator("stripe_publishable_key")
    @classmethod
    def _validate_publishable_key(cls, key: str) -> str:
        # Every buyer gets this key, so it must not be the secret one.
        if key and not key.startswith("pk_"):
            raise ValueError(_("A publishable key starts with pk_."))
        return key

    @field_validator("stripe_secret_key")
    @classmethod
    def _validate_secret_key(cls, key: SecretStr) -> SecretStr:
        if key.get_secret_value() and not key.get_secret_value().startswith(("sk_", "rk_")):
            raise ValueError(_("A secret key starts with sk_ or rk_."))
        return key

    @field_validator("stripe_webhook_secret")
    @classmethod
    def _validate_webhook_secret(cls, secret: SecretStr) -> SecretStr:
        if secret.get_secret_value() and not secret.get_secret_value().startswith("whsec_"):
            raise ValueError(_("A signing secret starts with whsec_."))
        return secret


class YooKassaSettings(SettingsPart):
    title: ClassVar[str] = noop("YooKassa")

    yookassa_shop_id: Annotated[Line, Setting(noop("Shop ID"))] = ""
    yookassa_secret_key: Annotated[Secret, Setting(noop("Secret key"))] = NO_SECRET
    yookassa_receipts: Annotated[
        YooKassaReceipts,
        Setting(
            noop("Receipts for the tax office"),
            noop("Choose the VAT rate if YooKassa sends them. They contain the buyer's email."),
            choices={
                "none": noop("Not sent with YooKassa"),
                "1": noop("Without VAT"),
                "2": noop("VAT 0%"),
                "7": noop("VAT 5%"),
                "8": noop("VAT 7%"),
                "3": noop("VAT 10%"),
                "4": noop("VAT 20%"),
                "11": noop("VAT 22%"),
            },
        ),
    ] = "none"
    yookassa_api_url: _define_address(noop("Address of the API")) = (  # type: ignore[valid-type]
        "https://api.yookassa.ru/v3"
    )
    yookassa_script_url: _define_address(  # type: ignore[valid-type]
        noop("Address of the script")
    ) = "https://yookassa.ru/checkout-widget/v1/checkout-widget.js"


class PaymentSettings(
    ActiveProvider,
    SellerSettings,
    VatSettings,
    StripeSettings,
    YooKassaSettings,
    SettingsSection,
):
    """Settings of the providers that take the payments for subscriptions."""

    name: ClassVar[str] = "subscription-payment-provider"
    admin_section: ClassVar[str] = "subscription-payment-provider"
    title: ClassVar[str] = noop("Payment provider")

    def find_problems(self) -> Mapping[str, str]:
        required: dict[str, Mapping[str, str]] = {
            "stripe": {
                "stripe_publishable_key": self.stripe_publishable_key,
                "stripe_secret_key": self.stripe_secret_key.get_secret_value(),
                "stripe_webhook_secret": self.stripe_webhook_secret.get_secret_value(),
            },
            "yookassa": {
                "yookassa_shop_id": self.yookassa_shop_id,
                "yookassa_secret_key": self.yookassa_secret_key.get_secret_value(),
            },
        }
        if self.provider == "sandbox" and not settings().allows_sandbox_payments:
            message = _("The sandbox is off on this site, because it gives away subscriptions.")
            return {"provider": message}
        message = _("Fill in this field to use the provider.")
        values = required.get(self.provider, {})
        problems = {code: message for code, value in values.items() if not value}
        return problems | self._find_vat_problems()

    def _find_vat_problems(self) -> dict[str, str]:
        if self.vat_mode == "off":
            return {}
        values = {"seller_country": self.seller_country, "seller_tax_id": self.seller_tax_id}
        message = _("Fill in this field to charge VAT.")
        return {code: message for code, value in values.items() if not value}
