"""The advertisements of an invented shop, with the counts of their first weeks."""

from datetime import timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo_loader.load_context import LoadContext
from community.core import clock
from community.domain import advertising
from community.domain.advertising import Batch, CountKey, Measure, Slot

_SHOP: Final = "https://plum-and-rasp.example.com/"
_DAYS: Final = 21
# The images are the names of files.
_ADVERTISEMENTS: Final[tuple[dict[str, Any], ...]] = (
    {
        "name": "Plum & Rasp: name",
        "place": "header",
        "image": "shop-banner",
        "image_small": "shop-banner-small",
        "alt": "Plum & Rasp: hand tools, sharp from the box",
        "link": _SHOP,
    },
    {
        "name": "Plum & Rasp: poster",
        "place": "sidebar",
        "image": "shop-poster",
        "alt": "Plum & Rasp: hand tools, sharp from the box",
        "link": f"{_SHOP}new",
    },
    {
        "name": "Plum & Rasp: sharpening",
        "place": "post_bottom",
        "title": "Send us your dull chisels",
        "text": "We sharpen them by hand and send them back within a week.",
        "button": "How it works",
        "link": f"{_SHOP}sharpening",
    },
    {
        "name": "Plum & Rasp: block planes",
        "kind": "feed",
        "place": "feed",
        "image": "shop-plane",
        "alt": "Wood shavings",
        "title": "A block plane for your first year",
        "text": "Set up and tested before it leaves our workshop. Thirty days to change your mind.",
        "button": "See the planes",
        "link": f"{_SHOP}block-planes",
        "every_nth": 5,
    },
    {
        "name": "Plum & Rasp: repair guide",
        "kind": "feed",
        "place": "comments",
        "title": "Forty repairs with six tools",
        "text": "A free booklet for kitchens, bicycles and windows that stick.",
        "button": "Get the booklet",
        "link": f"{_SHOP}forty-repairs",
        "every_nth": 5,
    },
)


async def _advertise(session: AsyncSession, context: LoadContext) -> None:
    started = clock.now() - timedelta(days=_DAYS)
    for number, values in enumerate(_ADVERTISEMENTS):
        fields = {"kind": "banner", **values}
        for name in fields.keys() & {"image", "image_small"}:
            fields[name] = context.images[fields[name]].id
        view = await advertising.create_advertisement(
            session, context.actors["marta"], **fields, starts_at=started
        )
        await advertising.store_batch(session, _build_counts(view.id, view.place, number))


def _build_counts(advertisement_id: int, place: str, number: int) -> Batch:
    counts: dict[CountKey, int] = {}
    for days_ago in range(_DAYS, 0, -1):
        day = (clock.now() - timedelta(days=days_ago)).date()
        shown = 240 - 35 * number + 17 * (days_ago * 7 % 5) - 60 * (day.weekday() > 4)
        measures: dict[Measure, int] = {
            "shown": shown,
            "impressions": shown * (70 - 6 * number) // 100,
            "clicks": shown * (3 + days_ago % 3) // 300,
        }
        slot = Slot(advertisement_id, day, place)
        counts |= {CountKey(slot, measure): count for measure, count in measures.items()}
    return Batch(counts)


ADVERTISING_SCENES: Final = {"advertise": _advertise}
