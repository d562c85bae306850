"""Settings that delete the account and download the data of the user."""

from typing import Any

import reflex as rx

from community import urls
from community.components import sign_in, ui
from community.components.settings.section import settings_section
from community.domain import accounts, data_export
from community.i18n import gettext as _, ngettext
from community.rendering import Node, el, when
from community.state.pages.settings.account import AccountDeletionState, DataExportState
from community.styles import settings as styles
from community.styles.ui import form, overlay

_DIALOG = "delete-account-dialog"
_State: Any = AccountDeletionState

_ExportState: Any = DataExportState


def account_deletion_section() -> Node:
    return settings_section(
        styles.DELETE_ACCOUNT,
        el.p(
            _(
                "Your profile disappears and you're signed out everywhere. Until {date} you can "
                "change your mind and restore everything. Then your data is erased for good.",
                date=_State.restorable_until,
            ),
            class_name=styles.PARAGRAPH,
        ),
        when(
            _State.lost_credit != "",
            lambda: el.p(
                _(
                    "You have {amount} of credit. It is not paid out, and is lost when your data "
                    "is erased.",
                    amount=_State.lost_credit,
                ),
                class_name=styles.PARAGRAPH,
            ),
        ),
        when(_State.obstacle != "", lambda: el.p(_State.obstacle, class_name=styles.OBSTACLE)),
        el.div(
            ui.button(
                _("Delete account"),
                variant="danger",
                disabled=_State.obstacle != "",
                on_click=_State.open_dialog,
            ),
            class_name=styles.FOOTER,
        ),
        _dialog(),
    )


def _dialog() -> rx.Component:
    return ui.dialog(
        ui.native_form(
            sign_in.form_error(None),
            el.input(type="hidden", name="next", value=urls.ACCOUNT_DELETED),
            el.fieldset(
                el.legend(_("What happens to your posts and comments?"), class_name=styles.LEGEND),
                *(
                    ui.radio(
                        label,
                        hint=hint,
                        id=f"content-{choice}",
                        name="content",
                        value=choice.value,
                        default_checked=choice is accounts.ContentChoice.KEEP,
                    )
                    for choice, (label, hint) in _get_choices().items()
                ),
                class_name=form.STACK,
            ),
            el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG, "close")),
                ui.button(_("Delete account"), type="submit", variant="danger"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            action=urls.DELETE_ACCOUNT,
            class_name=overlay.DIALOG_BODY,
            data_ajax_form="",
        ),
        id=_DIALOG,
        title=_("Delete your account?"),
        text=_("You can restore it until {date}.", date=_State.restorable_until),
        open=_State.is_open,
        on_close=_State.close_dialog,
    )


def _get_choices() -> dict[accounts.ContentChoice, tuple[str, str]]:
    return {
        accounts.ContentChoice.KEEP: (
            _("Keep them with my name"),
            _("Your name stays next to them, but no longer leads to a profile."),
        ),
        accounts.ContentChoice.ANONYMIZE: (
            _("Keep them without my name"),
            _("“Deleted user” replaces your name and your picture."),
        ),
        accounts.ContentChoice.DELETE: (
            _("Delete them"),
            _(
                "They disappear right away. Where others have replied to you, an empty place stays "
                "in the discussion."
            ),
        ),
    }


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
            when(_has(data_export.ExportStatus.PREPARING), _preparing),
            when(_has(data_export.ExportStatus.READY), _ready),
            when(_has(data_export.ExportStatus.FAILED), _failed),
            when(_has(data_export.ExportStatus.EXPIRED), _expired),
            role="status",
        ),
        el.div(
            when(
                _has(data_export.ExportStatus.READY),
                lambda: ui.link_button(
                    _("Download"),
                    href=_ExportState.download_url,
                    variant="primary",
                    # The server and not the router answers the request.
                    custom_attrs={"reloadDocument": True, "download": True},
                ),
            ),
            when(_ExportState.can_request, _request_button),
            class_name=styles.FOOTER,
        ),
        when(
            _ExportState.next_request != "",
            lambda: el.p(_ExportState.next_request, class_name=styles.NEXT_REQUEST),
        ),
    )


def _has(status: data_export.ExportStatus) -> Any:
    return _ExportState.status == status.value


def _preparing() -> Node:
    return _panel(
        ui.spinner(),
        _("Preparing your archive…"),
        _("This can take a few minutes. You can leave the page."),
    )


def _ready() -> Node:
    return _panel(ui.icon("check"), _("Your archive is ready"), _ExportState.available)


def _failed() -> Node:
    return _panel(
        ui.icon("alert"),
        _("The archive couldn't be prepared"),
        _("Something went wrong on our side. Try again."),
    )


def _expired() -> Node:
    days = data_export.LIFETIME.days
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
        _has(data_export.ExportStatus.FAILED),
        lambda: ui.button(_("Try again"), variant="primary", on_click=_ExportState.request_archive),
        lambda: ui.button(_("Request archive"), on_click=_ExportState.request_archive),
    )
