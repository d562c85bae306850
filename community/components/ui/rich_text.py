"""Translated messages that contain components."""

import re

import reflex as rx

from community.components.ui.props import Child, Text


def rich_text(message: Text, **components: Child) -> rx.Component:
    """Return a message in which each `{name}` placeholder is replaced by the component `name`.

    Call gettext without values, so that the translated message still contains its placeholders:
    `rich_text(_("Saved {time}"), time=relative_time(saved_at))`. A message that is a Var, such as
    the result of `plural_text`, can contain only one placeholder.
    """
    if isinstance(message, rx.Var):
        [(name, component)] = components.items()
        texts = message.to(str).split(f"{{{name}}}")
        return rx.fragment(texts[0], component, texts[1])
    parts = re.split(r"\{(\w+)\}", message)
    return rx.fragment(
        *(components[part] if index % 2 else part for index, part in enumerate(parts) if part)
    )
