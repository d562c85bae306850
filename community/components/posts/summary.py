"""The box above the text of a post that opens its AI summary."""

from typing import Any

from community.components import ui
from community.domain.ai import SummaryView
from community.i18n import gettext as _
from community.rendering import Node, choose, el, group, sanitized_html, when
from community.styles import post as styles

BODY_ID = "post-summary"


def summary_box(
    view: SummaryView | None = None, *, is_open: Any = False, retry_button: Node = None, **on: Any
) -> Node:
    """Return the box.

    Args:
        view: The summary. None if the box is never open, as on server-rendered pages.
        is_open: Whether the summary is shown.
    """
    return el.section(
        el.button(
            ui.icon("sparkles", styles.SUMMARY_ICON),
            el.span(_("Summary"), class_name="flex-1 text-start"),
            ui.icon("chevron_down", styles.SUMMARY_CHEVRON),
            type="button",
            aria_expanded=choose(is_open, "true", "false"),
            aria_controls=BODY_ID,
            class_name=styles.SUMMARY_BUTTON,
            **on,
        ),
        el.div(
            None if view is None else when(is_open, lambda: _content(view, retry_button)),
            id=BODY_ID,
            role="status",
            class_name=styles.SUMMARY_BODY,
        ),
        class_name=styles.SUMMARY,
    )


def _content(view: SummaryView, retry_button: Node) -> Node:
    is_unfinished = (view.status == "waiting") | (view.status == "writing")
    return group(
        when(
            view.html != "",
            lambda: group(
                sanitized_html(view.html, styles.SUMMARY_TEXT),
                el.p(_("Written by AI. It can contain mistakes."), class_name=styles.SUMMARY_NOTE),
            ),
        ),
        when(
            is_unfinished & (view.html == ""),
            lambda: el.p(_("Writing the summary…"), class_name=styles.SUMMARY_NOTE),
        ),
        when(
            view.status == "failed",
            lambda: el.div(el.p(view.error), retry_button, class_name=styles.SUMMARY_FAILED),
        ),
        when(
            view.status == "missing",
            lambda: el.div(
                el.p(_("The post has changed since this summary was written.")),
                retry_button,
                class_name=styles.SUMMARY_FAILED,
            ),
        ),
    )


def status_banner_texts() -> dict[str, str]:
    """Return the banner text for each status in which readers cannot see a post."""
    return {
        "draft": _("Draft. Only you can see this."),
        "scheduled": _("Scheduled. Only you can see this."),
        "on_moderation": _("Waiting for review. Only you and moderators can see this."),
        "unpublished": _("Unpublished. Only you can see this."),
    }


def moderator_banner_texts() -> dict[str, str]:
    """Return the same as `status_banner_texts` for moderators and administrators."""
    return {
        "on_moderation": _("Waiting for review. Readers can't see it yet."),
        "unpublished": _("Unpublished. Readers can't see it."),
    }
