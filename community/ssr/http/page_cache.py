"""In-memory cache for the content of server-rendered pages.

Guests and most members see the same content, so the server renders the content only once for all of
them. The header and the navigation are not cached, because they differ between viewers, nor is the
sidebar of the site, which would be older than the one that the open page loads.

When data changes, the message hub (`realtime/hub.py`) delivers a message with a topic, for example
`post:7`, to all server processes. The cache then removes all pages that list this topic. Pages also
expire after a time, because they show relative times such as "5 min".
"""

from collections.abc import Callable
from dataclasses import dataclass

from community.core.actor import Actor
from community.core.cache import Cache
from community.domain.advertising import PageContext
from community.realtime import hub
from community.realtime.messages import Message, Resync, SiteChanged
from community.ssr.http.advertisements import MarkedContent
from community.ssr.http.gzip import EMPTY_CHUNK, Chunk

TTL_SECONDS = 30.0
# Enough for at least 350 pages. Each is stored uncompressed and compressed. With the HTML of
# parts (`rendering/html_cache.py`), a process then needs at most 300 MB.
MAX_BYTES = 16 * 1024 * 1024
# Estimated memory in bytes that a page needs in addition to its content.
_OVERHEAD = 1_024


@dataclass(frozen=True, slots=True)
class Layout:
    """The HTML of a layout in three parts.

    The content of the page belongs after `top`, and the sidebar belongs after `middle`.
    """

    top: Chunk
    middle: Chunk
    bottom: Chunk


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A rendered page without its header, navigation, footer and the sidebar of the site."""

    status: int
    location: str = ""  # the target URL if the page is a redirect, else empty
    head: Chunk = EMPTY_CHUNK
    main: Chunk = EMPTY_CHUNK
    # The content of a page that can show advertisements, instead of `main`
    marked_main: MarkedContent | None = None
    has_site_sidebar: bool = False  # whether the sidebar of the site is beside the content
    # The content of another sidebar. None if the page has no sidebar.
    sidebar: Chunk | None = None
    active_href: str = ""  # the URL of the navigation link that is marked as current
    # Topics of the message hub. A message with one of them removes the page from the cache.
    topics: frozenset[str] = frozenset()
    ttl: float = TTL_SECONDS  # seconds until the page expires; 0 if the page must not be cached
    # The viewers who get the same content as guests (see `routing.Audience`)
    audience: str = "everyone"
    # Returns the layout for a viewer, if the page does not have that of the site
    build_layout: Callable[[Actor], Layout] | None = None
    origins: tuple[str, ...] = ()  # origins of other sites whose scripts the page may run
    # What the advertisements of the page depend on. None if it has none.
    advertised: PageContext | None = None

    @property
    def size(self) -> int:
        """The estimated memory that the page needs, in bytes."""
        chunks = (self.head, self.main, self.sidebar or EMPTY_CHUNK)
        marked_size = self.marked_main.size if self.marked_main else 0
        sizes = (len(chunk.plain) + len(chunk.deflated) for chunk in chunks)
        return _OVERHEAD + marked_size + sum(sizes)


class PageCache(Cache[CachedPage]):
    """A cache of at most `max_bytes`, which removes pages when the hub sends a message about them.

    If such a message arrives while a page is rendered, the page may be outdated and is not cached.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(
            ttl_seconds=lambda page: page.ttl,
            max_size=max_bytes,
            get_size=lambda page: page.size,
            get_topics=lambda page: page.topics,
        )
        hub.subscribe(Message, self._handle_message, first=True)

    def _handle_message(self, message: Message) -> None:
        # Every page contains settings of the site, for example its name or its reactions.
        if isinstance(message, Resync | SiteChanged):
            self.clear()
        else:
            self.invalidate(message.topic)
