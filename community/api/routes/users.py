"""HTTP route that suggests users while the caller types a name."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from community.api.http.authentication import SignedIn
from community.api.http.errors import error_responses
from community.api.http.login_responses import Session
from community.api.http.parameters import Id
from community.api.http.rate_limits import rate_limit
from community.domain import search
from community.domain.people import UserSummary

router = APIRouter(tags=["Search"], dependencies=[rate_limit("suggestions")])


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
