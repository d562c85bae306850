"""The parts of pages that show a setting or depend on it, so that open pages reload only these.

`pages/live_updates.py` and `admin/live_updates.py` list what reloads each part in the tabs that
show it. A setting that is missing here is only used by the server, or only by pages that do not
stay open.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeAlias

PagePart: TypeAlias = Literal[
    # On all pages: the name and the look of the site, the footer, the bar and the cookie banner.
    "frame",
    # On the pages of guests: the dialog with the ways to sign in and to register.
    "sign_in",
    # On the pages of members: the notice about their account, and whether plans concern them.
    "account",
    # On pages with advertisements.
    "advertisements",
    "admin_advertisements",
    "admin_invitations",
    "admin_panel",
    "admin_plan_features",
    "admin_plans",
    "admin_reactions",
    "admin_top_users",
    "assistant",
    "connections",
    "discussion",
    "editor",
    "follow_suggestions",
    "offer",
    "plans",
    "reactions",
    "sidebar",
    "summary",
    "top_authors",
    "about_page",
    "privacy_page",
    "terms_page",
]

_PLANS: Final[tuple[PagePart, ...]] = ("plans", "admin_plans", "admin_plan_features")
# Without AI, plans that only include AI features are not on sale.
_AI: Final[tuple[PagePart, ...]] = ("assistant", "summary", "account", *_PLANS)
_SIGN_IN: Final[tuple[PagePart, ...]] = ("sign_in", "connections")
_TOP_AUTHORS: Final[tuple[PagePart, ...]] = ("sidebar", "admin_top_users")

# The parts by the name of the section and the code of the setting.
PARTS_BY_SETTING: Final[Mapping[str, Mapping[str, tuple[PagePart, ...]]]] = {
    "content": {
        "comment_edit_minutes": ("discussion",),
        "unverified_accounts": ("discussion",),
        "new_account_hours": ("discussion",),
        "new_accounts": ("discussion",),
        "premoderate_content": ("discussion",),
        "max_comment_length": ("discussion",),
        "max_comment_images": ("discussion",),
        "max_post_length": ("editor",),
        "max_post_tags": ("editor",),
        "tag_choice": ("editor",),
        "allowed_tags": ("editor",),
    },
    "auth": {
        "registration": ("sign_in", "admin_invitations"),
        "require_verified_email": ("account", "discussion"),
        "require_admin_second_factor": ("admin_panel",),
        "quick_sign_in_google": ("sign_in",),
        "quick_sign_in_vk": ("sign_in",),
        "google_enabled": _SIGN_IN,
        "facebook_enabled": _SIGN_IN,
        "github_enabled": _SIGN_IN,
        "x_enabled": _SIGN_IN,
        "vk_enabled": _SIGN_IN,
        "yandex_enabled": _SIGN_IN,
        "openid_enabled": _SIGN_IN,
        "openid_label": _SIGN_IN,
        "google_script_url": ("sign_in",),
        "vk_script_url": ("sign_in",),
    },
    "cookie-consent": {
        "enabled": ("frame",),
        "behavior": ("frame",),
        "asks_again": ("frame",),
        "text": ("frame",),
        "accept_label": ("frame",),
        "reject_label": ("frame",),
        "policy_link": ("frame",),
    },
    "general": {
        "site_name": ("frame",),
        "logo": ("frame",),
        "icon": ("frame",),
        "accent_color": ("frame",),
        "default_theme": ("frame",),
        "contact_email": ("frame",),
        "about_page": ("frame", "about_page"),
        "terms_page": ("frame", "terms_page"),
        "privacy_page": ("frame", "privacy_page"),
        "announcement_text": ("frame",),
        "announcement_link": ("frame",),
        "announcement_dismissible": ("frame",),
        "announcement_from": ("frame",),
        "announcement_until": ("frame",),
        "ai_base_url": _AI,
        "ai_model": _AI,
        "ai_daily_requests": _AI,
        "ai_daily_tokens": _AI,
        "ai_daily_summaries": ("account", *_PLANS),
        "ai_daily_questions": ("account", *_PLANS),
        "ai_summary_min_minutes": ("summary",),
    },
    "top-users": {
        "enabled": ("sidebar",),
        "size": _TOP_AUTHORS,
        "period": _TOP_AUTHORS,
        "excluded": (*_TOP_AUTHORS, "top_authors", "follow_suggestions"),
    },
    "subscription-payment-provider": {
        "provider": ("account", *_PLANS),
        "vat_mode": ("plans",),
        "vat_rates": ("plans",),
        "vat_default_rate": ("plans",),
    },
    "advertisements": {
        "advertisements_enabled": ("admin_advertisements", "advertisements", "account", *_PLANS),
        "needs_approval": ("admin_advertisements", "advertisements"),
    },
    "subscription-modal": {
        "heading": ("offer",),
        "text": ("offer",),
        "advantages": ("offer",),
        "button_label": ("offer",),
    },
}
# Reactions are no settings. A plan can include reactions that are for subscribers only.
PARTS_WITH_REACTIONS: Final[tuple[PagePart, ...]] = (
    "reactions",
    "admin_reactions",
    "account",
    *_PLANS,
)


def list_page_parts(section: str, codes: Collection[str]) -> tuple[PagePart, ...]:
    """Return the parts of pages that show one of the settings, each once."""
    parts_by_code = PARTS_BY_SETTING.get(section, {})
    return tuple(dict.fromkeys(part for code in codes for part in parts_by_code.get(code, ())))
