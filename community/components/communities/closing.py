"""The section below the form of a community that closes or reopens the community."""

from typing import Any

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.state.pages.communities.communities import CommunityClosingState
from community.state.pages.communities.community_form import CommunityFormState
from community.styles import listing
from community.styles.ui import form, overlay

_State: Any = CommunityClosingState


def name_confirmation_form(
    name: Any, *, error: Any, confirm_label: str, on_submit: Any, on_cancel: Any, key: Any
) -> rx.Component:
    control = ui.text_input(
        name="confirmation", error=error, required=True, auto_complete="off", spell_check=False
    )
    label = _("Type {name} to confirm", name=name)
    return rx.el.form(
        ui.field(label, control, name="confirmation", error=error),
        rx.el.div(
            ui.button(_("Cancel"), on_click=on_cancel),
            ui.button(confirm_label, type="submit", variant="danger"),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        key=key,
        on_submit=on_submit,
        no_validate=True,
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )


def closing_section() -> rx.Component:
    view: Any = CommunityFormState.community
    return rx.el.section(
        rx.cond(
            view.closed_at,
            _section(
                _("Reopen the community"),
                rx.cond(
                    view.can_reopen,
                    _("New posts, comments and members become possible again."),
                    _(
                        "An administrator closed this community. "
                        "Only an administrator can reopen it."
                    ),
                ),
                rx.cond(view.can_reopen, ui.button(_("Reopen"), on_click=_State.reopen)),
            ),
            _section(
                _("Close the community"),
                _(
                    "Posts and comments stay readable, but no one can add new ones or join. "
                    "You can reopen it later."
                ),
                ui.button(_("Close"), variant="danger", on_click=_State.show_dialog(True)),
            ),
        ),
        _close_dialog(view),
        class_name=listing.DANGER_ZONE,
    )


def _section(title: str, text: Any, button: Any) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.h2(title, class_name=listing.DANGER_TITLE),
            rx.el.p(text, class_name=listing.DANGER_TEXT),
            class_name=listing.TEXT,
        ),
        button,
        class_name=listing.DANGER_ROW,
    )


def _close_dialog(view: Any) -> rx.Component:
    return ui.dialog(
        name_confirmation_form(
            view.name,
            error=_State.error,
            confirm_label=_("Close community"),
            on_submit=_State.close,
            on_cancel=_State.show_dialog(False),
            key=rx.cond(_State.is_dialog_open, "open", "closed"),
        ),
        id="close-community-dialog",
        title=_("Close this community?"),
        text=_("Its posts and comments stay readable. Its web address stays reserved."),
        open=_State.is_dialog_open,
        on_close=_State.show_dialog(False),
    )
