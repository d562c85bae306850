"""The desk as the page sees it: its vars, its gestures, and its line to the server.

What is written lives in the browser (`assets/ui/writing/post/desk.js`), so that nothing of it waits
for the server or is lost with it.
"""

from typing import Any

import reflex as rx
from reflex.vars import FunctionStringVar, VarData

from community.components.place import hooked
from community.core.views import View
from community.domain.communities.schemas import CommunityLabel
from community.domain.posts.schemas import DraftView
from community.state.frame import Frame
from community.state.manuscript import Kept, Refused
from community.state.writing import Writing

_FOLDER = "$/public/ui/writing/post"
_KEEPER = f"{_FOLDER}/desk_keeper.jsx"
_GESTURES = f"{_FOLDER}/gestures.js"


class Problems(View):
    """A sentence for each field that is wrong."""

    title: str = ""
    text: str = ""
    intro: str = ""
    cover: str = ""
    tags: str = ""
    community: str = ""


class Desk(View):
    """What `view.js` makes of the desk.

    Attributes:
        is_here: whether the post is on it yet.
        at: a number of its own for each text that was laid on it.
        document_key, stamp, acknowledged: for the editor.
        community_id: 0 for none.
        has_changes: whether readers of the published post do not see everything yet.
        status, words: where the last words are: for the look, and as said.
        sentence: what is wrong as a whole.
        conflict: `changed` or `gone` in another window.
        is_open: whether the server hears us.
    """

    is_here: bool = False
    at: int = 0
    document_key: str = ""
    stamp: str = ""
    acknowledged: int = 0
    title: str = ""
    text: str = ""
    intro: str = ""
    intro_left: int = 0
    suggested_intro: str = ""
    community: CommunityLabel | None = None
    community_id: int = 0
    community_name: str = ""
    comments_enabled: bool = True
    is_published: bool = False
    has_changes: bool = False
    status: str = ""
    words: str = ""
    sentence: str = ""
    problem: Problems = Problems()
    conflict: str = ""
    is_open: bool = True
    is_publishing: bool = False


def on_desk() -> Any:
    """The desk now."""
    return hooked("desk", "useDesk()", _KEEPER, "useDesk", Desk)


def gesture(name: str, *arguments: Any) -> rx.Var[Any]:
    """A handler that stays in the browser: of `gestures.js`, or made there of the arguments."""
    given = [rx.Var.create(each) for each in arguments]
    call = f"{name}({', '.join(map(str, given))})" if given else name
    return FunctionStringVar.create(
        call,
        _var_data=VarData.merge(
            *(each._get_all_var_data() for each in given),
            VarData(imports={_GESTURES: [rx.ImportVar(tag=name)]}),
        ),
    )


def _message(message: rx.Var[dict[str, Any]]) -> tuple[rx.Var[dict[str, Any]]]:
    return (message,)


def _post_id(post_id: rx.Var[int]) -> tuple[rx.Var[int]]:
    return (post_id,)


class _DeskKeeper(rx.Component):
    """Brings the desk what the server says, and carries its messages."""

    library = _KEEPER
    tag = "DeskKeeper"
    ready: rx.Var[bool]
    path: rx.Var[str]
    owner: rx.Var[int]
    draft: rx.Var[DraftView | None]
    chosen: rx.Var[CommunityLabel | None]
    is_own: rx.Var[bool]
    kept: rx.Var[Kept | None]
    refused: rx.Var[Refused | None]
    on_save: rx.EventHandler[_message]  # type: ignore[type-arg,valid-type]
    on_publish: rx.EventHandler[_message]  # type: ignore[type-arg,valid-type]
    on_load: rx.EventHandler[_post_id]  # type: ignore[type-arg,valid-type]
    on_discard: rx.EventHandler[_post_id]  # type: ignore[type-arg,valid-type]


def desk_keeper() -> rx.Component:
    """Stands once on the page of writing."""
    return _DeskKeeper.create(
        ready=rx.State.is_hydrated,
        path=Writing.path,
        owner=Frame.me.id,
        draft=Writing.draft,
        chosen=Writing.chosen,
        is_own=Writing.is_own,
        kept=Writing.kept,
        refused=Writing.refused,
        on_save=Writing.save,
        on_publish=Writing.publish,
        on_load=Writing.load,
        on_discard=Writing.discard,
    )
