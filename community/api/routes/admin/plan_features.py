"""HTTP routes with which administrators manage the features that plans can include."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Session, SignedIn, error_responses, rate_limit, require_section
from community.core.db.pagination import Page
from community.domain import subscriptions

_PREFIX = f"{urls.ADMIN_API}/plan-features"
_SECTION = require_section("subscription-features")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("conflict"),
)

FeatureCode = Annotated[str, Path(max_length=subscriptions.CODE_MAX_LENGTH)]
# Higher than the limits of the domain, which reports which rule is violated.
ShortText = Annotated[str, Field(max_length=1_000)]


class FeatureTexts(BaseModel):
    """What plans show of a feature."""

    name: ShortText
    description: Annotated[str, Field(max_length=5_000)] = ""


class NewFeature(FeatureTexts):
    """A feature that is not built in. Its code cannot be changed later."""

    code: ShortText


@router.get("")
async def list_features(actor: SignedIn, session: Session) -> Page[subscriptions.FeatureView]:
    """List all features with the plans that include them."""
    return Page(items=await subscriptions.features.list_features(session, actor))


@write_router.post("", status_code=201)
async def create_feature(
    new: NewFeature, actor: SignedIn, session: Session, response: Response
) -> subscriptions.FeatureView:
    """Add a feature."""
    feature = await subscriptions.features.create_feature(session, actor, **new.model_dump())
    response.headers["Location"] = f"{_PREFIX}/{feature.code}"
    return feature


@write_router.put("/{code}", responses=error_responses("not_found"))
async def edit_feature(
    code: FeatureCode, texts: FeatureTexts, actor: SignedIn, session: Session
) -> subscriptions.FeatureView:
    """Change the texts of a feature."""
    return await subscriptions.features.edit_feature(
        session, actor, code=code, **texts.model_dump()
    )


@write_router.delete("/{code}", status_code=204, responses=error_responses("not_found"))
async def remove_feature(code: FeatureCode, actor: SignedIn, session: Session) -> None:
    """Delete a feature, or the own texts of a built-in one."""
    await subscriptions.features.remove_feature(session, actor, code=code)
