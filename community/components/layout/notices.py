"""Notices above the content: banners, problems of the account, lost connections, and undo."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.core.http import cookies
from community.domain.site import Announcement, ConsentBanner
from community.i18n import gettext as _
from community.rendering import Node, choose, el, first_of, present, react_component, when
from community.state.pages.account_notice import AccountNotice
from community.state.runtime.toasts import ToastsState
from community.styles import layout as styles
from community.styles.ui import overlay as overlay_styles

_AfterUndo = react_component("after_undo.js", "AfterUndo", on_change=None)

_OfflineBanner = react_component("offline_banner.js", "OfflineBanner")

_LiveAnnouncement = react_component("banners.js", "Announcement")
_LiveConsent = react_component("banners.js", "Consent")

# Creates the element around a banner.
Container = Callable[..., Node]


def account_notice(notice: AccountNotice | Any) -> Node:
    is_view = notice.kind == "view"
    return el.div(
        el.div(
            ui.icon("alert", styles.ICON),
            el.p(
                el.strong(notice.title, class_name=styles.TITLE),
                " ",
                el.span(notice.text, dir="auto"),
                class_name=styles.TEXT,
            ),
            when(is_view, _stop_form),
            when(notice.kind == "unverified", _send_link_form),
            present(notice.url, lambda url: ui.link_button(notice.action, href=url, size="sm")),
            class_name=styles.ROW,
        ),
        class_name=styles.BAR,
        role="status",
        data_notice=notice.kind,
    )


def _send_link_form() -> Node:
    return ui.native_form(
        ui.button(_("Send link"), type="submit", size="sm"), action=urls.REQUEST_VERIFICATION
    )


def _stop_form() -> Node:
    return ui.native_form(ui.button(_("Stop"), type="submit", size="sm"), action=urls.STOP_VIEWING)


def after_undo_listener(handler: Any) -> rx.Component:
    """Return an invisible component that calls `handler` after the user clicks "Undo"."""
    return _AfterUndo(value=ToastsState.last_undone_id, on_change=handler)


def offline_banner() -> rx.Component:
    return _OfflineBanner(
        ui.icon("alert", overlay_styles.TOAST_ICON),
        text=_("No connection. What you type is saved on this device."),
        blocked_text=_("No connection. This page can't be opened right now."),
        class_name=overlay_styles.OFFLINE_BANNER,
    )


def live_announcement(announcement: Any) -> Node:
    def container(*children: Node, **attributes: Any) -> Node:
        return _LiveAnnouncement(
            *children,
            announcement_id=announcement.id,
            cookie=cookies.CLOSED_ANNOUNCEMENT_COOKIE,
            label=attributes["aria_label"],
            class_name=attributes["class_name"],
        )

    return announcement_bar(announcement, container)


def live_consent_banner(banner: Any) -> Node:
    def container(*children: Node, **attributes: Any) -> Node:
        return _LiveConsent(
            *children,
            cookie=cookies.CONSENT_COOKIE,
            version=choose(banner.asks_again, banner.version, ""),
            label=attributes["aria_label"],
            class_name=attributes["class_name"],
        )

    return consent_banner(banner, container)


def announcement_bar(announcement: Announcement, container: Container = el.aside) -> Node:
    return container(
        el.div(
            el.p(
                when(
                    announcement.href,
                    lambda: el.a(
                        announcement.text,
                        href=announcement.href,
                        class_name=styles.ANNOUNCEMENT_LINK,
                        # The link may lead to another site.
                        custom_attrs={"reloadDocument": True},
                    ),
                    lambda: el.span(announcement.text),
                ),
                dir="auto",
                class_name=styles.ANNOUNCEMENT_TEXT,
            ),
            when(announcement.is_dismissible, _close_button),
            class_name=styles.ANNOUNCEMENT_ROW,
        ),
        class_name=styles.ANNOUNCEMENT,
        aria_label=_("Announcement"),
    )


def _close_button() -> Node:
    return el.button(
        ui.icon("x"),
        type="button",
        aria_label=_("Close announcement"),
        class_name=styles.ANNOUNCEMENT_CLOSE,
        data_close=True,
    )


def consent_banner(banner: ConsentBanner, container: Container = el.section) -> Node:
    text = _("We use cookies to keep you signed in and to improve the site.")
    return container(
        el.p(
            el.span(first_of(banner.text, text), dir="auto"),
            present(banner.policy_href, _policy_link),
            class_name=styles.CONSENT_TEXT,
        ),
        ui.native_form(
            when(
                banner.is_choice,
                lambda: _choice(
                    "necessary", first_of(banner.reject_label, _("Only necessary")), "secondary"
                ),
            ),
            _choice("all", first_of(banner.accept_label, _accept_text(banner)), "primary"),
            action=urls.COOKIE_CONSENT,
            class_name=styles.CONSENT_BUTTONS,
        ),
        class_name=styles.CONSENT,
        aria_label=_("Cookies"),
    )


def _accept_text(banner: ConsentBanner) -> str:
    # Translators: button of the cookie banner that only informs.
    return choose(banner.is_choice, _("Accept"), _("Got it"))


def _policy_link(href: str) -> Node:
    return el.a(
        _("Privacy policy"),
        href=href,
        class_name=f"{styles.CONSENT_LINK} ms-1",
        custom_attrs={"reloadDocument": True},
    )


def _choice(value: str, label: Any, variant: Any) -> Node:
    return ui.button(label, type="submit", name="choice", value=value, variant=variant)
