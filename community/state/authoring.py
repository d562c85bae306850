"""What one does with a post on its own page, beyond reading it."""

import reflex as rx

from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.domain import follows, notifications, posts
from community.state import identity
from community.state.forms import Id
from community.state.notice import Notice
from community.state.policy import public, signed_in
from community.state.post import Post


class Authoring(rx.State):
    """Taking a post down and putting it back; and keeping an eye on it and on its author.

    Attributes:
        deleted: the post that was deleted on this page just now; 0 for none.
    """

    follows_author: bool = False
    watches: bool = False
    deleted: int = 0

    @rx.event
    @public()
    async def open(self) -> None:
        """After `Post.open`: how this person stands to the post and to its author."""
        actor, opened = identity.actor(), (await self.get_state(Post))._opened
        self.follows_author = self.watches = False
        self.deleted = 0
        if actor.is_guest or opened is None:
            return
        self.watches = opened.is_watched
        if not actor.is_person(opened.author_id):
            async with reading() as session:
                found = await follows.followed_among(session, actor, [opened.author_id])
            self.follows_author = opened.author_id in found

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, wanted: bool) -> None:
        """Follow the author, or no longer."""
        change = follows.follow if wanted else follows.unfollow
        async with unit_of_work() as session:
            await change(session, identity.actor(), user_id=user_id)
        self.follows_author = wanted

    @rx.event
    @signed_in(limit="writes")
    async def watch(self, post_id: Id, wanted: bool) -> None:
        """Hear of every comment under the post, or no longer."""
        change = notifications.watch if wanted else notifications.unwatch
        async with unit_of_work() as session:
            await change(session, identity.actor(), post_id=post_id)
        self.watches = wanted

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, post_id: Id) -> None:
        """Show a draft, or put back what was taken down."""
        async with unit_of_work() as session:
            await posts.publish(session, identity.actor(), post_id=post_id)
        await self._read_again(post_id)
        (await self.get_state(Notice))._say("Everybody can read it now.")

    @rx.event
    @signed_in(limit="writes")
    async def unpublish(self, post_id: Id) -> None:
        """Take the post from its readers."""
        async with unit_of_work() as session:
            await posts.unpublish(session, identity.actor(), post_id=post_id)
        await self._read_again(post_id)
        (await self.get_state(Notice))._say("Readers do not see it any more.")

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        """Delete the post; for a while it can be taken back."""
        async with unit_of_work() as session:
            deleted = await posts.delete(session, identity.actor(), post_id=post_id)
        self.deleted = post_id
        if deleted:
            notice = await self.get_state(Notice)
            notice._say("The post is deleted.", undo_kind="post", undo_id=post_id)

    @rx.event
    @signed_in()
    async def come_back(self) -> None:
        """A deletion was taken back: if it was the one of this page, show the post again."""
        if self.deleted:
            await self._read_again(self.deleted)
            self.deleted = 0

    async def _read_again(self, post_id: int) -> None:
        shown = await self.get_state(Post)
        try:
            async with reading() as session:
                shown.post = await posts.get_view(session, identity.actor(), post_id)
        except NotFound:  # a moderator does not see what they took down
            shown.post, shown.missing = None, True
