"""The prompts with which guests sign in with one click, such as Google One Tap."""

from typing import Any

import reflex as rx

from community.core.http import site_cookies
from community.i18n import active_language
from community.rendering import react_component

_QuickSignIn = react_component("quick_sign_in.js", "QuickSignIn")


def quick_sign_in(site: Any) -> rx.Component:
    """Return what loads the scripts of the prompts. They wait for the consent to optional cookies.

    Args:
        site: A Var with the `SiteView`.
    """
    banner = site.consent_banner
    return _QuickSignIn(
        prompts=site.quick_sign_in,
        site_name=site.name,
        language=active_language(),
        consent_cookie=rx.cond(banner & banner.is_choice, site_cookies.CONSENT_COOKIE, ""),
        consent_version=rx.cond(banner & banner.asks_again, banner.version, ""),
    )
