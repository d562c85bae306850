"""Tests that for each setting it is known which open pages show it."""

from community.domain.site import SECTIONS, get_definitions
from community.domain.site.page_parts import PARTS_BY_SETTING

# Settings that no open page shows, by the reason.
NOT_SHOWN: dict[str, dict[str, set[str]]] = {
    "the server checks or uses them when something is sent": {
        "content": {
            "reports_to_hold",
            "blocked_words",
            "blocked_words_action",
            "blocked_domains",
            "blocked_domains_action",
            "max_comment_links",
        },
        "general": {"ai_key", "ai_max_tokens"},
        "subscription-payment-provider": {
            "time_zone",
            "grace_days",
            "requires_billing_address",
            "yookassa_receipts",
            "vat_reverse_charge",
        },
    },
    "a job uses them": {"content": {"keep_messages_months"}},
    "only the HTML that the server sends has them": {"general": {"site_description"}},
    "people see them only in emails and on invoices": {
        "subscription-payment-provider": {
            "seller_name",
            "seller_address",
            "seller_country",
            "seller_tax_id",
            "invoice_prefix",
        },
    },
}
# They connect the site with a service. A service without them cannot be switched on.
CONNECTION_PREFIXES = {
    "auth": ("google_", "facebook_", "github_", "x_", "vk_", "yandex_", "openid_"),
    "general": ("smtp_",),
    "subscription-payment-provider": ("stripe_", "yookassa_"),
}


def test_each_setting_has_an_entry_or_a_reason() -> None:
    for name, section in SECTIONS.items():
        shown = set(PARTS_BY_SETTING.get(name, {}))
        hidden = {code for codes in NOT_SHOWN.values() for code in codes.get(name, ())}
        codes = set(get_definitions(section))
        assert shown | hidden <= codes
        assert not shown & hidden
        connections = CONNECTION_PREFIXES.get(name, ())
        unknown = {code for code in codes - shown - hidden if not code.startswith(connections)}
        assert not unknown, "Add them to PARTS_BY_SETTING if an open page shows them."


def test_the_table_has_no_other_sections() -> None:
    assert PARTS_BY_SETTING.keys() <= SECTIONS.keys()
