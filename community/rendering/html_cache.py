"""A cache for the HTML of read models that many pages show, for example comments and cards."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from hashlib import blake2b
from sys import getsizeof
from typing import Any, Generic, TypeVar

from cachetools import LRUCache
from markupsafe import Markup
from pydantic import TypeAdapter

from community.i18n import active_language

T = TypeVar("T")

# Estimated memory in bytes that a value needs in addition to its HTML.
_OVERHEAD = 500
_DIGEST_SIZE = 16


class HtmlCache(Generic[T]):
    """The HTML of values of one type, found by the complete content of the value.

    A changed value has another key, so values are not invalidated. The least recently used HTML is
    removed.
    """

    def __init__(self, value_type: Any, max_bytes: int, *, max_digests: int = 0) -> None:
        self._to_json = TypeAdapter(value_type).dump_json
        self._digests: LRUCache[int, tuple[T, bytes]] = LRUCache(max_digests)
        self._html: LRUCache[Hashable, Markup] = LRUCache(
            max_bytes, getsizeof=lambda html: getsizeof(html) + _OVERHEAD
        )

    def get(self, value: T, *context: Hashable, render: Callable[[], Markup]) -> Markup:
        """Return the cached HTML of `value`, or the result of `render`."""
        key = (self._get_digest(value), active_language(), *context)
        try:  # `get` would look up the key twice.
            return self._html[key]
        except KeyError:
            html = render()
        with suppress(ValueError):  # The HTML is larger than the cache.
            self._html[key] = html
        return html

    def _get_digest(self, value: T) -> bytes:
        with suppress(KeyError):
            known, digest = self._digests[id(value)]
            if known is value:
                return digest
        digest = blake2b(self._to_json(value), digest_size=_DIGEST_SIZE).digest()
        if self._digests.maxsize:
            self._digests[id(value)] = value, digest
        return digest
