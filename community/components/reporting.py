"""The dialogs that report users, content and advertisements, and the buttons that open them."""

from collections.abc import Sequence
from typing import Any, Final

import reflex as rx

from community.components import ui
from community.domain.moderation.reports import TEXT_MAX_LENGTH, ReportReason, TargetKind
from community.i18n import gettext as _, noop, pgettext
from community.rendering import Node
from community.state.pages.reporting import AdvertisementReportingState, ReportingState
from community.styles.ui import form, overlay

_State: Any = ReportingState
_AdvertisementState: Any = AdvertisementReportingState
DIALOG_ID: Final = "report"
ADVERTISEMENT_DIALOG_ID: Final = "report-advertisement"
REASON_LABELS: Final[dict[str, str]] = {
    ReportReason.SPAM: noop("Spam or advertising"),
    ReportReason.HARASSMENT: noop("Harassment or insults"),
    ReportReason.HATE: noop("Hate speech"),
    ReportReason.VIOLENCE: noop("Violence or threats"),
    ReportReason.SEXUAL: noop("Sexual content"),
    ReportReason.MISINFORMATION: noop("False information"),
    ReportReason.IMPERSONATION: noop("Pretends to be someone else"),
    ReportReason.OTHER: noop("Something else"),
}
# Readers cannot report an advertisement for being one.
_REASONS_OF_ADVERTISEMENTS: Final = tuple(
    reason for reason in REASON_LABELS if reason != ReportReason.SPAM
)
# A person can pretend to be someone else, a text cannot be that.
_REASONS_OF_USERS: Final = (ReportReason.IMPERSONATION,)


def report_menu_item(kind: TargetKind, target_id: Any) -> Node:
    return ui.menu_action(
        # Translators: opens the dialog that reports a user, a post or a comment.
        _("Report…"),
        icon_name="flag",
        on_click=_State.open(kind, target_id),
    )


def report_button(kind: TargetKind, target_id: Any) -> Node:
    return ui.button(_("Report…"), variant="quiet", on_click=_State.open(kind, target_id))


def report_dialog() -> rx.Component:
    """Return the dialog. Each page with a `report_menu_item` contains it once."""
    return ui.dialog(
        rx.el.form(
            rx.el.input(type="hidden", name="target_kind", value=_State.target_kind),
            rx.el.input(type="hidden", name="target_id", value=_State.target_id.to_string()),
            _reasons(tuple(REASON_LABELS)),
            _text(_State.errors),
            _buttons(DIALOG_ID),
            # A new form for each object, without the choice and the text of the one before.
            key=f"{_State.target_kind}-{_State.target_id}",
            on_submit=_State.submit,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=DIALOG_ID,
        title=rx.match(
            _State.target_kind,
            ("user", _("Report this person")),
            ("post", _("Report this post")),
            ("message", _("Report this message")),
            _("Report this comment"),
        ),
        text=rx.cond(
            _State.target_kind == "message",
            _(
                "The administrators will check it. They see this message and a few around it. The "
                "author won't know who reported it."
            ),
            _("The administrators will check it. The author won't know who reported it."),
        ),
        size="sm",
        open=_State.target_kind != "",
        guards_input=True,
        on_close=_State.close,
    )


def advertisement_report_button(advertisement_id: Any) -> Node:
    return rx.el.button(
        report_label(), type="button", on_click=_AdvertisementState.open(advertisement_id)
    )


def report_label() -> str:
    return _("Report this ad")


@rx.memo
def advertisement_report_dialog() -> rx.Component:
    """Return the dialog, which pages with advertisements contain once."""
    state = _AdvertisementState
    return ui.dialog(
        rx.el.form(
            rx.el.input(
                type="hidden", name="advertisement_id", value=state.advertisement_id.to_string()
            ),
            _reasons(_REASONS_OF_ADVERTISEMENTS),
            _text(state.errors),
            _buttons(ADVERTISEMENT_DIALOG_ID),
            key=state.advertisement_id.to_string(),
            on_submit=state.submit,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=ADVERTISEMENT_DIALOG_ID,
        # Translators: beside an advertisement, the same text is the label of a button.
        title=pgettext("dialog", "Report this ad"),
        text=_("The administrators will check it. The advertiser won't know who reported it."),
        size="sm",
        open=state.advertisement_id != 0,
        guards_input=True,
        on_close=state.close,
    )


def _buttons(dialog_id: str) -> Node:
    return rx.el.div(
        ui.button(_("Cancel"), custom_attrs=ui.command_attrs(dialog_id, "close")),
        ui.button(_("Report"), type="submit", variant="primary"),
        class_name=overlay.DIALOG_ACTIONS,
    )


def _reasons(reasons: Sequence[str]) -> Node:
    return rx.el.fieldset(
        rx.el.legend(_("What is wrong?"), class_name=form.GROUP_TITLE),
        rx.el.div(
            *(_reason(reason, is_first=reason == reasons[0]) for reason in reasons),
            class_name=form.CHOICES,
        ),
        class_name=form.GROUP,
    )


def _reason(reason: str, *, is_first: bool) -> Node:
    # The dialog sets the focus to the first reason.
    attributes = {"data-autofocus": True} if is_first else {}
    label = _(REASON_LABELS[reason])
    choice = ui.radio(
        label, name="reason", value=str(reason), required=True, custom_attrs=attributes
    )
    if reason in _REASONS_OF_USERS:
        return rx.cond(_State.target_kind == "user", choice)
    return choice


def _text(errors: Any) -> Node:
    error = ui.error_message(errors, "text")
    return ui.field(
        _("Details"),
        ui.text_area(name="text", error=error, max_length=TEXT_MAX_LENGTH, rows=3),
        name="text",
        error=error,
        optional=True,
    )
