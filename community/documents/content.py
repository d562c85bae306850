"""What a page says, and which address says it."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode

from htpy import Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import ids
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.kept_form import KeptForm
from community.core.settings import settings
from community.documents.cache import LIFE_SECONDS
from community.documents.meta import Meta
from community.looks import missing as words

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
    """A page that was asked for.

    Attributes:
        knows: the parameters of the address that make a difference to this page.
        query: those that were given.
        search: all that was said behind the question mark.
        kept: a native form that was refused just now.
    """

    renderer: Renderer
    path: str
    parts: dict[str, str]
    knows: frozenset[str] = frozenset()
    query: dict[str, str] = field(default_factory=dict)
    search: str = ""
    kept: KeptForm | None = None

    def ask(self, search: str) -> None:
        """Take what the page knows of the query string."""
        given = {name: values[-1] for name, values in parse_qs(search).items()}
        known = self.knows | _ENTERING if given.get("modal") == "auth" else self.knows
        self.search, self.query = search, {name: given[name] for name in known & given.keys()}

    @property
    def asks_to_enter(self) -> bool:
        """Whether the forms for signing in are wanted: `/?modal=auth`."""
        return "modal" in self.query

    @property
    def key(self) -> str:
        """What tells this page from others; parameters that it does not know do not."""
        return f"{self.path}?{urlencode(sorted(self.query.items()))}"


# The forms for signing in may stand on every page.
_ENTERING = frozenset({"modal", "next"})
_table: list[tuple[re.Pattern[str], frozenset[str], Renderer]] = []


ANYTHING = "[^/]+"
# What could be somebody's address: not a file, and not a word that is kept free.
SOMEBODY = rf"(?!(?i:{'|'.join(sorted(urls.RESERVED_SLUGS))})$)[A-Za-z0-9_-]+"


def document(
    pattern: str, part: str = ANYTHING, *, knows: Iterable[str] = ()
) -> Callable[[Renderer], Renderer]:
    """Give the renderer the addresses that match.

    Args:
        pattern: like `/c/{slug}`.
        part: what may stand for `{slug}`; it has no slash in it.
        knows: the parameters that the page reads from the query string.
    """
    expression = re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{part})", pattern)

    def register(renderer: Renderer) -> Renderer:
        _table.append((re.compile(expression), frozenset(knows), renderer))
        return renderer

    return register


def find_page(path: str) -> Request | None:
    """The document of an address, if it has one."""
    for pattern, knows, renderer in _table:
        if (match := pattern.fullmatch(path)) is not None:
            return Request(renderer, path, match.groupdict(), knows)
    return None


def numbered(part: str) -> int:
    """The post that a part of an address names.

    Raises:
        NotFound: it names none.
    """
    number = ids.row_number(part)
    if number is None:
        raise NotFound("There is no such post.")
    return number


def nothing_at(path: str) -> Request:
    """An address that no page has."""
    return Request(_nothing, path, {})


async def _nothing(_session: AsyncSession, _actor: Actor, request: Request) -> Content:
    # The live page takes a single word for somebody's name.
    is_name = request.path.count("/") == 1
    raise NotFound(words.NOBODY if is_name else words.NOTHING)


def meta(title: str, path: str, **more: Any) -> Meta:
    """The head of a page of this site."""
    return Meta(title=title, path=path, site_name=settings().site_name, **more)
