"""The section with the providers that take payments for subscriptions."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import reflex as rx

from community import urls
from community.admin.blocks.form import address_field
from community.admin.frame import notice
from community.admin.settings.page import settings_page
from community.admin.settings.state import SettingsFormState
from community.components import ui
from community.core.errors import DomainError
from community.core.read_models import ReadModel
from community.core.settings import settings
from community.domain import site, subscriptions
from community.domain.site.definitions import payments as definitions
from community.domain.subscriptions import policies
from community.domain.subscriptions.administration.readiness import Finding, ReadinessState
from community.domain.subscriptions.plans import price_problems
from community.i18n import gettext as _, ngettext, noop, pgettext
from community.realtime import messages
from community.rendering import Node, choose, each, el, present
from community.state.runtime import open_tabs, request_context
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query
from community.styles.admin import form as styles, sections as checklist_styles
from community.workflows import payments

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
SECTION = "subscription-payment-provider"
NO_RESULTS: Final = {"stripe": "", "yookassa": ""}


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


class PaymentProviderState(rx.State):
    """What the page shows beside the form."""

    base_url: str = ""
    # What is wrong with the plans on sale, by provider
    problems: dict[str, str] = {"stripe": "", "yookassa": ""}
    readiness: list[ReadinessItem] = []  # the checklist before the site takes real money

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.ADMIN_PAYMENT_PROVIDER_TOPIC)
        self.base_url = settings().base_url
        problems = await run_query(price_problems.list_provider_problems)
        self.problems = {provider: "\n".join(texts) for provider, texts in problems.items()}
        self.readiness = build_items(await run_query(subscriptions.readiness.list_readiness))


class KeyCheckState(rx.State):
    """The results of the last tests, by provider: what the account says, or what is wrong."""

    successes: dict[str, str] = NO_RESULTS
    failures: dict[str, str] = NO_RESULTS

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        self.successes, self.failures = dict(NO_RESULTS), dict(NO_RESULTS)

    @rx.event
    @admin(SECTION, limit="writes")
    async def check(self, provider: Literal["stripe", "yookassa"]) -> None:
        self.successes = {**self.successes, provider: ""}
        self.failures = {**self.failures, provider: ""}
        actor = request_context.get_actor()
        try:
            result = await payments.check_saved_keys(actor, provider)
        except DomainError as error:
            self.failures = {**self.failures, provider: error.message}
            return
        if result.is_ok:
            self.successes = {**self.successes, provider: result.message}
        else:
            self.failures = {**self.failures, provider: result.message}


def key_check_row(provider: Literal["stripe", "yookassa"]) -> Node:
    """Return the button, and what the last test has found out."""
    state: Any = KeyCheckState
    return el.div(
        ui.button(_("Test the saved keys"), size="sm", on_click=KeyCheckState.check(provider)),
        el.span(state.successes[provider], class_name=styles.TEST_OK, role="status", dir="auto"),
        el.span(state.failures[provider], class_name=styles.TEST_FAILED, role="status", dir="auto"),
        class_name=styles.TEST_ROW,
    )


def payment_provider_page() -> rx.Component:
    return settings_page(
        site.PaymentSettings,
        extras={
            definitions.ActiveProvider: rx.fragment(
                _sandbox_warning(),
                _plan_warning("stripe"),
                _plan_warning("yookassa"),
                _checklist(),
            ),
            definitions.StripeSettings: _webhook(
                "stripe", _("Add an endpoint with this address, and copy its signing secret.")
            ),
            definitions.YooKassaSettings: _webhook(
                "yookassa", _("Enter this address for HTTP notifications about all events.")
            ),
        },
    )


def _sandbox_warning() -> rx.Component:
    values: Any = SettingsFormState.values
    text = _(
        "The sandbox takes no money: everyone can give themselves every plan. "
        "Choose another provider before you invite people."
    )
    return rx.cond(values["provider"] == "sandbox", notice(text, icon_name="alert"))


def _plan_warning(provider: str) -> rx.Component:
    """Say which plans on sale the provider does not take as they are, if it is chosen."""
    values: Any = SettingsFormState.values
    text: Any = PaymentProviderState.problems[provider]
    content = el.span(text, class_name=styles.LINES, dir="auto")
    return rx.cond(
        (values["provider"] == provider) & (text != ""), notice(content, icon_name="alert")
    )


def _checklist() -> Node:
    return el.section(
        el.h3(_("Before you take real money"), id="readiness", class_name=styles.SECTION_TITLE),
        el.ul(
            each(PaymentProviderState.readiness, _readiness_item),
            class_name=checklist_styles.SETUP_CHECKLIST_STEPS,
        ),
        aria_labelledby="readiness",
    )


def _readiness_item(item: Any) -> Node:
    is_done = item.state == "done"
    return el.li(
        el.span(
            rx.cond(is_done, ui.icon("check")),
            class_name=choose(is_done, checklist_styles.MARK_DONE, checklist_styles.MARK),
        ),
        el.div(
            el.p(item.title, _state_badge(item.state), class_name=checklist_styles.TITLE_LINE),
            el.p(item.text, dir="auto", class_name=checklist_styles.TEXT),
            class_name=checklist_styles.STEP_TEXT,
        ),
        present(
            item.url,
            lambda url: rx.cond(
                ~is_done & (url != urls.admin_section(SECTION)),
                ui.link_button(pgettext("verb", "Open"), href=url, size="sm"),
            ),
        ),
        key=item.code,
        class_name=checklist_styles.STEP,
    )


def _state_badge(state: Any) -> Node:
    return rx.match(
        state,
        ("done", el.span(_("Done"), class_name="sr-only")),
        ("open", ui.badge(_("Missing"), tone="danger")),
        ui.badge(_("Please check")),
    )


def _webhook(provider: Literal["stripe", "yookassa"], hint: str) -> Node:
    address = f"{PaymentProviderState.base_url}{urls.payment_webhook(provider)}"
    return rx.fragment(
        address_field(_("Address of the webhook"), address),
        el.p(hint, class_name=styles.HELP),
        key_check_row(provider),
    )
