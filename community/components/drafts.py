"""The list of what one has to finish."""

from typing import Any

import reflex as rx

from community.components import ui
from community.looks import writing as looks
from community.state.drafts import Drafts


def draft_rows() -> rx.Component:
    """All that were loaded."""
    return rx.el.div(rx.foreach(Drafts.items, _row), class_name=looks.DRAFTS)


def _row(draft: Any) -> rx.Component:
    return rx.el.article(
        rx.el.div(
            rx.el.h2(
                rx.el.a(
                    rx.cond(draft.title != "", draft.title, "Untitled"),
                    href=draft.url,
                    class_name=looks.DRAFT_LINK,
                ),
                class_name=rx.cond(draft.title != "", looks.DRAFT_TITLE, looks.DRAFT_UNTITLED),
            ),
            rx.cond(draft.intro != "", rx.el.p(draft.intro, class_name=looks.DRAFT_INTRO)),
            rx.el.p(
                _state(draft),
                rx.el.span("Saved ", ui.time(draft.saved_at)),
                rx.cond(draft.community, rx.el.span(f"in {draft.community.name}")),
                class_name=looks.DRAFT_NOTE,
            ),
            class_name=looks.DRAFT_WORDS,
        ),
        rx.el.div(_take_away(draft), class_name=looks.DRAFT_ACTIONS),
        key=draft.id,
        class_name=looks.DRAFT,
    )


def _state(draft: Any) -> rx.Component:
    return rx.match(
        draft.status,
        ("published", ui.badge("Unpublished changes", tone="accent")),
        ("unpublished", ui.badge("Unpublished")),
        ("scheduled", ui.badge("Scheduled")),
        rx.fragment(),
    )


def _take_away(draft: Any) -> rx.Component:
    """A draft is deleted; of a published post only the changes go."""
    return rx.cond(
        draft.status == "published",
        ui.icon_button("undo", "Discard the changes", on_click=Drafts.discard(draft.id)),
        ui.icon_button("trash", "Delete", on_click=Drafts.delete(draft.id)),
    )
