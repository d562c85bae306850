"""The rules of the site and of the community for the comments of a user on a post."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.read_models import ReadModel
from community.domain import posts, site
from community.domain.comments.policies import MAX_MEDIA, MAX_TEXT_LENGTH


class CommentFormRules(ReadModel):
    """What the page of a post says about new comments of the viewer."""

    can_comment: bool = False
    restriction: str = ""  # why the viewer may not comment, or ""
    needs_verification: bool = False  # whether the viewer can comment after confirming their email
    # Whether comments of the viewer wait for a moderator before they appear
    is_reviewed: bool = False
    max_length: int = MAX_TEXT_LENGTH
    max_images: int = MAX_MEDIA
    edit_minutes: int = 0  # how long authors may edit a comment; 0 means that there is no limit


async def get_form_rules(session: AsyncSession, actor: Actor, post_id: int) -> CommentFormRules:
    post = await posts.get_readable(session, actor, post_id)
    content = await site.get_content_settings(session)
    can_moderate = await posts.may_moderate(session, actor, post)
    restriction = posts.find_comment_restriction(actor, post, content, can_moderate=can_moderate)
    is_reviewed = restriction is None and not can_moderate
    return CommentFormRules(
        can_comment=restriction is None,
        restriction="" if restriction is None else restriction.message,
        needs_verification=restriction is not None and restriction.code == "email_unverified",
        is_reviewed=is_reviewed and bool(await posts.find_comment_hold(session, actor, post)),
        max_length=content.max_comment_length,
        max_images=content.max_comment_images,
        edit_minutes=content.comment_edit_minutes,
    )
