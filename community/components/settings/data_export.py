"""The settings section with which users download their data."""

from typing import Any

from community.components import ui
from community.components.settings.section import settings_section
from community.domain.data_export import LIFETIME, ExportStatus
from community.i18n import gettext as _
from community.i18n import ngettext
from community.rendering import Node, el, when
from community.state.pages.settings.account import DataExportState
from community.styles import settings as styles

_State: Any = DataExportState


def data_export_section() -> Node:
    return settings_section(
        styles.DOWNLOAD_DATA,
        el.p(
            _(
                "Your posts and drafts, comments, images, settings and everything else in your "
                "account, in one archive. You get an email with a link when it's ready."
            ),
            class_name=styles.PARAGRAPH,
        ),
        el.div(
            when(_has(ExportStatus.PREPARING), _preparing),
            when(_has(ExportStatus.READY), _ready),
            when(_has(ExportStatus.FAILED), _failed),
            when(_has(ExportStatus.EXPIRED), _expired),
            role="status",
        ),
        el.div(
            when(
                _has(ExportStatus.READY),
                lambda: ui.link_button(
                    _("Download"),
                    href=_State.download_url,
                    variant="primary",
                    # The server and not the router answers the request.
                    custom_attrs={"reloadDocument": True, "download": True},
                ),
            ),
            when(_State.can_request, _request_button),
            class_name=styles.FOOTER,
        ),
        when(
            _State.next_request != "",
            lambda: el.p(_State.next_request, class_name=styles.NEXT_REQUEST),
        ),
    )


def _has(status: ExportStatus) -> Any:
    return _State.status == status.value


def _preparing() -> Node:
    return _panel(
        ui.spinner(),
        _("Preparing your archive…"),
        _("This can take a few minutes. You can leave the page."),
    )


def _ready() -> Node:
    return _panel(ui.icon("check"), _("Your archive is ready"), _State.available)


def _failed() -> Node:
    return _panel(
        ui.icon("alert"),
        _("The archive couldn't be prepared"),
        _("Something went wrong on our side. Try again."),
    )


def _expired() -> Node:
    days = LIFETIME.days
    return _panel(
        ui.icon("clock"),
        _("Your last archive has expired"),
        ngettext(
            "An archive can be downloaded for {n} day.",
            "An archive can be downloaded for {n} days.",
            days,
        ),
    )


def _panel(icon: Node, title: str, text: Any) -> Node:
    return el.div(
        el.span(icon, class_name=styles.LIST_ICON),
        el.div(
            el.p(title, class_name=styles.LIST_NAME),
            el.p(text, class_name=styles.LIST_NOTE),
            class_name=styles.LIST_TEXT,
        ),
        class_name=styles.EXPORT_PANEL,
    )


def _request_button() -> Node:
    return when(
        _has(ExportStatus.FAILED),
        lambda: ui.button(_("Try again"), variant="primary", on_click=_State.request_archive),
        lambda: ui.button(_("Request archive"), on_click=_State.request_archive),
    )
