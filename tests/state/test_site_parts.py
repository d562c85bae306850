"""Tests that a changed setting reaches the open pages that show it, and only these.

A part of an open page must show the same as the page of a tab that is opened after the change.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest

from community.admin import live_updates as admin_updates
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import reactions, site
from community.domain.site import SECTIONS, PagePart
from community.domain.site.page_parts import PARTS_BY_SETTING
from community.models import SiteSetting
from community.pages import live_updates
from community.state.pages.layout import LayoutState
from community.state.pages.timed_updates import reload_pages_after
from community.state.runtime.offer import OfferState
from community.wiring import wire
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create as create_advertisement
from tests.state.site_pages import PARTS, ShownPart, Visitors, create_authors, create_visitors
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import add_plan

AI = {"ai_base_url": "http://127.0.0.1:9/v1", "ai_model": "small"}
ANNOUNCED = {"announcement_text": "Maintenance"}
CONSENT = {"enabled": True, "text": "We use cookies."}
SELLING = ("subscription-payment-provider", {"provider": "sandbox"})
VAT = {"vat_mode": "inclusive", "seller_country": "DE", "seller_tax_id": "DE1"}
QUICK = {
    f"{provider}_{name}": value
    for provider in ("google", "vk")
    for name, value in (("enabled", True), ("client_id", "1"), ("client_secret", "s" * 20))
}

# The new value of each setting, or the new values that only fit together.
VALUES: dict[str, dict[str, Any]] = {
    "content": {
        "comment_edit_minutes": 5,
        "unverified_accounts": "refuse",
        "new_account_hours": 8_000,
        "new_accounts": "hold",
        "premoderate_content": True,
        "max_comment_length": 200,
        "max_comment_images": 0,
        "max_post_length": 2_000,
        "max_post_tags": 0,
        "tag_choice": "list",
        "allowed_tags": ("bread", "rye"),
    },
    "auth": {
        "registration": "closed",
        "require_verified_email": True,
        "require_admin_second_factor": True,
        "quick_sign_in_google": True,
        "quick_sign_in_vk": True,
        "openid_label": "Acme",
        "google_script_url": "https://example.com/google.js",
        "vk_script_url": "https://example.com/vk.js",
        **{
            f"{provider}_enabled": {
                f"{provider}_enabled": True,
                f"{provider}_client_id": "1",
                f"{provider}_client_secret": "s" * 20,
                **({"openid_issuer": "https://id.example.com"} if provider == "openid" else {}),
            }
            for provider in site.PROVIDERS
        },
    },
    "cookie-consent": {
        "enabled": False,
        "behavior": "notice",
        "asks_again": False,
        "text": "Cookies!",
        "accept_label": "Fine",
        "reject_label": "No",
        "policy_link": "https://example.com/policy",
    },
    "general": {
        "site_name": "The Hearth",
        "logo": "",
        "icon": "",
        "accent_color": "#2f6fed",
        "default_theme": "dark",
        "contact_email": "hello@example.com",
        "about_page": "About us",
        "terms_page": "Terms",
        "privacy_page": "Privacy",
        "announcement_text": "Back soon",
        "announcement_link": "/about",
        "announcement_dismissible": False,
        "announcement_from": "2100-01-01T00:00:00Z",
        "announcement_until": "2020-01-01T00:00:00Z",
        "ai_base_url": "",
        "ai_model": "",
        "ai_daily_requests": 0,
        "ai_daily_tokens": 0,
        "ai_daily_summaries": 0,
        "ai_daily_questions": 0,
        "ai_summary_min_minutes": 50,
    },
    "top-users": {"enabled": False, "size": 2, "period": "all", "excluded": ("alice",)},
    "subscription-payment-provider": {
        "provider": "off",
        "vat_mode": "exclusive",
        "vat_rates": "DE 7",
        "vat_default_rate": "9",
    },
    "advertisements": {"advertisements_enabled": False, "needs_approval": True},
    "subscription-modal": {
        "heading": "Join us",
        "text": "We live on it.",
        "advantages": ("Quiet",),
        "button_label": "Choose",
    },
}

# What is set before, where the default would hide the effect of a setting.
BEFORE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "new_accounts": [("content", {"new_account_hours": 8_000})],
    "tag_choice": [("content", {"allowed_tags": ("bread",)})],
    "allowed_tags": [("content", {"allowed_tags": ("bread",), "tag_choice": "list"})],
    "quick_sign_in_google": [("auth", QUICK)],
    "quick_sign_in_vk": [("auth", QUICK)],
    "google_script_url": [("auth", {**QUICK, "quick_sign_in_google": True})],
    "vk_script_url": [("auth", {**QUICK, "quick_sign_in_vk": True})],
    "openid_label": [("auth", VALUES["auth"]["openid_enabled"])],
    "cookie-consent": [("cookie-consent", CONSENT)],
    **{code: [("general", ANNOUNCED)] for code in VALUES["general"] if code.startswith("ann")},
    **{code: [("general", AI), SELLING] for code in VALUES["general"] if code.startswith("ai_")},
    "advertisements_enabled": [SELLING],
    "subscription-payment-provider": [SELLING],
    "subscription-modal": [SELLING],
    **{
        code: [SELLING, ("subscription-payment-provider", VAT)]
        for code in ("vat_rates", "vat_default_rate")
    },
    "vat_mode": [SELLING, ("subscription-payment-provider", {**VAT, "vat_rates": "DE 19"})],
}
# Parts that a setting changes only together with others. Their tests use another setting.
WITHOUT_VISIBLE_EFFECT: set[tuple[str, PagePart]] = {
    # Another plan is still on sale.
    ("ai_daily_summaries", "account"),
    ("ai_daily_questions", "account"),
    # Administrators see their plans, whether they can be bought or not.
    ("provider", "admin_plan_features"),
    ("provider", "admin_plans"),
    # The list shows what each advertisement would do.
    ("advertisements_enabled", "admin_advertisements"),
    # The preview shows the authors without the limits of the sidebar.
    ("period", "admin_top_users"),
}

CASES = [
    (section, code) for section, parts_by_code in PARTS_BY_SETTING.items() for code in parts_by_code
]
# The features of the plans on sale.
PLANS: dict[str, list[list[str]]] = {
    **{
        code: [["post_summaries", "assistant_comments"]]
        for code in VALUES["general"]
        if code.startswith("ai_")
    },
    "advertisements_enabled": [["ad_free"]],
    "ai_daily_summaries": [["post_summaries"]],
    "ai_daily_questions": [["assistant_comments"]],
    "subscription-payment-provider": [["badge"]],
    "subscription-modal": [["badge"]],
}


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


@pytest.fixture
async def visitors(cast: Cast) -> Visitors:
    async with unit_of_work() as session:
        images = {"logo": "/media/a/logo.webp", "icon": "/media/a/icon.webp"}
        session.add(SiteSetting(name="general", value=images))
    return await create_visitors(cast)


async def change(admin: Actor, section: str, values: dict[str, Any]) -> None:
    changes = await site.prepare_changes(SECTIONS[section], values)
    await run(site.change_settings, admin, changes)


async def open_part(
    socket_server: SocketServer, visitors: Visitors, part: PagePart
) -> tuple[ShownPart, Tab]:
    shown = PARTS[part]
    tab = await shown.open(socket_server, visitors)
    if part == "offer":
        await tab.send(OfferState.show, feature="badge")
    return shown, tab


@pytest.mark.parametrize(("section", "code"), CASES)
async def test_a_changed_setting_reaches_the_open_pages_that_show_it(
    cast: Cast, socket_server: SocketServer, visitors: Visitors, section: str, code: str
) -> None:
    if section == "top-users":
        await create_authors(cast)
    if section == "advertisements":
        await create_advertisement(cast.olga)
    for name, values in BEFORE.get(code, BEFORE.get(section, [])):
        await change(cast.olga, name, values)
    for features in PLANS.get(code, PLANS.get(section, [])):
        await add_plan(cast.olga, name=features[0], features=features)
    parts = PARTS_BY_SETTING[section][code]
    opened = {part: await open_part(socket_server, visitors, part) for part in parts}
    before = {part: shown.read(tab) for part, (shown, tab) in opened.items()}
    value = VALUES[section][code]
    await change(cast.olga, section, value if isinstance(value, dict) else {code: value})
    await socket_server.wait_until_idle()
    for part, (shown, tab) in opened.items():
        _, reloaded = await open_part(socket_server, visitors, part)
        assert shown.read(tab) == shown.read(reloaded)
        if (code, part) not in WITHOUT_VISIBLE_EFFECT:
            assert shown.read(tab) != before[part], part


async def test_changed_reactions_reach_open_pages(
    cast: Cast, socket_server: SocketServer, visitors: Visitors
) -> None:
    opened = [await open_part(socket_server, visitors, "reactions")]
    opened.append(await open_part(socket_server, visitors, "admin_reactions"))
    await run(reactions.edit_kind, cast.olga, code="like", name="Agree")
    await socket_server.wait_until_idle()
    for shown, tab in opened:
        assert "Agree" in str(shown.read(tab))


EVERYWHERE = set(PARTS)
GUESTS = {part for part, shown in PARTS.items() if shown.viewer == "guest"}
WITH_SIDEBAR = {
    part
    for part, shown in PARTS.items()
    if not shown.path.startswith(("/admin-panel", "/write", "/drafts", "/settings", "/plans"))
}


@pytest.mark.parametrize(
    ("section", "code", "value", "concerned"),
    [
        ("content", "comment_edit_minutes", 3, {"discussion", "assistant", "summary"}),
        ("content", "max_post_length", 2_000, {"editor"}),
        ("content", "max_comment_links", 3, set()),
        ("auth", "registration", "closed", GUESTS | {"admin_invitations"}),
        ("top-users", "size", 3, WITH_SIDEBAR | {"admin_top_users"}),
        ("general", "site_name", "The Hearth", EVERYWHERE),
        ("subscription-modal", "heading", "Join us", set()),
    ],
)
async def test_a_changed_setting_reaches_no_other_page(
    cast: Cast,
    socket_server: SocketServer,
    visitors: Visitors,
    section: str,
    code: str,
    value: Any,
    concerned: set[PagePart],
) -> None:
    tabs = {part: await shown.open(socket_server, visitors) for part, shown in PARTS.items()}
    await socket_server.wait_until_idle()
    before = {part: tab.event_count for part, tab in tabs.items()}
    await change(cast.olga, section, {code: value})
    await socket_server.wait_until_idle()
    assert {part for part, tab in tabs.items() if tab.event_count != before[part]} == concerned


def test_each_part_is_shown_by_a_page_and_reloaded() -> None:
    used = {part for section, code in CASES for part in PARTS_BY_SETTING[section][code]} | set(
        site.PARTS_WITH_REACTIONS
    )
    assert used == set(PARTS) == {*live_updates.PAGE_PARTS, *admin_updates.PAGE_PARTS}


async def test_a_timed_announcement_appears_and_disappears_on_open_pages(
    cast: Cast, socket_server: SocketServer
) -> None:
    wire()
    now = clock.now()
    past, future = now - timedelta(minutes=1), now + timedelta(hours=1)

    async def store(start: datetime, end: datetime) -> None:
        """Store the times without a reload of pages, because events see the real time."""
        times = {"announcement_from": start, "announcement_until": end}
        async with unit_of_work() as session:
            await site.update_settings(
                session, cast.olga, site.GeneralSettings(**ANNOUNCED, **times)
            )
            session.info["events"].clear()
        site.settings_cache.clear()

    await store(future, future + timedelta(hours=1))
    tab = await socket_server.open(cast.guest)
    await tab.send(LayoutState.load)
    for start, end, is_shown in ((past, future, True), (past - timedelta(hours=1), past, False)):
        await store(start, end)
        await reload_pages_after(now)
        await socket_server.wait_until_idle()
        # Nothing has changed since then.
        assert bool(tab[LayoutState]["site"]["announcement"]) != is_shown
        assert await reload_pages_after(past - timedelta(seconds=1)) >= now
        await socket_server.wait_until_idle()
        assert bool(tab[LayoutState]["site"]["announcement"]) == is_shown
