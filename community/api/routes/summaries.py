"""HTTP routes for the AI summaries of posts."""

from fastapi import APIRouter

from community.api.http import Id, Session, error_responses, rate_limit
from community.api.http.callers import SignedIn, has_subscription_feature
from community.core.db.sessions import unit_of_work
from community.domain import ai

_FEATURE = has_subscription_feature(ai.SUMMARIES, ai.ensure_may_read_summaries)

router = APIRouter(tags=["Posts"], dependencies=[_FEATURE])
write_router = APIRouter(tags=["Posts"], dependencies=[_FEATURE, rate_limit("writes")])


@router.get(
    "/posts/{post}/summary", responses=error_responses("banned", "subscription_feature_required")
)
async def get_summary(actor: SignedIn, session: Session, post: Id) -> ai.SummaryView:
    """Retrieve the AI summary of a post. It needs the feature `post_summaries`.

    While it is being written, `html` contains the part that is ready.
    """
    return await ai.get_summary(session, actor, post)


@write_router.post(
    "/posts/{post}/summary", responses=error_responses("banned", "subscription_feature_required")
)
async def request_summary(actor: SignedIn, post: Id) -> ai.SummaryView:
    """Request the AI summary of a post. It needs the feature `post_summaries`.

    If the post has a summary, it is returned. Otherwise the site begins to write it.
    """
    async with unit_of_work() as session:
        return await ai.request_summary(session, actor, post_id=post)
