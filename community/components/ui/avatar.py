"""Avatars of users and communities."""

from typing import Protocol

from community.rendering import Node, cached_html, el, initials, present
from community.styles.ui import avatar as styles
from community.styles.ui.avatar import DotSize, Shape, Size

# The number of avatars whose HTML is cached.
MAX_CACHED_AVATARS = 2_000


class HasAvatar(Protocol):
    """A user or a community. `avatar` is the URL of the image, or None."""

    @property
    def name(self) -> str: ...
    @property
    def avatar(self) -> str | None: ...


class HasUserAvatar(HasAvatar, Protocol):
    @property
    def id(self) -> int: ...


@cached_html(MAX_CACHED_AVATARS)
def avatar(
    name: str,
    image_url: str | None = None,
    size: Size = "md",
    shape: Shape = "user",
    class_name: str = "",
    *,
    video_url: str | None = None,
) -> Node:
    """Return an avatar: the image, or the initials of `name` if there is no image.

    Screen readers skip the avatar, because the name is always shown beside it.

    Args:
        size: A size from `xs` (fits in a line of text) to `xl` (for the header of a profile).
        shape: `user` gives a circle, `community` a rounded square.
        video_url: URL of a video that covers the image as soon as `avatar_video` plays it.
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
        present(video_url, _video),
        class_name=f"{styles.class_names(size, shape)} {class_name}".rstrip(),
        aria_hidden="true",
    )


def avatar_for(
    entity: HasAvatar, size: Size = "sm", *, shape: Shape = "user", class_name: str = ""
) -> Node:
    return avatar(entity.name, entity.avatar, size, shape, class_name)


def user_avatar(
    user: HasUserAvatar,
    size: DotSize = "sm",
    *,
    class_name: str = "",
    video_url: str | None = None,
) -> Node:
    """Return the avatar of a user, with a green dot while the user is online.

    Only `assets/ui/online_status.js` shows the dot. Server-rendered pages are cached for all
    viewers, so they contain neither a dot nor what it would need.
    """
    return el.span(
        avatar(user.name, user.avatar, size, class_name=class_name, video_url=video_url),
        class_name=f"{styles.ONLINE_DOTS[size]} {styles.NO_DOT}",
        custom_attrs={"data-online-user": user.id},
    )


def _video(url: str) -> Node:
    return el.video(
        src=url,
        preload="none",
        muted=True,
        loop=True,
        plays_inline=True,
        class_name=styles.IMAGE,
        data_avatar_video="",
    )


def avatar_stack(*avatars: Node) -> Node:
    """Return a row of overlapping avatars.

    Pass at most three, each created with `class_name=styles.avatar.STACKED`.
    """
    return el.span(*avatars, class_name=styles.STACK)
