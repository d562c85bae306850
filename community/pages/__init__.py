"""The site map: every page with its address and what happens when it opens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community.pages.notifications import notifications
from community.pages.post import post
from community.state.bell import Bell
from community.state.frame import Frame
from community.state.post import Post


@dataclass(frozen=True)
class Page:
    """One page. `on_load` runs in order each time it is opened or the socket came back."""

    address: str
    component: Callable[[], rx.Component]
    title: str | rx.Var[str]
    on_load: Sequence[Any] = ()


PAGES = (
    Page("/p/[post_id]/[post_slug]", post, "Community", [Frame.arrive, Post.open]),
    Page("/notifications", notifications, "Notifications", [Frame.arrive, Bell.visit]),
)


def add_to(app: rx.App) -> None:
    """Give the app all pages."""
    for page in PAGES:
        app.add_page(page.component, route=page.address, title=page.title, on_load=list(page.on_load))
