"""HTTP routes with which administrators manage advertisements and read their statistics."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.api.http.responses import build_statistics_file
from community.core.clock import UtcTime
from community.core.db.pagination import Page
from community.domain import advertising
from community.domain.advertising import AdvertisementView, Grouping, StatisticsRow

_PREFIX = f"{urls.ADMIN_API}/advertisements"
_SECTION = require_section(advertising.SECTION)

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("conflict"),
)

AdvertisementId = Annotated[Id, Path()]
# Higher than the limits of the domain, which reports which rule is violated.
ShortText = Annotated[str, Field(max_length=1_000)]
Code = Annotated[str, Field(max_length=60)]
Number = Annotated[int | None, Field(ge=-(10**12), le=10**12)]
Image = Annotated[UUID | None, Field(description="The id of an upload.")]


class AudienceChanges(BaseModel):
    """Where and to whom it is shown. Empty lists stand for all."""

    communities: Annotated[list[Id], Field(max_length=100)] = []
    tags: Annotated[list[ShortText], Field(max_length=100)] = []
    languages: Annotated[list[Code], Field(max_length=100, description="ISO 639-1 codes.")] = []
    readers: Annotated[Code, Field(description="`all`, `guests` or `members`.")] = "all"
    devices: Annotated[
        list[Code], Field(max_length=10, description="`phone`, `tablet` and `desktop`.")
    ] = []


class AdvertisementUpdate(BaseModel):
    """The fields to change. A change of what readers see withdraws the approval."""

    name: ShortText = ""
    kind: Annotated[Code, Field(description="`banner` or `feed`.")] = ""
    place: Annotated[
        Code,
        Field(
            description="`header`, `sidebar` or `post_bottom` for banners, otherwise `feed` or "
            "`comments`."
        ),
    ] = ""
    image: Image = None
    image_small: Image = None
    alt: ShortText = ""
    title: ShortText = ""
    text: ShortText = ""
    button: ShortText = ""
    link: Annotated[
        ShortText, Field(description="An address that starts with https://, or a path of the site.")
    ] = ""
    weight: Number = None
    every_nth: Annotated[
        Number, Field(description="Repeats after so many posts or discussions.")
    ] = None
    starts_at: Annotated[UtcTime | None, Field(description="Null for now.")] = None
    ends_at: UtcTime | None = None
    budget_impressions: Annotated[
        Number, Field(description="Spread evenly over the time until `ends_at`.")
    ] = None
    audience: AudienceChanges = AudienceChanges()
    cap_per_day: Annotated[Number, Field(description="Impressions for one reader a day.")] = None
    is_house: Annotated[
        bool, Field(description="Whether it is shown only where no other one fits.")
    ] = False
    is_active: bool = True


class NewAdvertisement(AdvertisementUpdate):
    """An advertisement with an image and its description, or a title and a button."""

    name: ShortText
    kind: Code
    place: Code
    link: ShortText


class AdvertisementOrder(BaseModel):
    """The ids of all advertisements in their new order."""

    ids: Annotated[list[Id], Field(max_length=advertising.MAX_ADVERTISEMENTS)]


class ReportLink(BaseModel):
    """The address at which the advertiser reads the report. It is shown only now."""

    url: str


class Statistics(BaseModel):
    items: list[StatisticsRow]


@router.get("")
async def list_advertisements(actor: SignedIn, session: Session) -> Page[AdvertisementView]:
    """List all advertisements in their order, with the totals of their counts."""
    return Page(items=await advertising.list_advertisements(session, actor))


@write_router.post("", status_code=201)
async def create_advertisement(
    new: NewAdvertisement, actor: SignedIn, session: Session, response: Response
) -> AdvertisementView:
    """Add an advertisement to the end of the list."""
    fields: Any = new.model_dump(exclude_unset=True)
    created = await advertising.create_advertisement(session, actor, **fields)
    response.headers["Location"] = f"{_PREFIX}/{created.id}"
    return created


@write_router.put("/order")
async def reorder_advertisements(
    order: AdvertisementOrder, actor: SignedIn, session: Session
) -> Page[AdvertisementView]:
    """Change the order of the list."""
    await advertising.reorder_advertisements(session, actor, advertisement_ids=order.ids)
    return Page(items=await advertising.list_advertisements(session, actor))


@router.get("/{advertisement}", responses=error_responses("not_found"))
async def get_advertisement(
    advertisement: AdvertisementId, actor: SignedIn, session: Session
) -> AdvertisementView:
    """Return an advertisement."""
    return await advertising.get_advertisement(session, actor, advertisement)


@write_router.patch("/{advertisement}", responses=error_responses("not_found"))
async def edit_advertisement(
    advertisement: AdvertisementId, update: AdvertisementUpdate, actor: SignedIn, session: Session
) -> AdvertisementView:
    """Change the given fields of an advertisement."""
    changes: Any = update.model_dump(exclude_unset=True)
    return await advertising.edit_advertisement(
        session, actor, advertisement_id=advertisement, **changes
    )


@write_router.delete("/{advertisement}", status_code=204, responses=error_responses("not_found"))
async def remove_advertisement(
    advertisement: AdvertisementId, actor: SignedIn, session: Session
) -> None:
    """Delete an advertisement with its statistics."""
    await advertising.remove_advertisement(session, actor, advertisement_id=advertisement)


@write_router.post("/{advertisement}/approve", responses=error_responses("not_found", "forbidden"))
async def approve_advertisement(
    advertisement: AdvertisementId, actor: SignedIn, session: Session
) -> AdvertisementView:
    """Approve what readers see of an advertisement that someone else has changed. Idempotent."""
    await advertising.approve_advertisement(session, actor, advertisement_id=advertisement)
    return await advertising.get_advertisement(session, actor, advertisement)


@router.get("/{advertisement}/statistics", responses=error_responses("not_found"))
async def get_statistics(
    advertisement: AdvertisementId, actor: SignedIn, session: Session, *, by: Grouping = "day"
) -> Statistics:
    """Return how often it was shown, visible and clicked, by day, place or community.

    The key of a community is its id, or 0 for pages of no community.
    """
    rows = await advertising.get_statistics(session, actor, advertisement_id=advertisement, by=by)
    return Statistics(items=list(rows))


@router.get(
    "/{advertisement}/statistics.csv",
    dependencies=[rate_limit("exports")],
    response_class=Response,
    responses={
        200: {"description": "The CSV file.", "content": {"text/csv": {}}},
        **error_responses("not_found"),
    },
)
async def download_statistics(
    advertisement: AdvertisementId, actor: SignedIn, session: Session, *, by: Grouping = "day"
) -> Response:
    """Download the counts by day, place or community as CSV."""
    rows = await advertising.get_statistics(session, actor, advertisement_id=advertisement, by=by)
    return build_statistics_file(by, rows, f"advertisement-{advertisement}")


@write_router.post(
    "/{advertisement}/report-link", status_code=201, responses=error_responses("not_found")
)
async def create_report_link(
    advertisement: AdvertisementId, actor: SignedIn, session: Session, response: Response
) -> ReportLink:
    """Create the address at which the advertiser reads the counts. An earlier address ends."""
    token = await advertising.create_report_link(session, actor, advertisement_id=advertisement)
    path = urls.advertisement_report(token)
    response.headers["Location"] = path
    return ReportLink(url=urls.absolute(path))


@write_router.delete(
    "/{advertisement}/report-link", status_code=204, responses=error_responses("not_found")
)
async def revoke_report_link(
    advertisement: AdvertisementId, actor: SignedIn, session: Session
) -> None:
    """End the address of the report. Idempotent."""
    await advertising.revoke_report_link(session, actor, advertisement_id=advertisement)
