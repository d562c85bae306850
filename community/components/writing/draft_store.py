"""Connects the page and the State to the draft store in the browser.

The draft store (`assets/ui/writing/post/draft_store.js`) holds the text that the user is editing,
so that no text is lost when the server is slow or restarts.
"""

from typing import Any

import reflex as rx
from reflex.vars import FunctionStringVar, VarData

from community.components.location import create_hook_var
from community.core.read_models import ReadModel
from community.domain.communities.schemas import CommunitySummary
from community.domain.posts.schemas import DraftView
from community.state.draft_updates import DraftRejected, DraftSaved
from community.state.layout import LayoutState
from community.state.writing import WritingState

_FOLDER = "$/public/ui/writing/post"
_SYNC = f"{_FOLDER}/draft_sync.jsx"
_ACTIONS = f"{_FOLDER}/actions.js"


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

    Attributes:
        is_loaded: Whether a post is open.
        session_number: A number that increases each time a post is opened.
        document_key, text_hash, acknowledged_revision: Values passed to the post editor as props.
        community_id: The ID of the selected community; 0 if none is selected.
        status: The save status as a code for styling. `status_text` is the text shown to the user.
        error_message: An error message that belongs to no form field.
        conflict: `changed` or `deleted` if the user has changed or deleted the draft in another
            browser window, otherwise an empty string.
    """

    is_loaded: bool = False
    session_number: int = 0
    document_key: str = ""
    text_hash: str = ""
    acknowledged_revision: int = 0
    title: str = ""
    text: str = ""
    intro: str = ""
    intro_remaining: int = 0
    suggested_intro: str = ""
    community: CommunitySummary | None = None
    community_id: int = 0
    community_name: str = ""
    comments_enabled: bool = True
    is_published: bool = False
    has_unpublished_changes: bool = False
    status: str = ""
    status_text: str = ""
    error_message: str = ""
    errors: FieldErrors = FieldErrors()
    conflict: str = ""
    is_connected: bool = True
    is_publishing: bool = False


def use_draft() -> Any:
    """Return a Reflex Var that contains the `DraftEditorView` of the draft store."""
    return create_hook_var("draft", "useDraft()", _SYNC, "useDraft", DraftEditorView)


def create_browser_handler(name: str, *arguments: Any) -> rx.Var[Any]:
    """Return an event handler that runs only in the browser.

    Without `arguments`, the handler is the function `name` in `actions.js`. With `arguments`, the
    handler is the function that `name(*arguments)` returns.
    """
    argument_vars = [rx.Var.create(argument) for argument in arguments]
    call = f"{name}({', '.join(map(str, argument_vars))})" if argument_vars else name
    return FunctionStringVar.create(
        call,
        _var_data=VarData.merge(
            *(argument._get_all_var_data() for argument in argument_vars),
            VarData(imports={_ACTIONS: [rx.ImportVar(tag=name)]}),
        ),
    )


def _message_event_spec(message: rx.Var[dict[str, Any]]) -> tuple[rx.Var[dict[str, Any]]]:
    return (message,)


def _post_id_event_spec(post_id: rx.Var[int]) -> tuple[rx.Var[int]]:
    return (post_id,)


class _DraftSync(rx.Component):
    library = _SYNC
    tag = "DraftSync"
    is_ready: rx.Var[bool]
    path: rx.Var[str]
    user_id: rx.Var[int]
    draft: rx.Var[DraftView | None]
    initial_community: rx.Var[CommunitySummary | None]
    is_author: rx.Var[bool]
    saved: rx.Var[DraftSaved | None]
    rejected: rx.Var[DraftRejected | None]
    on_save: rx.EventHandler[_message_event_spec]  # type: ignore[type-arg,valid-type]
    on_publish: rx.EventHandler[_message_event_spec]  # type: ignore[type-arg,valid-type]
    on_load: rx.EventHandler[_post_id_event_spec]  # type: ignore[type-arg,valid-type]
    on_discard: rx.EventHandler[_post_id_event_spec]  # type: ignore[type-arg,valid-type]


def draft_sync() -> rx.Component:
    """Return the invisible component that connects the draft store to `WritingState`.

    A page must contain this component only once.
    """
    return _DraftSync.create(
        is_ready=rx.State.is_hydrated,
        path=WritingState.path,
        user_id=LayoutState.viewer.id,
        draft=WritingState.draft,
        initial_community=WritingState.initial_community,
        is_author=WritingState.is_author,
        saved=WritingState.saved,
        rejected=WritingState.rejected,
        on_save=WritingState.save,
        on_publish=WritingState.publish,
        on_load=WritingState.reload_draft,
        on_discard=WritingState.discard_changes,
    )
