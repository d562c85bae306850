"""Public profiles over HTTP, at the addresses of their pages."""

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from community import urls
from community.api.identity import Caller
from community.api.negotiation import JsonIfAsked
from community.api.refusals import refusals
from community.core.database import reading
from community.domain import accounts
from community.domain.accounts import Profile

# Browsers keep a 301 for good unless told otherwise; the address may be somebody else's one day.
MOVED_FOR = "public, max-age=3600"


class ProfileRoute(JsonIfAsked):
    """The route of last resort: every first part of an address that could be somebody's slug."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].strip("/").lower() in urls.RESERVED_SLUGS:
            return Match.NONE, {}
        return super().matches(scope)


pages = APIRouter(tags=["Profiles"], route_class=ProfileRoute)


@pages.get(
    "/{slug}",
    response_model=Profile,
    responses={301: {"description": "They have another address now."}, **refusals("not_found")},
)
async def show_profile(slug: str, actor: Caller) -> Profile | Response:
    """Somebody's profile, with what the caller has to do with them."""
    async with reading() as session:
        moved = await accounts.find_moved(session, slug)
        if moved is None:
            return await accounts.get_profile(session, actor, slug)
    return RedirectResponse(urls.profile(moved), 301, headers={"Cache-Control": MOVED_FOR})
