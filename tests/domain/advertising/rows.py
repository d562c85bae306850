"""Advertisements for tests."""

from typing import Any

from community.core.actor import Actor
from community.domain import advertising
from community.domain.advertising import AdvertisementView
from tests.domain.actions import run

TEXT: dict[str, Any] = {
    "name": "Spring sale",
    "kind": "banner",
    "place": "sidebar",
    "title": "Bread for everyone",
    "button": "See the bread",
    "link": "https://bakery.example.com/sale?from=community",
}


async def create(admin: Actor, **values: Any) -> AdvertisementView:
    return await run(advertising.create_advertisement, admin, **{**TEXT, **values})


async def edit(admin: Actor, advertisement: AdvertisementView, **changes: Any) -> AdvertisementView:
    return await run(
        advertising.edit_advertisement, admin, advertisement_id=advertisement.id, **changes
    )
