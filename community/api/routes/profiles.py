"""HTTP route for public profiles. The route has the same URLs as the profile pages."""

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from community import urls
from community.api.http.authentication import Caller
from community.api.http.login_responses import Session
from community.api.http.parameters import Reference
from community.api.http.responses import HtmlDefaultRoute
from community.domain import people
from community.domain.people import Profile

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
    responses={301: {"description": "The username has changed. Redirects to the current one."}},
)
async def get_profile(slug: Reference, actor: Caller, session: Session) -> Profile | Response:
    """Retrieve a profile and the caller's relationship to the user."""
    current_slug = await people.find_current_slug(session, slug)
    if current_slug is None:
        return await people.get_profile(session, actor, slug)
    return RedirectResponse(
        urls.profile(current_slug), 301, headers={"Cache-Control": REDIRECT_CACHE_CONTROL}
    )
