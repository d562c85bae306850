"""Routes that map URL paths to the functions that render pages."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import parse_qs, urlencode

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.layout import not_found
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.http.form_flash import FormFlash
from community.domain.advertising import PageContext
from community.rendering import Node
from community.ssr.http.meta import PageMeta
from community.ssr.http.page_cache import TTL_SECONDS, Layout
from community.ssr.http.site import get_site

# Who gets the same content as a guest. `everyone` means all viewers, `unfiltered` means guests and
# members who ignore no users and no keywords and are not administrators, and `guests` means only
# guests.
Audience = Literal["everyone", "unfiltered", "guests"]


@dataclass(frozen=True)
class PageContent:
    meta: PageMeta
    main: Sequence[Node]
    active_href: str = ""  # the URL of the navigation link that is marked as current
    has_site_sidebar: bool = False  # whether the sidebar of the site is beside the content
    # The content of another sidebar. None if the page has no sidebar.
    sidebar: Sequence[Node] | None = ()
    # Topics of messages (`realtime/messages.py`). A message with one of them removes the page
    # from the cache.
    topics: frozenset[str] = frozenset()
    status: int = 200
    ttl: float = TTL_SECONDS  # seconds for which the page may be cached
    audience: Audience = "guests"  # the viewers who get the same content as guests (see `Audience`)
    # Returns the layout for a viewer, if the page does not have that of the site
    build_layout: Callable[[Actor], Layout] | None = None
    origins: tuple[str, ...] = ()  # origins of other sites whose scripts the page may run
    # What the advertisements of the page depend on. None if it has none.
    advertised: PageContext | None = None


class Redirect(Exception):
    """Raised by a renderer to redirect the browser to another URL."""

    def __init__(self, location: str, *, permanent: bool = True) -> None:
        super().__init__(location)
        self.location = location
        self.status = 301 if permanent else 302


Renderer = Callable[[AsyncSession, Actor, "PageRequest"], Awaitable[PageContent]]
RendererT = TypeVar("RendererT")


@dataclass
class PageRequest:
    renderer: Renderer
    path: str
    path_params: dict[str, str]
    # The names of the query parameters that change the page
    accepted_params: Collection[str] = ()
    limit: str = ""  # the name of its rate limit in `LIMITS`, or ""
    # The values of the accepted parameters that the request contains
    query_params: dict[str, str] = field(default_factory=dict)
    query_string: str = ""
    cookie_header: str = ""  # the cookies, which tell which banners the visitor has closed
    previewed_place: str = ""  # the place of an advertisement that the page previews, or ""
    # The entered values and the errors of a form that the server rejected in the previous request.
    # None if no form was rejected.
    form_flash: FormFlash | None = None

    def parse_query(self, query_string: str) -> None:
        values = {name: values[-1] for name, values in parse_qs(query_string).items()}
        accepted = self.accepted_params
        if values.get("modal") == "auth":
            accepted = {*accepted, *_SIGN_IN_PARAMS}
        self.query_string = query_string
        self.previewed_place = values.get(urls.PREVIEW_PARAM, "")
        self.query_params = {name: values[name] for name in values.keys() & accepted}

    @property
    def is_sign_in_requested(self) -> bool:
        """Whether the page must contain the sign-in forms because the URL has `?modal=auth`."""
        return "modal" in self.query_params

    @property
    def has_form(self) -> bool:
        """Whether the page has a form that works without JavaScript."""
        has_own_form = "token" in self.accepted_params or self.path == urls.FINISH_SIGN_IN
        return self.is_sign_in_requested or has_own_form

    def get_sign_in_href(self, actor: Actor) -> str:
        """Return the URL at which a guest signs in to return here, or "" for members."""
        return urls.sign_in(self.path) if actor.is_guest else ""

    @property
    def cache_key(self) -> str:
        """The cache key of the page, without query parameters that the page does not accept."""
        return f"{self.path}?{urlencode(sorted(self.query_params.items()))}"


# Any page may contain the sign-in forms.
_SIGN_IN_PARAMS = frozenset({"modal", "next", "invitation", "problem"})

ANY_SEGMENT = "[^/]+"
# Matches possible usernames. File names and reserved words do not match.
USER_SLUG = rf"(?!(?ai:{'|'.join(sorted(urls.RESERVED_SLUGS))})$)[A-Za-z0-9_-]+"


@dataclass(frozen=True)
class Route(Generic[RendererT]):
    """The function that renders the content of the paths that match a pattern."""

    pattern: str  # a path with placeholders, for example `/c/{slug}`
    render: RendererT
    segment: str = field(default=ANY_SEGMENT, kw_only=True)  # what each placeholder matches
    # The names of the query parameters that change the content
    accepted_params: Collection[str] = field(default=(), kw_only=True)
    limit: str = field(default="", kw_only=True)  # the name of the rate limit, or ""

    def match(self, path: str) -> dict[str, str] | None:
        found = self._expression.fullmatch(path)
        return None if found is None else found.groupdict()

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        escaped = self.pattern.replace(".", r"\.")
        return re.compile(
            re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{self.segment})", escaped)
        )


PageRoute = Route[Renderer]


def match_route(routes: Iterable[PageRoute], path: str) -> PageRequest | None:
    for route in routes:
        if (path_params := route.match(path)) is not None:
            return PageRequest(route.render, path, path_params, route.accepted_params, route.limit)
    return None


def build_not_found_request(path: str) -> PageRequest:
    """Return a page request for a path without a route. Rendering the request raises `NotFound`."""
    return PageRequest(_render_not_found, path, {})


async def _render_not_found(
    _session: AsyncSession, _actor: Actor, request: PageRequest
) -> PageContent:
    # The React app treats every path with one segment as a profile, so show the same message.
    may_be_profile = request.path.count("/") == 1
    raise NotFound(
        not_found.user_not_found_text() if may_be_profile else not_found.page_not_found_text()
    )


def build_page_meta(title: str, path: str, **fields: Any) -> PageMeta:
    return PageMeta(title=title, path=path, site_name=get_site().name, **fields)
