"""What the browser sends of a post that is being written, and what it is answered."""

from typing import Annotated, cast
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.errors import Refusal
from community.core.views import Timestamp, View
from community.domain import posts
from community.domain.posts.schemas import DraftView, PostChanges
from community.models import Post
from community.state import identity
from community.state.forms import Id

# Far above what the domain keeps: it answers with a sentence, this only bounds the work.
LONGEST = 400_000


class Changes(BaseModel):
    """The fields that were changed; what is not given stays."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field("", max_length=LONGEST)
    intro: str = Field("", max_length=LONGEST)
    text: str = Field("", max_length=LONGEST)
    cover: str | None = Field(None, max_length=LONGEST)
    tags: list[Annotated[str, Field(max_length=1_000)]] = Field([], max_length=100)
    community_id: Id | None = None
    comments_enabled: bool = True


class Manuscript(BaseModel):
    """What the browser sends.

    Attributes:
        client_id: made by the browser for what it began itself.
        post_id: None until the first answer.
        base: the version that the changes were made to; None to write over anything.
        revision: a number of the browser that the answer repeats.
    """

    client_id: UUID
    post_id: Id | None = None
    base: int | None = None
    revision: int
    changes: Changes

    @property
    def changed(self) -> PostChanges:
        """Only what was sent."""
        return cast("PostChanges", self.changes.model_dump(exclude_unset=True))


class Kept(View):
    """The answer to a manuscript that is stored. `leads_to` is the post, when it was published."""

    revision: int
    post_id: int
    version: int
    saved_at: Timestamp
    has_unpublished_changes: bool
    url: str
    leads_to: str = ""

    @classmethod
    def of(cls, sent: Manuscript, draft: DraftView, *, leads_to: str = "") -> "Kept":
        """The answer to `sent`, which is stored as `draft`."""
        return cls(
            revision=sent.revision,
            post_id=draft.id,
            version=draft.version,
            saved_at=draft.saved_at,
            has_unpublished_changes=draft.has_unpublished_changes,
            url=urls.edit(draft.id),
            leads_to=leads_to,
        )


class Refused(View):
    """The answer to one that is not. `kind`: `changed` or `gone` elsewhere, else `refused`."""

    revision: int
    kind: str
    sentence: str
    fields: dict[str, str] = {}

    @classmethod
    def of(cls, sent: Manuscript, refusal: Refusal) -> "Refused":
        """The answer to `sent`, which was refused."""
        kind = "gone" if refusal.code == "not_found" else "refused"
        if refusal.code == "conflict" and "version" in refusal.details:
            kind = "changed"
        fields = {name: sentences[0] for name, sentences in refusal.fields.items()}
        return cls(revision=sent.revision, kind=kind, sentence=refusal.sentence, fields=fields)


async def keep(session: AsyncSession, sent: Manuscript) -> Post:
    """Store it as a draft: a new one, or what was changed of one."""
    actor = identity.actor()
    if sent.post_id is None:
        return await posts.start_draft(session, actor, client_id=sent.client_id, **sent.changed)
    return await posts.save_draft(
        session, actor, post_id=sent.post_id, base_version=sent.base, **sent.changed
    )


async def publish(session: AsyncSession, sent: Manuscript) -> Post:
    """Everything or nothing: a refusal by the community keeps no half of it."""
    actor, changed = identity.actor(), sent.changed
    if sent.post_id is not None:
        post = await posts.get_readable(session, actor, sent.post_id)
        if not actor.is_person(post.author_id):
            return await posts.edit(
                session, actor, post_id=post.id, base_version=sent.base, **changed
            )
    post = await keep(session, sent)
    was_published = post.status == "published"
    post = await posts.publish(
        session, actor, post_id=post.id, base_version=None if changed else sent.base
    )
    at_once = _at_once(changed)
    if was_published and at_once:
        post = await posts.edit(session, actor, post_id=post.id, **at_once)
    return post


def _at_once(changed: PostChanges) -> PostChanges:
    """What a draft of a published post does not hold."""
    kept = PostChanges()
    if "community_id" in changed:
        kept["community_id"] = changed["community_id"]
    if "comments_enabled" in changed:
        kept["comments_enabled"] = changed["comments_enabled"]
    return kept
