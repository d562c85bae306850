"""Functions for short videos that users have as avatars.

The upload of a video also has an image, which is the avatar wherever the site shows no video.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import identity, uploads
from community.domain.people import policies
from community.gateways.media import Crop, ImageProcessor
from community.models import User


async def process(
    actor: Actor, processor: ImageProcessor, file_content: bytes, *, crop: Crop
) -> uploads.ProcessedUpload:
    """Check that a file contains a supported video, and re-encode it as a square without sound."""
    policies.ensure_may_use_video_avatar(actor)
    return await uploads.process(actor, processor, file_content, crop=crop, kind="video")


async def find_url(session: AsyncSession, user: User) -> str | None:
    """Return the URL of a user's video, or None if they have none or may no longer have one."""
    if user.avatar is None or not policies.may_use_video_avatar(identity.build_actor(user)):
        return None
    return await uploads.find_video_url(session, "user_avatar", user.id)
