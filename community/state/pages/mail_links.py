"""State of the pages that links in mails open, and of the second step of a sign-in."""

from collections.abc import Mapping
from typing import Final, Literal

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import accounts, notifications
from community.domain.accounts.link_pages import LinkPage, LinkPageName
from community.state.runtime import location, request_context
from community.state.runtime.policy import public

LINK_PAGES: Final[Mapping[str, LinkPageName | Literal["unsubscribe"]]] = {
    urls.LOGIN_CODE: "code",
    urls.RESET_PASSWORD_PAGE: "reset",
    urls.SESSION_REPORT_PAGE: "report",
    urls.VERIFICATION_PAGE: "verify",
    urls.EMAIL_CHANGE_PAGE: "change",
    urls.RESTORE_ACCOUNT: "restore",
    urls.UNSUBSCRIBE: "unsubscribe",
}


async def get_link_page(
    session: AsyncSession, actor: Actor, path: str, params: Mapping[str, str]
) -> LinkPage:
    """Return the content of the page with a path of `LINK_PAGES`.

    Args:
        params: The query parameters of the URL.
    """
    name = LINK_PAGES[path]
    if name == "unsubscribe":
        return notifications.get_unsubscribe_page(params)
    return await accounts.get_link_page(session, actor, name, params)


class LinkPageState(rx.State):
    """The content of the page at `path`."""

    path: str = ""
    content: LinkPage | None = None

    @rx.event
    @public()
    async def load(self) -> None:
        path = location.get_path(self)
        page_path = path.rstrip("/")
        if page_path not in LINK_PAGES:  # A client can send the event while it shows another page.
            return
        params = {
            param: value
            for param in accounts.LINK_PAGE_PARAMS
            if (value := location.get_query_param(self, param))
        }
        async with read_session() as session:
            actor = request_context.get_actor()
            self.content = await get_link_page(session, actor, page_path, params)
        self.path = path
