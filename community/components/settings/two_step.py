"""The settings section for the two-step sign-in: its setup and the recovery codes."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.settings.section import focus_managed_list, settings_section
from community.i18n import gettext as _
from community.rendering import Node, plural_text, react_component
from community.state.pages.settings.security import TwoStepState
from community.styles import settings as styles
from community.styles.ui import button, form

_NEW_CODES_DIALOG, _OFF_DIALOG = "new-recovery-codes", "two-step-off"
_State: Any = TwoStepState
_CopyField = react_component("copy_field.js", "CopyField")
_CopyButton = react_component("copy_field.js", "CopyButton")


def two_step_section() -> rx.Component:
    return settings_section(
        styles.TWO_STEP,
        focus_managed_list(styles.TWO_STEP, rx.cond(_State.has_codes, _new_codes()), class_name=""),
        rx.cond(
            _State.enabled_text != "",
            _enabled(),
            rx.cond(_State.is_setting_up, _setup(_State.setup), _disabled()),
        ),
        ui.confirm_dialog(
            id=_NEW_CODES_DIALOG,
            title=_("Create new recovery codes?"),
            description=_("The codes that you saved before stop working."),
            confirm_label=_("Create codes"),
            on_confirm=_State.create_codes,
        ),
        ui.confirm_dialog(
            id=_OFF_DIALOG,
            title=_("Switch off two-step sign-in?"),
            description=_("Your password alone is then enough to sign in to your account."),
            confirm_label=_("Switch off"),
            on_confirm=_State.switch_off,
        ),
    )


def _disabled() -> Node:
    return rx.fragment(
        rx.el.p(
            _("When you sign in, you also enter a code from an app on your phone."),
            class_name=styles.EMPTY,
        ),
        rx.el.div(
            ui.button(_("Set up"), variant="primary", on_click=_State.start_setup),
            class_name=styles.FOOTER,
        ),
    )


def _setup(setup: Any) -> Node:
    return rx.el.div(
        rx.cond(setup, _secret(setup)),
        rx.el.form(
            ui.field(
                _("2. Enter the code that the app shows"),
                ui.text_input(
                    name="code",
                    error=_State.error,
                    type="text",
                    input_mode="numeric",
                    auto_complete="one-time-code",
                ),
                name="code",
                error=_State.error,
            ),
            rx.el.div(
                ui.button(_("Switch on"), type="submit", variant="primary"),
                ui.button(_("Cancel"), variant="quiet", on_click=_State.cancel_setup),
                class_name=form.ACTIONS,
            ),
            on_submit=_State.confirm_setup,
            class_name=styles.FORM,
            custom_attrs={"noValidate": True},
        ),
        class_name=styles.STEPS,
    )


def _secret(setup: Any) -> Node:
    class_names = {"field": styles.KEY_VALUE, "button": button.class_names("secondary")}
    return rx.el.div(
        rx.el.p(_("1. Scan the QR code with your app"), class_name=styles.STEP_TITLE),
        rx.el.p(
            _("Any app for one-time codes works, such as Google Authenticator or 1Password."),
            class_name=styles.STEP_TEXT,
        ),
        rx.el.img(
            src=setup.qr_code, alt=_("QR code with the key below"), class_name=styles.QR_CODE
        ),
        rx.el.p(
            _("Can't scan it? Enter this key in the app:"), class_name=f"{styles.STEP_TEXT} mt-4"
        ),
        rx.el.div(
            _CopyField(
                ui.icon("copy"),
                ui.icon("check"),
                value=setup.secret,
                label=_("Key"),
                class_names=class_names,
            ),
            class_name=f"{styles.KEY_ROW} mt-2",
        ),
    )


def _new_codes() -> Node:
    return rx.el.section(
        rx.el.h3(_("Save your recovery codes"), class_name=styles.KEY_TITLE),
        rx.el.p(
            _(
                "If you lose your phone, each code lets you sign in once. You won't be able to see "
                "them again."
            ),
            class_name=styles.KEY_TEXT,
        ),
        rx.el.ul(
            rx.foreach(_State.codes, lambda code: rx.el.li(code, key=code)),
            class_name=styles.CODES,
        ),
        rx.el.div(
            rx.el.a(
                _("Download"),
                href=_State.codes_file,
                download="recovery-codes.txt",
                class_name=button.class_names("primary"),
            ),
            _CopyButton(
                _("Copy"), value=_State.codes_text, class_name=button.class_names("secondary")
            ),
            ui.button(_("Done"), variant="quiet", on_click=_State.dismiss_codes),
            class_name=styles.KEY_ROW,
        ),
        class_name=styles.KEY_PANEL,
    )


def _enabled() -> Node:
    return rx.fragment(
        rx.el.div(
            rx.el.span(ui.icon("shield"), class_name=styles.LIST_ICON),
            rx.el.div(
                rx.el.p(_("App for one-time codes"), class_name=styles.LIST_NAME),
                rx.el.p(
                    _State.enabled_text,
                    " · ",
                    plural_text(
                        "{n} recovery code left", "{n} recovery codes left", _State.codes_left
                    ),
                    class_name=styles.LIST_NOTE,
                ),
                class_name=styles.LIST_TEXT,
            ),
            class_name=styles.LIST_ROW,
        ),
        rx.el.div(
            ui.button(
                _("New recovery codes"), custom_attrs=ui.dialog_button_attrs(_NEW_CODES_DIALOG)
            ),
            ui.button(_("Switch off"), custom_attrs=ui.dialog_button_attrs(_OFF_DIALOG)),
            class_name=styles.FOOTER,
        ),
    )
