"""The settings of payment providers."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal
from zoneinfo import available_timezones

from pydantic import Field, field_validator

from community.core.settings import settings
from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.types import NO_SECRET, HttpUrl, Line, Secret
from community.i18n import gettext as _
from community.i18n import noop

PaymentProvider = Literal["off", "stripe", "yookassa", "sandbox"]

# The providers whose gateways `payment_processing` has. The keys of the others can be stored.
AVAILABLE_PROVIDERS: Final = frozenset({"off", "sandbox"})
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
            is_live=True,
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

    @field_validator("time_zone")
    @classmethod
    def _validate_time_zone(cls, name: str) -> str:
        if name not in available_timezones():
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


class YooKassaSettings(SettingsPart):
    title: ClassVar[str] = noop("YooKassa")

    yookassa_shop_id: Annotated[Line, Setting(noop("Shop ID"))] = ""
    yookassa_secret_key: Annotated[Secret, Setting(noop("Secret key"))] = NO_SECRET
    yookassa_api_url: _define_address(noop("Address of the API")) = (  # type: ignore[valid-type]
        "https://api.yookassa.ru/v3"
    )
    yookassa_script_url: _define_address(  # type: ignore[valid-type]
        noop("Address of the script")
    ) = "https://yookassa.ru/checkout-widget/v1/checkout-widget.js"


class PaymentSettings(ActiveProvider, StripeSettings, YooKassaSettings, SettingsSection):
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
        if missing := {code: message for code, value in values.items() if not value}:
            return missing
        if self.provider not in AVAILABLE_PROVIDERS:
            message = _("This version of the site can't take payments with this provider yet.")
            return {"provider": message}
        return {}
