"""The banners above the editor, and the dialog that discards the changes to a post."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.writing.draft_store import create_browser_handler, use_draft
from community.i18n import gettext as _
from community.state.pages.posts.writing import WritingState
from community.styles import writing as styles
from community.styles.ui import overlay

DISCARD_DIALOG_ID = "discard-dialog"


def conflict_banner() -> rx.Component:
    """Return the banner shown when the draft was changed or deleted in another browser window.

    The banner asks which version to keep. Changes are not saved until the user has chosen.
    """
    return rx.match(
        use_draft().conflict,
        ("changed", _changed_banner()),
        ("deleted", _deleted_banner()),
        rx.fragment(),
    )


def restriction_banner() -> rx.Component:
    """Return the banner for users who can publish nothing."""
    return rx.cond(
        WritingState.limits.restriction != "",
        _banner(
            WritingState.limits.restriction,
            _("Nothing that you write here is saved. Drafts are kept."),
        ),
    )


def discard_changes_dialog() -> rx.Component:
    return ui.dialog(
        rx.el.div(
            ui.button(_("Cancel"), custom_attrs=ui.command_attrs(DISCARD_DIALOG_ID, "close")),
            ui.button(
                _("Discard changes"),
                variant="danger",
                custom_attrs={
                    **ui.command_attrs(DISCARD_DIALOG_ID, "close"),
                    "onClick": create_browser_handler("discardChanges"),
                },
            ),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id=DISCARD_DIALOG_ID,
        title=_("Discard changes?"),
        text=_("Your unpublished changes will be lost. The published post stays as it is."),
        size="sm",
    )


def _changed_banner() -> rx.Component:
    return _banner(
        _("This post was changed in another window"),
        _("Your changes here are not saved yet. Choose which version to keep."),
        ui.button(
            _("Keep both"),
            variant="primary",
            size="sm",
            custom_attrs={
                "onClick": create_browser_handler("saveAsCopy"),
                "title": _("Saves your version as a new draft"),
            },
        ),
        ui.button(
            _("Use my version"),
            size="sm",
            custom_attrs={"onClick": create_browser_handler("saveLocalVersion")},
        ),
        ui.button(
            _("Use the other version"),
            size="sm",
            custom_attrs={"onClick": create_browser_handler("loadServerVersion")},
        ),
    )


def _deleted_banner() -> rx.Component:
    return _banner(
        _("This post was deleted in another window"),
        _("Your text is still here. You can save it as a new draft."),
        ui.button(
            _("Save as a new draft"),
            variant="primary",
            size="sm",
            custom_attrs={"onClick": create_browser_handler("saveAsCopy")},
        ),
    )


def _banner(title: Any, text: str, *actions: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name=styles.CONFLICT_TITLE),
        rx.el.p(text, class_name=styles.CONFLICT_TEXT),
        rx.el.div(*actions, class_name=styles.CONFLICT_ACTIONS) if actions else None,
        role="alert",
        class_name=styles.CONFLICT,
    )
