"""Event handlers for the buttons on the post page.

Users can publish, unpublish, delete or watch the post, and follow its author.
"""

import reflex as rx

from community.core.database import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import follows, notifications, posts
from community.i18n import gettext as _
from community.state import request_context
from community.state.forms import Id
from community.state.policy import public, signed_in
from community.state.post import PostState
from community.state.toasts import ToastsState


class PostActionsState(rx.State):
    """The state of the buttons on the post page, and the event handlers for the buttons.

    Attributes:
        is_watching: Whether the user is notified about new comments on the post.
        deleted_post_id: The id of the post that the user deleted on this page and can restore. 0 if
            the user deleted no post.
    """

    is_following_author: bool = False
    is_watching: bool = False
    deleted_post_id: int = 0

    @rx.event
    @public()
    async def load(self) -> None:
        """Load whether the user watches the post and follows its author.

        This handler must run after `PostState.load`, because it needs the loaded post.
        """
        actor, opened = request_context.get_actor(), (await self.get_state(PostState))._opened_post
        self.is_following_author = self.is_watching = False
        self.deleted_post_id = 0
        if actor.is_guest or opened is None:
            return
        self.is_watching = opened.is_watching
        if not actor.is_user(opened.author_id):
            async with read_session() as session:
                followed_ids = await follows.find_followed_ids(session, actor, [opened.author_id])
            self.is_following_author = opened.author_id in followed_ids

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        """Follow a user if `enabled` is True, else unfollow the user."""
        change = follows.follow if enabled else follows.unfollow
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), user_id=user_id)
        self.is_following_author = enabled

    @rx.event
    @signed_in(limit="writes")
    async def watch(self, post_id: Id, enabled: bool) -> None:
        """Turn notifications about new comments on the post on or off."""
        change = notifications.watch if enabled else notifications.unwatch
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), post_id=post_id)
        self.is_watching = enabled

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, post_id: Id) -> None:
        async with unit_of_work() as session:
            await posts.publish(session, request_context.get_actor(), post_id=post_id)
        await self._reload_post(post_id)
        (await self.get_state(ToastsState))._show_toast(_("Published"))

    @rx.event
    @signed_in(limit="writes")
    async def unpublish(self, post_id: Id) -> None:
        async with unit_of_work() as session:
            await posts.unpublish(session, request_context.get_actor(), post_id=post_id)
        await self._reload_post(post_id)
        (await self.get_state(ToastsState))._show_toast(_("Unpublished"))

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        """Delete the post and show a toast that offers to undo the deletion."""
        async with unit_of_work() as session:
            deleted = await posts.delete(session, request_context.get_actor(), post_id=post_id)
        self.deleted_post_id = post_id
        if deleted:
            toasts = await self.get_state(ToastsState)
            toasts._show_toast(_("Post deleted"), undo_kind="post", undo_id=post_id)

    @rx.event
    @signed_in()
    async def reload_after_undo(self) -> None:
        """Reload the deleted post after the user restored the post with "Undo"."""
        if self.deleted_post_id:
            await self._reload_post(self.deleted_post_id)
            self.deleted_post_id = 0

    async def _reload_post(self, post_id: int) -> None:
        state = await self.get_state(PostState)
        try:
            async with read_session() as session:
                state.post = await posts.get_view(session, request_context.get_actor(), post_id)
        except NotFound:  # moderators cannot read a post after unpublishing it
            state.post, state.is_missing = None, True
