"""The bar above every page with a notice about the account of the viewer."""

from typing import Any

from community import urls
from community.components import ui
from community.domain.accounts import AccountNotice
from community.i18n import gettext as _
from community.rendering import Node, el, present, when
from community.styles import layout as styles


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
