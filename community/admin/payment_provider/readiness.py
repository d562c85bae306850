"""The texts of the checklist that administrators go through before they take real money."""

from collections.abc import Mapping
from typing import Final

from community import urls
from community.core.read_models import ReadModel
from community.domain.subscriptions import policies
from community.domain.subscriptions.administration.readiness import Finding, ReadinessState
from community.i18n import gettext as _, ngettext, noop

_PROVIDER_PAGE: Final = urls.admin_section(policies.PROVIDER_SECTION)
_GENERAL_PAGE: Final = urls.admin_section("settings/general")

# The untranslated title of each item, and where to change it, or "".
ITEMS: Final[Mapping[str, tuple[str, str]]] = {
    "live_keys": (noop("Live keys"), _PROVIDER_PAGE),
    "webhook": (noop("Messages of the provider"), _PROVIDER_PAGE),
    "https": (noop("Secure address"), ""),
    "sandbox": (noop("Sandbox off"), _PROVIDER_PAGE),
    "seller": (noop("Seller"), _PROVIDER_PAGE),
    "legal_pages": (noop("Terms and privacy policy"), _GENERAL_PAGE),
    "mail": (noop("Mail server"), _GENERAL_PAGE),
    "plan": (noop("A plan on sale"), urls.admin_section(policies.PLANS_SECTION)),
    "time_zone": (noop("Time zone"), _PROVIDER_PAGE),
    "taxes": (noop("VAT and receipts"), _PROVIDER_PAGE),
    "reconciliation": (noop("Reconciliation"), urls.admin_section(policies.PAYMENTS_SECTION)),
    "backups": (noop("Backups"), ""),
}
# What the site has found, or what is missing, by the reason or else the state of the finding.
_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "live_keys": {
        "done": noop("The provider has accepted the keys."),
        "open": noop("Choose a provider, and enter its live keys instead of test keys."),
    },
    "webhook": {
        "done": noop("The provider has sent messages in the last 30 days."),
        "open": noop(
            "No message of the provider in the last 30 days. Check the address of the webhook."
        ),
    },
    "https": {
        "done": noop("The site is served at {url}."),
        "open": noop("Set PUBLIC_URL to an address with https."),
    },
    "sandbox": {
        "done": noop("No one can pay without money."),
        "open": noop("Choose another provider, and remove ALLOW_SANDBOX_PAYMENTS."),
    },
    "seller": {
        "done": noop("Invoices name the seller."),
        "open": noop("Enter the legal name, the address and the tax ID for the invoices."),
    },
    "legal_pages": {
        "done": noop("Buyers can read the terms and the privacy policy."),
        "open": noop("Write the pages with the terms and the privacy policy."),
    },
    "mail": {
        "done": noop("The mail server has accepted emails in the last 30 days."),
        "open": noop(
            "Connect a mail server, and send a test email: receipts and reminders need it."
        ),
    },
    "plan": {
        "done": noop("A plan is on sale, for a price that the provider accepts."),
        "open": noop("Put a plan on sale."),
        "price_refused": noop("The provider doesn't take the price of: {plans}"),
    },
    "time_zone": {
        "reminder": noop("It is UTC. Days of the site begin and end in this zone."),
    },
    "taxes": {
        "invoices": noop("Invoices show the VAT."),
        "receipts": noop("YooKassa sends receipts."),
        "reminder": noop("Ask a tax adviser whether you need VAT or receipts."),
    },
    "reconciliation": {
        "done": noop("The payments agree with the provider."),
        "not_compared": noop(
            "Run “community payments:reconcile”: nothing was compared in the last 48 hours."
        ),
        "no_answer": noop("The provider did not answer: {code}"),
    },
    "backups": {
        "reminder": noop("Restore a backup of the database once, to be sure that it works."),
    },
}


class ReadinessItem(ReadModel):
    """An item of the checklist. `url` is where to change it, or ""."""

    code: str
    title: str
    state: ReadinessState
    text: str
    url: str = ""


def build_items(findings: Mapping[str, Finding]) -> list[ReadinessItem]:
    return [
        ReadinessItem(
            code=code,
            title=_(ITEMS[code][0]),
            state=finding.state,
            text=_describe(code, finding),
            url=ITEMS[code][1],
        )
        for code, finding in findings.items()
    ]


def _describe(code: str, finding: Finding) -> str:
    if finding.reason == "differences":
        return ngettext(
            "{n} difference in payments has no explanation.",
            "{n} differences in payments have no explanation.",
            int(finding.values["n"]),
        )
    if "zone" in finding.values:
        return str(finding.values["zone"])
    return _(_TEXTS[code][finding.reason or finding.state], **finding.values)
