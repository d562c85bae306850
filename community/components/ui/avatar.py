"""Avatars of users and communities."""

import reflex as rx

from community.components.ui.props import Flag, Text, has_content
from community.i18n import gettext as _
from community.styles import avatar as styles
from community.styles.avatar import Shape, Size


def avatar(
    *,
    initials: Text,
    image_url: Text = "",
    size: Size = "md",
    shape: Shape = "user",
    class_name: str = "",
) -> rx.Component:
    """Return an avatar: the image, or the initials if there is no image.

    Screen readers skip it, because every avatar has the name beside it.

    Args:
        initials: The result of `styles.avatar.initials(name)`.
        image_url: URL of the image. An empty string or null if there is none.
        size: A size from `xs` (fits in a line of text) to `xl` (for the header of a profile).
        shape: `user` gives a circle, `community` a rounded square.
        class_name: Additional classes, for example `styles.avatar.STACKED`.
    """
    pixels = styles.PIXELS[size]
    image = rx.el.img(
        src=image_url,
        alt="",
        width=str(pixels),
        height=str(pixels),
        loading="lazy",
        class_name=styles.IMAGE,
    )
    # The value of a Var can be null in the browser.
    shown = rx.cond(image_url, image, rx.fragment()) if isinstance(image_url, rx.Var) else image
    return rx.el.span(
        initials,
        *([shown] if has_content(image_url) else []),
        class_name=f"{styles.class_names(size, shape)} {class_name}".rstrip(),
        custom_attrs={"aria-hidden": "true"},
    )


def avatar_with_online_dot(avatar: rx.Component, is_online: Flag) -> rx.Component:
    label = _("Online")
    dot = rx.el.span(
        rx.el.span(label, class_name="sr-only"), class_name=styles.ONLINE_DOT, title=label
    )
    return rx.el.span(
        avatar, rx.cond(is_online, dot, rx.fragment()), class_name=styles.ONLINE_WRAPPER
    )


def avatar_stack(*avatars: rx.Component) -> rx.Component:
    """Return a row of overlapping avatars.

    Pass at most three, each created with `class_name=styles.avatar.STACKED`.
    """
    return rx.el.span(*avatars, class_name=styles.STACK)
