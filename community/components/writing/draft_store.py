"""Connects the page and the State to the draft store in the browser.

The draft store (`assets/ui/writing/post/draft_store.js`) holds the text that the user is editing,
so that no text is lost when the server is slow or restarts.
"""

from typing import Any, cast

import reflex as rx

from community.core.read_models import ReadModel
from community.domain.communities.schemas import CommunitySummary
from community.reflex_adapter.vars import hook_var, js_function, js_returned_function
from community.rendering import react_component
from community.state.pages.layout import LayoutState
from community.state.pages.posts.writing import WritingState

_SYNC = "$/public/ui/writing/post/draft_sync.jsx"
_ACTIONS = "$/public/ui/writing/post/actions.js"


class FieldErrors(ReadModel):
    """The error message of each form field. A message is empty if its field is valid."""

    title: str = ""
    text: str = ""
    intro: str = ""
    cover: str = ""
    tags: str = ""
    community: str = ""


class DraftEditorView(ReadModel):
    """The data of the draft store that the page shows.

    In the browser, `assets/ui/writing/post/view.js` creates an object of this type.
    """

    is_loaded: bool = False
    session_number: int = 0  # a number that increases each time a post is opened
    title: str = ""
    text: str = ""
    intro: str = ""
    cover: str = ""
    tags: list[str] = []
    community: CommunitySummary | None = None
    comments_enabled: bool = True
    is_published: bool = False  # whether the post is published or waits for a moderator
    is_waiting: bool = False
    has_unpublished_changes: bool = False
    # The save status as a code for styling. `status_text` is the text shown to the user.
    status: str = ""
    status_text: str = ""
    error_message: str = ""  # an error message that belongs to no form field
    errors: FieldErrors = FieldErrors()
    # `changed` or `deleted` if the user has changed or deleted the draft in another browser window,
    # otherwise an empty string
    conflict: str = ""
    is_connected: bool = True
    is_publishing: bool = False


def use_draft() -> Any:
    """Return a Reflex Var that contains the `DraftEditorView` of the draft store."""
    return hook_var("draft", "useDraft", _SYNC, DraftEditorView)


def create_browser_handler(name: str, *arguments: Any) -> rx.Var[Any]:
    """Return an event handler that runs only in the browser.

    Without `arguments`, the handler is the function `name` in `actions.js`. With `arguments`, the
    handler is the function that `name(*arguments)` returns.
    """
    if not arguments:
        return cast("rx.Var[Any]", js_function(name, _ACTIONS))
    return cast("rx.Var[Any]", js_returned_function(name, _ACTIONS, *arguments))


_DraftSync = react_component(
    "writing/post/draft_sync.jsx",
    "DraftSync",
    on_save=dict[str, Any],
    on_publish=dict[str, Any],
    on_load=int,
    on_discard=int,
)


def draft_sync() -> rx.Component:
    """Return the invisible component that connects the draft store to `WritingState`.

    A page must contain this component only once.
    """
    return _DraftSync(
        is_ready=rx.State.is_hydrated,
        path=WritingState.path,
        user_id=LayoutState.viewer.id,
        draft=WritingState.draft,
        initial_community=WritingState.initial_community,
        is_author=WritingState.is_author,
        max_text_length=WritingState.limits.max_text_length,
        saved=WritingState.saved,
        rejected=WritingState.rejected,
        on_save=WritingState.save,
        on_publish=WritingState.publish,
        on_load=WritingState.reload_draft,
        on_discard=WritingState.discard_changes,
    )
