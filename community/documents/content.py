"""What a page says, and which address says it."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from htpy import Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.kept_form import KeptForm
from community.core.settings import settings
from community.documents.cache import LIFE_SECONDS
from community.documents.meta import Meta

Audience = Literal["everybody", "unfiltered", "guests"]


@dataclass(frozen=True)
class Content:
    """What one page says, before it is put into the frame.

    Attributes:
        topics: the messages that make it old (`realtime/topics.py`).
        life: seconds for which others may be given the same page.
        audience: for whom it is the same when a guest may read it: `everybody`, the `unfiltered`
            (members who ignore nobody and no words), or only `guests`.
    """

    meta: Meta
    main: Sequence[Node]
    here: str = ""
    rail: Sequence[Node] | None = ()
    topics: frozenset[str] = frozenset()
    status: int = 200
    life: float = LIFE_SECONDS
    audience: Audience = "guests"


class Moved(Exception):
    """The page has another address now."""

    def __init__(self, address: str, *, for_ever: bool = True) -> None:
        super().__init__(address)
        self.address = address
        self.status = 301 if for_ever else 302


Renderer = Callable[[AsyncSession, Actor, "Request"], Awaitable[Content]]


@dataclass
class Request:
    """A page that was asked for; `kept` is a native form that was refused just now."""

    renderer: Renderer
    path: str
    parts: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    kept: KeptForm | None = None

    @property
    def asks_to_enter(self) -> bool:
        """Whether the forms for signing in are wanted: `/?modal=auth`."""
        return self.query.get("modal") == "auth"


_table: list[tuple[re.Pattern[str], Renderer]] = []


ANYTHING = "[^/]+"
# What could be somebody's address: not a file, and not a word that is kept free.
SOMEBODY = rf"(?!(?i:{'|'.join(sorted(urls.RESERVED_SLUGS))})$)[A-Za-z0-9_-]+"


def document(pattern: str, part: str = ANYTHING) -> Callable[[Renderer], Renderer]:
    """Give the renderer the addresses that match: `/c/{slug}`; a `part` has no slash in it."""
    expression = re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{part})", pattern)

    def register(renderer: Renderer) -> Renderer:
        _table.append((re.compile(expression), renderer))
        return renderer

    return register


def find_page(path: str) -> Request | None:
    """The document of an address, if it has one."""
    for pattern, renderer in _table:
        if (match := pattern.fullmatch(path)) is not None:
            return Request(renderer, path, match.groupdict())
    return None


def meta(title: str, path: str, **more: Any) -> Meta:
    """The head of a page of this site."""
    return Meta(title=title, path=path, site_name=settings().site_name, **more)
