"""State of comments: the forms, the actions on a comment, and live updates of discussions."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import DomainError
from community.core.read_models import ReadModel
from community.domain import comments, reactions, search
from community.domain.comments.schemas import CommentRevisionView, CommentView, Thread
from community.domain.site.schemas import ReactionCount
from community.i18n import gettext as _, ngettext
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms, location, open_tabs, request_context, toasts
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

# The limit applies to each request. A browser that shows more comments sends several requests.
CommentIds = Annotated[list[Id], Field(max_length=200)]


class CommentsPage(ReadModel):
    """A page of a discussion. The browser joins the pages (`assets/ui/discussion/`)."""

    post_id: int = 0
    start_cursor: str = ""  # the cursor with which the page was loaded; empty for the first page
    # The id of the comment whose replies the page contains. 0 for top-level comments.
    parent_id: int = 0
    # The ids of the comments that the browser requested. A requested comment that is missing from
    # `items` was deleted.
    requested_ids: list[int] = []
    order: str = comments.Order.BEST.value
    # The id of the only comment that is shown with its replies. 0 if the whole discussion is shown.
    focus_id: int = 0
    # Whether the URL contains the id of a comment that does not exist
    is_focus_missing: bool = False
    is_continuation: bool = False  # whether the URL selects a later page instead of the first page
    # Whether the page was loaded because the tab opened the URL or reconnected
    is_initial: bool = False
    # The result of `get_sortable_timestamp` from just before the page was loaded. The page already
    # contains all changes from before this time.
    as_of: str = ""
    items: list[CommentView] = []
    more: dict[str, str] = {}  # maps comment ids to cursors that load further replies
    next_cursor: str = ""
    total: int = 0


@dataclass(frozen=True)
class ThreadCursor:
    """What all pages of the discussion in a tab have in common, to load further pages."""

    post_id: int = 0
    order: comments.Order = comments.Order.BEST
    focus_id: int = 0
    is_continuation: bool = False

    def build_page(self, thread: Thread, **fields: Any) -> CommentsPage:
        items = [without_uneditable_text(comment) for comment in thread.items]
        return CommentsPage(
            post_id=self.post_id,
            order=self.order.value,
            focus_id=self.focus_id,
            is_continuation=self.is_continuation,
            items=items,
            more=thread.more,
            next_cursor=thread.next_cursor or "",
            total=thread.total,
            **fields,
        )


def without_uneditable_text(comment: CommentView) -> CommentView:
    """Return the comment without its Markdown source, unless the viewer may edit it."""
    return comment if comment.can.edit else comment.model_copy(update={"text": ""})


def get_sortable_timestamp() -> str:
    """Return the current time as a string. A later call returns a greater string."""
    return f"{time.time_ns():x}"


class CommentPush(open_tabs.Push):
    """A comment that was added or changed, as the viewer sees it.

    Attributes:
        comments_count: The number of comments on the post. None if it did not change.
        loaded_at: The result of `get_sortable_timestamp` from just before the comment was loaded.
        is_submitted_here: Whether the viewer has just submitted the comment in this tab.
    """

    push_type: ClassVar[str] = "comment"

    comment: CommentView
    comments_count: int | None = None
    loaded_at: str
    is_submitted_here: bool = False


class CommentReactionsPush(open_tabs.Push):
    """The reactions to a comment after the viewer has reacted to it in this tab."""

    push_type: ClassVar[str] = "comment_reactions"

    comment_id: int
    reactions: list[ReactionCount]
    my_reaction: str | None


async def push_comment(message: messages.CommentChanged) -> None:
    tabs_by_viewer = await open_tabs.group_by_viewer(message.topic)
    if not tabs_by_viewer:
        return
    loaded_at = get_sortable_timestamp()
    async with read_session() as session:
        found = await comments.find_audiences(session, message.comment_id, tabs_by_viewer)
    if found is None:
        return
    # Small audiences first, because writing to a thousand sockets takes some 20 milliseconds.
    for audience in sorted(found.audiences, key=lambda one: _count_tabs(one, tabs_by_viewer)):
        push = CommentPush(
            comment=without_uneditable_text(audience.view),
            comments_count=found.comments_count,
            loaded_at=loaded_at,
        )
        await open_tabs.send_to_viewers(push, audience.actors, tabs_by_viewer)


def _count_tabs(audience: comments.Audience, tabs_by_viewer: Mapping[Actor, list[str]]) -> int:
    return sum(len(tabs_by_viewer[actor]) for actor in audience.actors)


async def send_submitted_comment(comment_id: int) -> None:
    """Send a comment that the viewer wrote or edited to the tab that sent the current event."""
    loaded_at = get_sortable_timestamp()
    view = await run_query(comments.get_view, comment_id)
    push = CommentPush(comment=view, loaded_at=loaded_at, is_submitted_here=True)
    await open_tabs.send_to_sender(push)


class CommentFormData(BaseModel):
    text: str = Field("", max_length=100_000)
    media: list[UUID] = Field(default=[], max_length=20)
    # The id of the submission, generated by the browser. A repeated request with the same id has no
    # further effect.
    client_id: UUID
    # Counts the attempts to submit the form. The server returns the number in `saved` or
    # `rejected`.
    revision: int = Field(1, ge=1, le=1_000_000)
    # The version of the comment that the user edited. None for a new comment.
    base_version: int | None = Field(None, ge=1, le=2**31)


class CommentsState(TransientVarsState, rx.State):
    """The most recently loaded page of the discussion, and the forms and dialogs in it."""

    loaded_page: CommentsPage = CommentsPage()
    saved: dict[str, Any] = {}  # the ids of the last form that the server saved
    # The error in the last form that the user submitted. Empty if the server saved it.
    rejected: dict[str, Any] = {}
    # The id of the comment in the dialog that asks whether to delete a thread. 0 if the dialog is
    # closed.
    delete_target_id: int = 0
    # What the page says about new comments of the viewer
    rules: comments.CommentFormRules = comments.CommentFormRules()
    # The id of the comment whose edit history is open. 0 if none is open.
    history_comment_id: int = 0
    history: list[CommentRevisionView] = []
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})
    _thread_cursor: ThreadCursor = ThreadCursor()

    async def _load(
        self, session: AsyncSession, post_id: int, page: comments.ThreadPage, as_of: str
    ) -> None:
        """Show the part of the discussion that the query parameters of the URL select."""
        actor = request_context.get_actor()
        self.rules = await comments.get_form_rules(session, actor, post_id)
        self._thread_cursor = ThreadCursor(
            post_id, page.order, page.focus_id or 0, page.is_continuation
        )
        self.loaded_page = self._thread_cursor.build_page(
            page.thread, is_focus_missing=page.is_focus_missing, is_initial=True, as_of=as_of
        )

    @rx.event
    @signed_in(limit="comments")
    async def submit_reply(self, post_id: Id, parent_id: IdOrZero, message: dict[str, Any]) -> None:
        """Create a reply to a comment, or a top-level comment if `parent_id` is 0.

        `post_id` is needed because the browser queues events while it is offline. When the browser
        sends the event, the tab can already show another post.
        """
        form = forms.parse(CommentFormData, message)
        with self._record_form_result(form):
            text = await comments.render_text(form.text)
            comment = await run_action(
                comments.reply,
                post_id=post_id,
                parent_id=parent_id or None,
                text=text,
                media=form.media,
                client_id=form.client_id,
            )
        await send_submitted_comment(comment.id)

    @rx.event
    @signed_in(limit="comments")
    async def save_edit(self, comment_id: Id, message: dict[str, Any]) -> None:
        form = forms.parse(CommentFormData, message)
        with self._record_form_result(form):
            text = await comments.render_text(form.text)
            await run_action(
                comments.edit, comment_id=comment_id, text=text, base_version=form.base_version
            )
        await send_submitted_comment(comment_id)

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, comment_id: Id) -> None:
        """Delete a comment and show a toast that offers to undo the deletion."""
        if await run_action(comments.delete, comment_id=comment_id):
            await toasts.show_toast(
                self, _("Comment deleted"), undo_kind="comment", undo_id=comment_id
            )

    @rx.event
    @signed_in()
    async def show_delete_dialog(self, comment_id: IdOrZero) -> None:
        """Ask whether to delete a comment and its replies. `comment_id=0` closes the dialog."""
        self.delete_target_id = comment_id

    @rx.event
    @signed_in(limit="writes")
    async def delete_thread(self) -> None:
        comment_id, self.delete_target_id = self.delete_target_id, 0
        count = await run_action(comments.destroy_branch, comment_id=comment_id)
        text = ngettext("{n} comment deleted", "{n} comments deleted", count)
        await toasts.show_toast(self, text)

    @rx.event
    @signed_in(limit="writes")
    async def pin(self, comment_id: Id, is_pinned: bool) -> None:
        change = comments.pin if is_pinned else comments.unpin
        await run_action(change, comment_id=comment_id)

    @rx.event
    @signed_in(limit="writes")
    async def react(self, comment_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Set the viewer's reaction to a comment. An empty `code` removes the reaction."""
        summary = await run_action(
            reactions.react, target="comment", target_id=comment_id, code=code or None
        )
        await open_tabs.send_to_sender(
            CommentReactionsPush(
                comment_id=comment_id,
                reactions=summary.reactions,
                my_reaction=summary.my_reaction,
            )
        )

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        thread = await run_query(
            comments.get_thread,
            post_id=self._thread_cursor.post_id,
            order=self._thread_cursor.order,
            cursor=cursor,
        )
        self.loaded_page = self._thread_cursor.build_page(thread, start_cursor=cursor)

    @rx.event
    @public()
    async def load_replies(self, comment_id: Id, cursor: location.Cursor) -> None:
        """Load one page of the replies to a comment. An empty `cursor` loads the first page."""
        thread = await run_query(
            comments.list_replies,
            comment_id=comment_id,
            order=self._thread_cursor.order,
            cursor=cursor or None,
        )
        self.loaded_page = self._thread_cursor.build_page(
            thread, start_cursor=cursor, parent_id=comment_id
        )

    @rx.event
    @public()
    async def reload_rules(self) -> None:
        """Reload the rules for comments. The server triggers this event after they changed."""
        await self._reload_rules()

    @rx.event
    @public()
    async def refresh(self, comment_ids: CommentIds) -> None:
        """Reload the comments with these ids.

        After a reload of the first page, the browser requests the shown comments that are not on
        the first page.
        """
        thread = await run_query(
            comments.reload, post_id=self._thread_cursor.post_id, comment_ids=comment_ids
        )
        self.loaded_page = self._thread_cursor.build_page(thread, requested_ids=comment_ids)

    @rx.event
    @signed_in()
    async def show_history(self, comment_id: IdOrZero) -> None:
        """Open the edit history of a comment. `comment_id=0` closes the history."""
        self.history_comment_id, self.history = comment_id, []
        if comment_id:
            page = await run_query(comments.list_revisions, comment_id=comment_id)
            self.history = page.items

    async def _reload_rules(self) -> None:
        if post_id := self._thread_cursor.post_id:
            self.rules = await run_query(comments.get_form_rules, post_id)

    @contextmanager
    def _record_form_result(self, form: CommentFormData) -> Iterator[None]:
        """Set `saved` if the `with` block succeeds, or `rejected` if it raises `DomainError`."""
        message = {"client_id": form.client_id.hex, "revision": form.revision}
        try:
            yield
        except DomainError as error:
            version = error.details.get("version")
            self.rejected = {**message, "message": error.message, "version": version}
            raise
        self.saved, self.rejected = message, {}


class MentionsState(rx.State):
    """The menu that suggests users to mention in a text, and links to tags and posts."""

    suggestions: list[dict[str, str]] = []
    links: search.Suggestions = search.Suggestions()  # tags and posts for the text after `#`

    @rx.event
    @signed_in(limit="suggestions")
    async def suggest(
        self, post_id: IdOrZero, prefix: Annotated[str, Field(max_length=30)]
    ) -> None:
        """Suggest users by name or username. `post_id` is 0 in the editor of posts."""
        users = await run_query(search.suggest_people, q=prefix, post_id=post_id or None)
        self.suggestions = [
            {"slug": user.slug, "name": user.name, "avatar": user.avatar or ""} for user in users
        ]

    @rx.event
    @signed_in(limit="suggestions")
    async def suggest_links(self, text: Annotated[str, Field(max_length=30)]) -> None:
        """Suggest tags and posts whose names begin with the words of `text`."""
        kinds = (search.NameKind.TAG, search.NameKind.POST)
        self.links = await run_query(search.suggest, text, kinds=kinds)
