"""The list on the Drafts page: drafts, unpublished posts, and unpublished changes to posts."""

from typing import Any

import reflex as rx

from community.components import lists, ui
from community.i18n import gettext as _
from community.rendering import rich_text
from community.state.pages.posts.drafts import DraftsState
from community.styles import writing as styles


def use_drafts() -> Any:
    """Return a Reflex Var that contains the loaded drafts (`AppendedDrafts`)."""
    return lists.use_appended_list(
        "drafts", DraftsState.loaded_page, lists.AppendedDrafts, DraftsState.removed_ids
    )


def draft_rows(drafts: Any) -> rx.Component:
    return rx.el.div(rx.foreach(drafts.rows, _draft_row), class_name=styles.DRAFTS)


def _draft_row(draft: Any) -> rx.Component:
    return rx.el.article(
        rx.el.div(
            rx.el.h2(
                rx.el.a(
                    rx.cond(draft.title != "", draft.title, _("Untitled")),
                    href=draft.url,
                    class_name=styles.DRAFT_LINK,
                ),
                dir="auto",
                class_name=rx.cond(draft.title != "", styles.DRAFT_TITLE, styles.DRAFT_UNTITLED),
            ),
            rx.cond(
                draft.intro != "", rx.el.p(draft.intro, dir="auto", class_name=styles.DRAFT_INTRO)
            ),
            rx.el.p(
                _status_badge(draft),
                rx.el.span(
                    rich_text(
                        # Translators: {time} is for example "5 min ago" or "on 12 Nov".
                        _("Saved {time}"),
                        time=ui.relative_time(draft.saved_at, in_sentence=True),
                    )
                ),
                rx.cond(
                    draft.community,
                    rx.el.span(_("in {community}", community=draft.community.name)),
                ),
                class_name=styles.DRAFT_NOTE,
            ),
            class_name=styles.DRAFT_BODY,
        ),
        rx.el.div(_delete_button(draft), class_name=styles.DRAFT_ACTIONS),
        key=draft.id,
        class_name=styles.DRAFT,
    )


def _status_badge(draft: Any) -> rx.Component:
    return rx.match(
        draft.status,
        ("published", ui.badge(_("Unpublished changes"), tone="accent")),
        ("on_moderation", ui.badge(_("Waiting for review"), tone="accent")),
        ("unpublished", ui.badge(_("Unpublished"))),
        ("scheduled", ui.badge(_("Scheduled"))),
        rx.fragment(),
    )


def _delete_button(draft: Any) -> rx.Component:
    return rx.cond(
        draft.status == "published",
        ui.icon_button(
            "undo", _("Discard changes"), on_click=DraftsState.discard_changes(draft.id)
        ),
        ui.icon_button("trash", _("Delete"), on_click=DraftsState.delete(draft.id)),
    )
