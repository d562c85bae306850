"""The limits of posts that administrators configure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor, make_banned_error
from community.core.errors import Invalid
from community.core.read_models import ReadModel
from community.core.text import markup, normalization
from community.domain import site
from community.i18n import gettext as _, ngettext

MAX_TEXT_LENGTH = markup.MAX_LENGTH
# A limit, because each tag says less about the post the more tags it has.
MAX_TAGS = 5


@dataclass(frozen=True, slots=True)
class PostLimits:
    max_text_length: int = MAX_TEXT_LENGTH
    max_tags: int = MAX_TAGS
    # The tags that authors can choose, or None if they can enter any tag
    allowed_tags: Collection[str] | None = None

    @classmethod
    async def load(cls, session: AsyncSession, actor: Actor) -> Self:
        """Return the limits of the site settings. Administrators have only the technical limits."""
        if actor.is_admin:
            return cls()
        content = await site.get_content_settings(session)
        allowed_tags = content.allowed_tags if content.tag_choice == "list" else None
        return cls(content.max_post_length, content.max_post_tags, allowed_tags)

    def ensure_text_length(self, text: str) -> None:
        normalization.ensure_max_length(text, field="text", max_length=self.max_text_length)

    def ensure_tags(self, tags: Sequence[str]) -> None:
        """Check the number of tags, and that authors can choose them."""
        if len(tags) > self.max_tags:
            raise Invalid.for_field("tags", make_tag_count_message(self.max_tags))
        if self.allowed_tags is None:
            return
        unknown = [tag for tag in tags if tag not in self.allowed_tags]
        if unknown:
            message = _("You can't use the tag {tag} here. Choose another one.", tag=unknown[0])
            raise Invalid.for_field("tags", message)


DEFAULT_LIMITS = PostLimits()


class PostLimitsView(ReadModel):
    """The limits as the editor shows them."""

    max_text_length: int = MAX_TEXT_LENGTH
    max_tags: int = MAX_TAGS
    has_tag_list: bool = False
    allowed_tags: list[str] = []  # the tags that the author can choose, if `has_tag_list` is true
    restriction: str = ""  # why the author can publish nothing, or ""


async def get_limits(session: AsyncSession, actor: Actor) -> PostLimitsView:
    limits = await PostLimits.load(session, actor)
    return PostLimitsView(
        max_text_length=limits.max_text_length,
        max_tags=limits.max_tags,
        has_tag_list=limits.allowed_tags is not None,
        allowed_tags=list(limits.allowed_tags or ()),
        restriction=make_banned_error(actor).message if actor.banned_at else "",
    )


def make_tag_count_message(limit: int) -> str:
    if not limit:
        return _("Posts have no tags here.")
    return ngettext("Use at most {n} tag.", "Use at most {n} tags.", limit)
