"""What a tab reads of a discussion, page by page; the browser keeps all of them."""

import time
from dataclasses import dataclass
from typing import Any

from community.core.views import View
from community.domain import comments
from community.domain.comments.schemas import CommentView, Thread


class Loaded(View):
    """What was loaded last: one page of the discussion (`assets/ui/discussion/`).

    Attributes:
        start: behind which cursor it begins; empty for the first page.
        parent_id: whose replies they are; 0 for comments on the post itself.
        asked: the comments that were asked for again; of these, what is not in `items` is gone.
        order: in which all pages of this reading come.
        focus: the comment whose branch this is; 0 for the whole discussion.
        is_lost: the comment that the address names is not there.
        is_later: the reading did not begin with the first page.
        begins: a reading begins with it, or begins again after a lost connection.
        as_of: the `moment` when that was about to be read; what was told before is in it.
        more: by comment, the cursor of its further replies.
        total: how many comments the discussion has.
    """

    post_id: int = 0
    start: str = ""
    parent_id: int = 0
    asked: list[int] = []
    order: str = comments.Order.BEST.value
    focus: int = 0
    is_lost: bool = False
    is_later: bool = False
    begins: bool = False
    as_of: str = ""
    items: list[CommentView] = []
    more: dict[str, str] = {}
    next_cursor: str = ""
    total: int = 0


@dataclass(frozen=True)
class Reading:
    """What this tab reads of which discussion: the part of `Loaded` that all its pages share."""

    post_id: int = 0
    order: comments.Order = comments.Order.BEST
    focus: int = 0
    is_later: bool = False

    def page(self, thread: Thread, **place: Any) -> Loaded:
        """A page as the browser needs it: the source of a text only where it can be changed."""
        items = [
            each if each.can.edit else each.model_copy(update={"text": ""}) for each in thread.items
        ]
        return Loaded(
            post_id=self.post_id,
            order=self.order.value,
            focus=self.focus,
            is_later=self.is_later,
            items=items,
            more=thread.more,
            next_cursor=thread.next_cursor or "",
            total=thread.total,
            **place,
        )


def moment() -> str:
    """Now, as a word that later ones stand behind."""
    return f"{time.time_ns():x}"
