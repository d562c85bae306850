"""The field for the tags of a post. Enter, a comma or leaving the field adds the typed tag."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.writing.draft_store import create_browser_handler
from community.domain import posts
from community.i18n import gettext as _
from community.i18n import ngettext
from community.rendering import Node, el, group
from community.styles import writing as styles


def tag_field(draft: Any) -> Node:
    is_full = draft.tags.length() >= posts.MAX_TAGS
    return group(
        ui.field(
            _("Tags"),
            el.div(
                rx.foreach(draft.tags, _tag),
                el.input(
                    id="field-tags",
                    read_only=is_full,
                    placeholder=rx.cond(
                        draft.tags.length() > 0,
                        "",
                        # Translators: examples of tags, in lower case.
                        _("travel, photography"),
                    ),
                    auto_complete="off",
                    class_name=styles.TAG_INPUT,
                    aria_describedby="note-tags",
                    aria_invalid=draft.errors.tags != "",
                    custom_attrs={
                        "onInput": create_browser_handler("handleTagInput", posts.MAX_TAGS),
                        "onBlur": create_browser_handler("handleTagBlur", posts.MAX_TAGS),
                        "onKeyDown": create_browser_handler("handleTagKeyDown", posts.MAX_TAGS),
                    },
                ),
                class_name=styles.TAGS,
                custom_attrs={"onClick": create_browser_handler("focusTagInput")},
            ),
            name="tags",
            error=draft.errors.tags,
            hint=rx.cond(is_full, *_tag_hints()),
            optional=True,
        ),
        el.span(
            rx.cond(draft.tags.length() > 0, _("Tags: {list}", list=draft.tags.join(", ")), ""),
            class_name="sr-only",
            role="status",
        ),
    )


def _tag(tag: Any) -> Node:
    return el.span(
        tag,
        el.button(
            ui.icon("x"),
            type="button",
            class_name=styles.TAG_REMOVE,
            aria_label=_("Remove {name}", name=tag),
            custom_attrs={"onClick": create_browser_handler("removeTag", tag)},
        ),
        key=tag,
        class_name=styles.TAG,
    )


def _tag_hints() -> tuple[str, str]:
    """Return the hints for a post with the maximum number of tags, and for a post with fewer."""
    return (
        ngettext("You can add up to {n} tag.", "You can add up to {n} tags.", posts.MAX_TAGS),
        ngettext(
            "Up to {n} tag, followed by a comma or Enter.",
            "Up to {n} tags, separated by commas or Enter.",
            posts.MAX_TAGS,
        ),
    )
