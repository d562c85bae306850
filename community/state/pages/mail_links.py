"""State of the pages that links in mails open."""

import reflex as rx

from community import urls
from community.core.db.sessions import read_session
from community.domain import accounts
from community.domain.accounts.links import LinkPage, LinkPageName
from community.state.runtime import location, request_context
from community.state.runtime.policy import public

LINK_PAGES: dict[str, LinkPageName] = {
    urls.RESET_PASSWORD_PAGE: "reset",
    urls.SESSION_REPORT_PAGE: "report",
    urls.VERIFICATION_PAGE: "verify",
}


class LinkPageState(rx.State):
    """The content of the page at `path`."""

    path: str = ""
    content: LinkPage | None = None

    @rx.event
    @public()
    async def load(self) -> None:
        path = location.get_path(self)
        name = LINK_PAGES.get(path.rstrip("/"))
        if name is None:  # A client can send the event while it shows another page.
            return
        params = {
            param: value
            for param in accounts.links.LINK_PAGE_PARAMS
            if (value := location.get_query_param(self, param))
        }
        async with read_session() as session:
            self.content = await accounts.links.get_link_page(
                session, request_context.get_actor(), name, params
            )
        self.path = path
