"""HTTP route for public profiles. The route has the same URLs as the profile pages."""

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from community import urls
from community.api.authentication import Caller
from community.api.error_responses import error_responses
from community.api.negotiation import HtmlDefaultRoute
from community.core.database import read_session
from community.domain import accounts
from community.domain.accounts import Profile

# Without this header, browsers may cache a 301 forever, but another user may get the slug later.
REDIRECT_CACHE_CONTROL = "public, max-age=3600"


class ProfileRoute(HtmlDefaultRoute):
    """The route `/{slug}`. It does not match paths such as `/about`, whose slug is reserved."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"].strip("/").lower() in urls.RESERVED_SLUGS:
            return Match.NONE, {}
        return super().matches(scope)


page_router = APIRouter(tags=["Profiles"], route_class=ProfileRoute)


@page_router.get(
    "/{slug}",
    response_model=Profile,
    responses={
        301: {"description": "The username has changed. Redirects to the current one."},
        **error_responses("not_found"),
    },
)
async def get_profile(slug: str, actor: Caller) -> Profile | Response:
    """Retrieve a profile and the caller's relationship to the user."""
    async with read_session() as session:
        current_slug = await accounts.find_current_slug(session, slug)
        if current_slug is None:
            return await accounts.get_profile(session, actor, slug)
    return RedirectResponse(
        urls.profile(current_slug), 301, headers={"Cache-Control": REDIRECT_CACHE_CONTROL}
    )
