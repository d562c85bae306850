"""The pages that links in mails open."""

from typing import Any

import reflex as rx

from community.components.layout.page import page
from community.components.mail_links import link_page
from community.components.skeletons import list_skeleton
from community.state.pages.sign_in import LinkPageState

_State: Any = LinkPageState


def mail_link_page() -> rx.Component:
    content = _State.content
    return page(
        rx.cond(content, link_page(content), list_skeleton()),
        is_ready=content != None,  # noqa: E711  # compared in the browser
    )
