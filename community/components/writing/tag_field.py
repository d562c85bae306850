"""The field for the tags of a post. Enter, a comma or leaving the field adds the typed tag."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.writing.draft_store import create_browser_handler
from community.i18n import gettext as _
from community.rendering import Node, el, group
from community.state.pages.posts.writing import WritingState
from community.styles import writing as styles

_OPTIONS_ID = "tag-options"


def tag_field(draft: Any) -> Node:
    """Return the field for tags. If the site allows none, a draft shows those it has to remove."""
    limits: Any = WritingState.limits
    count = draft.tags.length()
    return rx.cond(
        (limits.max_tags > 0) | (count > 0),
        group(
            ui.field(
                _("Tags"),
                _input(draft, limits),
                name="tags",
                error=draft.errors.tags,
                hint=_hint(limits, count),
                optional=True,
            ),
            el.span(
                rx.cond(count > 0, _("Tags: {list}", list=draft.tags.join(", ")), ""),
                class_name="sr-only",
                role="status",
            ),
        ),
    )


def _input(draft: Any, limits: Any) -> Node:
    return el.div(
        rx.foreach(draft.tags, _tag),
        el.input(
            id="field-tags",
            read_only=draft.tags.length() >= limits.max_tags,
            placeholder=rx.cond(
                (draft.tags.length() > 0) | limits.has_tag_list,
                "",
                # Translators: examples of tags, in lower case.
                _("travel, photography"),
            ),
            auto_complete="off",
            class_name=styles.TAG_INPUT,
            aria_describedby="note-tags",
            aria_invalid=draft.errors.tags != "",
            list=_OPTIONS_ID,
            custom_attrs={
                "onInput": create_browser_handler("handleTagInput", limits.max_tags),
                "onBlur": create_browser_handler("handleTagBlur", limits.max_tags),
                "onKeyDown": create_browser_handler("handleTagKeyDown", limits.max_tags),
            },
        ),
        el.datalist(
            rx.foreach(limits.allowed_tags, lambda tag: el.option(value=tag)), id=_OPTIONS_ID
        ),
        class_name=styles.TAGS,
        custom_attrs={"onClick": create_browser_handler("focusTagInput")},
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


def _hint(limits: Any, count: Any) -> Any:
    maximum = limits.max_tags
    too_many = ui.plural_text(
        "Remove tags until {n} is left.", "Remove tags until {n} are left.", maximum
    )
    full = ui.plural_text("You can add up to {n} tag.", "You can add up to {n} tags.", maximum)
    from_list = ui.plural_text(
        "Up to {n} tag from the list of this site.",
        "Up to {n} tags from the list of this site.",
        maximum,
    )
    free = ui.plural_text(
        "Up to {n} tag, followed by a comma or Enter.",
        "Up to {n} tags, separated by commas or Enter.",
        maximum,
    )
    return rx.match(
        True,
        (maximum == 0, _("Posts have no tags here. Remove them to publish.")),
        (count > maximum, too_many),
        (count == maximum, full),
        (limits.has_tag_list, from_list),
        free,
    )
