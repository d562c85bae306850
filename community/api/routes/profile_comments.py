"""HTTP route for the comments of a user."""

from fastapi import APIRouter

from community.api.http.authentication import Caller
from community.api.http.login_responses import Session
from community.api.http.parameters import DefaultPageParams, UserId
from community.api.http.responses import HtmlDefaultRoute
from community.core.db.pagination import Page
from community.domain import comments
from community.domain.comments.schemas import AuthoredComment

page_router = APIRouter(tags=["Comments"], route_class=HtmlDefaultRoute)


@page_router.get("/profile/{user}/comments")
async def list_user_comments(
    actor: Caller, session: Session, user_id: UserId, page: DefaultPageParams
) -> Page[AuthoredComment]:
    """List the published comments of a user on posts that the caller may read, newest first."""
    return await comments.list_published_by_author(
        session, actor, author_id=user_id, cursor=page.cursor, limit=page.limit
    )
