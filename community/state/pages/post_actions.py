"""Event handlers for the buttons on the post page.

Users can publish, unpublish, delete or watch the post, and follow its author.
"""

import reflex as rx

from community.core.errors import NotFound
from community.domain import follows, notifications, posts
from community.i18n import gettext as _
from community.state.pages.comments import CommentsState
from community.state.pages.post import PostState
from community.state.runtime import request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.toasts import show_toast


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
            followed_ids = await run_query(follows.find_followed_ids, [opened.author_id])
            self.is_following_author = opened.author_id in followed_ids

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        self.is_following_author = enabled

    @rx.event
    @signed_in(limit="writes")
    async def watch(self, post_id: Id, enabled: bool) -> None:
        change = notifications.watch if enabled else notifications.unwatch
        await run_action(change, post_id=post_id)
        self.is_watching = enabled

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, post_id: Id) -> None:
        post = await run_action(posts.publish, post_id=post_id)
        await self._reload_post(post_id)
        is_held = posts.is_held(post)
        await show_toast(self, _("Sent for review") if is_held else _("Published"))

    @rx.event
    @signed_in(limit="writes")
    async def unpublish(self, post_id: Id) -> None:
        await run_action(posts.unpublish, post_id=post_id)
        await self._reload_post(post_id)
        await show_toast(self, _("Unpublished"))

    @rx.event
    @signed_in(limit="writes")
    async def pin(self, post_id: Id, enabled: bool) -> None:
        """Pin the post if `enabled` is True, else unpin it."""
        await run_action(posts.pin if enabled else posts.unpin, post_id=post_id)
        await self._reload_post(post_id)
        await show_toast(self, _("Pinned") if enabled else _("Unpinned"))

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        deleted = await run_action(posts.delete, post_id=post_id)
        self.deleted_post_id = post_id
        if deleted:
            await show_toast(self, _("Post deleted"), undo_kind="post", undo_id=post_id)

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
            state.post = await run_query(posts.get_article, post_id)
            await (await self.get_state(CommentsState))._reload_rules()
        except NotFound:  # moderators cannot read a post after unpublishing it
            state.post, state.is_missing = None, True
