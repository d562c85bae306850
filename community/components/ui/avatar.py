"""Avatars of users and communities."""

from typing import Any, Protocol

from community.i18n import gettext as _
from community.rendering import Node, cached_html, el, initials, present, when
from community.styles.ui import avatar as styles
from community.styles.ui.avatar import Shape, Size

# The number of avatars whose HTML is cached.
MAX_CACHED_AVATARS = 2_000


class HasAvatar(Protocol):
    """A user or a community. `avatar` is the URL of the image, or None."""

    @property
    def name(self) -> str: ...
    @property
    def avatar(self) -> str | None: ...


@cached_html(MAX_CACHED_AVATARS)
def avatar(
    name: str,
    image_url: str | None = None,
    size: Size = "md",
    shape: Shape = "user",
    class_name: str = "",
) -> Node:
    """Return an avatar: the image, or the initials of `name` if there is no image.

    Screen readers skip the avatar, because the name is always shown beside it.

    Args:
        name: The name of the user or community.
        image_url: URL of the image. None or an empty string if there is none.
        size: A size from `xs` (fits in a line of text) to `xl` (for the header of a profile).
        shape: `user` gives a circle, `community` a rounded square.
        class_name: Additional classes, for example `styles.avatar.STACKED`.
    """
    pixels = str(styles.PIXELS[size])
    return el.span(
        initials(name),
        present(
            image_url,
            lambda url: el.img(
                src=url,
                alt="",
                width=pixels,
                height=pixels,
                loading="lazy",
                class_name=styles.IMAGE,
            ),
        ),
        class_name=f"{styles.class_names(size, shape)} {class_name}".rstrip(),
        aria_hidden="true",
    )


def avatar_for(
    entity: HasAvatar, size: Size = "sm", *, shape: Shape = "user", class_name: str = ""
) -> Node:
    return avatar(entity.name, entity.avatar, size, shape, class_name)


def avatar_with_online_dot(avatar: Node, is_online: Any) -> Node:
    """Return `avatar` with a green dot. If `is_online` is false, the dot is hidden."""
    label = _("Online")
    return el.span(
        avatar,
        when(
            is_online,
            lambda: el.span(
                el.span(label, class_name="sr-only"), class_name=styles.ONLINE_DOT, title=label
            ),
        ),
        class_name=styles.ONLINE_WRAPPER,
    )


def avatar_stack(*avatars: Node) -> Node:
    """Return a row of overlapping avatars.

    Pass at most three, each created with `class_name=styles.avatar.STACKED`.
    """
    return el.span(*avatars, class_name=styles.STACK)
