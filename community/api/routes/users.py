"""Routes for users: suggestions of names, profiles and their comments."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from community import urls
from community.api.http import Caller, Session, SignedIn, error_responses, rate_limit
from community.api.http.parameters import DefaultPageParams, Id, Reference, UserId
from community.api.http.responses import HtmlDefaultRoute
from community.core.db.pagination import Page
from community.domain import comments, people, search
from community.domain.comments.schemas import AuthoredComment
from community.domain.people import Profile, UserSummary

router = APIRouter(tags=["Search"], dependencies=[rate_limit("suggestions")])

# Without this header, browsers may cache a 301 forever, but another user may get the slug later.
REDIRECT_CACHE_CONTROL = "public, max-age=3600"


class SuggestedUser(BaseModel):
    id: int
    slug: str
    name: str
    avatar: str | None

    @staticmethod
    def of(user: UserSummary) -> "SuggestedUser":
        return SuggestedUser(id=user.id, slug=user.slug, name=user.name, avatar=user.avatar)


class SuggestedUsers(BaseModel):
    items: list[SuggestedUser]


@router.get("/users/suggest", responses=error_responses("not_found"))
async def suggest_users(
    actor: SignedIn,
    session: Session,
    q: Annotated[
        str,
        Query(max_length=100, description="The beginning of a username or of a word of a name."),
    ] = "",
    post: Annotated[
        Id | None, Query(description="The post whose discussion the caller writes in.")
    ] = None,
) -> SuggestedUsers:
    """Suggest at most eight users whom the caller may want to mention.

    Users who take part in the discussion of `post` come first, then those whom the caller follows,
    then the others. Banned and ignored users are left out. Without `q`, only users of the first two
    groups are suggested.
    """
    users = await search.suggest_people(session, actor, q=q, post_id=post)
    return SuggestedUsers(items=[SuggestedUser.of(user) for user in users])


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


profile_comments_page_router = APIRouter(tags=["Comments"], route_class=HtmlDefaultRoute)


@profile_comments_page_router.get("/profile/{user}/comments")
async def list_user_comments(
    actor: Caller, session: Session, user_id: UserId, page: DefaultPageParams
) -> Page[AuthoredComment]:
    """List the published comments of a user on posts that the caller may read, newest first."""
    return await comments.list_published_by_author(
        session, actor, author_id=user_id, cursor=page.cursor, limit=page.limit
    )
