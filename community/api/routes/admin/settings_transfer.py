"""HTTP routes that export all settings of the site to one JSON document, and import it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.login_responses import Session
from community.api.http.rate_limits import rate_limit
from community.core.actor import DASHBOARD
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site
from community.domain.site import SettingChange
from community.workflows import payments

# More sections than the site has.
MAX_SECTIONS = 100

# Every administrator may call the routes. The domain checks the access to each section.
router = APIRouter(
    prefix=f"{urls.ADMIN_API}/settings",
    tags=["Admin Panel"],
    dependencies=[require_section(DASHBOARD)],
)


class SettingsDocument(BaseModel):
    """All settings by section, as `GET /admin-panel/api/settings` returns them."""

    format: Annotated[str, Field(max_length=100)]
    version: int
    sections: Annotated[dict[str, Any], Field(max_length=MAX_SECTIONS)]


class SettingsImport(BaseModel):
    """The settings that the import changes, or would change."""

    changes: list[SettingChange]
    dry_run: bool


@router.get("", dependencies=[rate_limit("exports")])
async def export_settings(
    actor: SignedIn, session: Session, response: Response
) -> SettingsDocument:
    """Export the settings of all sections that the caller may open.

    Secrets and images are left out.
    """
    response.headers["Content-Disposition"] = 'attachment; filename="settings.json"'
    response.headers["Cache-Control"] = "private, no-store"
    return SettingsDocument.model_validate(await site.export_settings(session, actor))


@router.post("/import", dependencies=[rate_limit("writes")])
async def import_settings(
    document: SettingsDocument,
    actor: SignedIn,
    *,
    dry_run: Annotated[
        bool, Query(description="Whether to only return what the import would change.")
    ] = False,
) -> SettingsImport:
    """Import an exported document. Settings that it does not contain keep their values.

    If a value is invalid, nothing is changed. `errors` then contains a message for each such
    setting, for example `content.comment_edit_minutes`.
    """
    # Pages are rendered before the transaction.
    changes = await site.prepare_import(actor, document.model_dump())
    await payments.check_imported_keys(actor, changes)
    begin = read_session if dry_run else unit_of_work
    async with begin() as session:
        changed = await site.import_settings(session, actor, changes)
    return SettingsImport(changes=changed, dry_run=dry_run)
