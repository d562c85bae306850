"""The signed part of the address of an advertisement, which says where it is shown.

Clients send it with what they count, so that they can neither invent places nor communities.
"""

import hmac
from typing import Final, NamedTuple

from community.core import signed_tokens
from community.domain.advertising.policies import PLACES

_DIGEST_LENGTH: Final = 24
# A digit for the place, the id of the community, a dot and the digest.
MAX_TOKEN_LENGTH: Final = 1 + 19 + 1 + _DIGEST_LENGTH


class Placement(NamedTuple):
    """An advertisement in a place of a page. `community_id` is 0 for a page of no community."""

    advertisement_id: int
    place: str
    community_id: int = 0


def sign_placement(placement: Placement) -> str:
    """Return the text that `read_placement` accepts for this advertisement."""
    place = PLACES.index(placement.place)
    value = f"{place}{placement.community_id}"
    return f"{value}.{_compute_digest(placement.advertisement_id, value)}"


def read_placement(advertisement_id: int, token: str) -> Placement | None:
    """Return where the advertisement is shown, or None if the text is not signed for it."""
    value, _dot, digest = token[:MAX_TOKEN_LENGTH].partition(".")
    if not hmac.compare_digest(
        digest.encode(errors="replace"), _compute_digest(advertisement_id, value).encode()
    ):
        return None
    return Placement(advertisement_id, PLACES[int(value[0])], int(value[1:]))


def _compute_digest(advertisement_id: int, value: str) -> str:
    digest = signed_tokens.compute_digest("advertisement", str(advertisement_id), value)
    return digest[:_DIGEST_LENGTH]
