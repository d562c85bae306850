"""Faces of people and of communities."""

import reflex as rx

from community.components.ui.props import Flag, Text, given
from community.looks import avatar as looks
from community.looks.avatar import Shape, Size


def avatar(
    *,
    initials: Text,
    picture: Text = "",
    size: Size = "md",
    shape: Shape = "person",
    class_name: str = "",
) -> rx.Component:
    """A picture over the initials, which stay visible while there is none.

    It is silent to screen readers: the name always stands beside a face.

    Args:
        initials: `looks.avatar.initials(name)`.
        picture: Address of the picture; empty where there is none.
        size: From a line of text (xs) to the head of a profile (xl).
        shape: Round for people, rounded for communities.
        class_name: More classes, for example `looks.avatar.STACKED`.
    """
    pixels = looks.PIXELS[size]
    image = rx.el.img(
        src=picture,
        alt="",
        width=str(pixels),
        height=str(pixels),
        loading="lazy",
        class_name=looks.PICTURE,
    )
    # A var may also be null: there is no picture then either.
    shown = rx.cond(picture, image, rx.fragment()) if isinstance(picture, rx.Var) else image
    return rx.el.span(
        initials,
        *([shown] if given(picture) else []),
        class_name=f"{looks.look(size, shape)} {class_name}".rstrip(),
        custom_attrs={"aria-hidden": "true"},
    )


def online(face: rx.Component, is_online: Flag) -> rx.Component:
    """A face with a green dot while its person is here."""
    dot = rx.el.span(
        rx.el.span("online", class_name="sr-only"), class_name=looks.ONLINE, title="Online"
    )
    return rx.el.span(face, rx.cond(is_online, dot, rx.fragment()), class_name=looks.ONLINE_FRAME)


def avatar_stack(*faces: rx.Component) -> rx.Component:
    """Up to three faces, one over another; give each `class_name=looks.avatar.STACKED`."""
    return rx.el.span(*faces, class_name=looks.STACK)
