"""Functions that read the status of an archive, and check who downloads it."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound, make_unauthenticated_error
from community.core.ids import parse_uuid
from community.core.signed_tokens import build_token, read_token
from community.domain import identity
from community.domain.data_export import policies, schemas
from community.gateways.media import private_key_for
from community.i18n import gettext as _
from community.models import DataExport


async def get_status(session: AsyncSession, actor: Actor) -> schemas.DataExportView:
    """Return the state of the actor's archive, and whether they may request a new one.

    Raise `PermissionDenied` if the actor is not signed in on the site, or uses an access token.
    """
    identity.ensure_session_authentication(actor)
    return build_view(await session.get(DataExport, actor.id))


async def open_download(session: AsyncSession, actor: Actor, *, token: str) -> schemas.Download:
    """Return the archive of a download link.

    Raises:
        PermissionDenied: The actor is not signed in on the site, or uses an access token.
        NotFound: The link is not valid or has expired, or belongs to another account.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    identity.ensure_session_authentication(actor)
    claims = read_token(policies.LINK_PURPOSE, token) or {}
    export = await _find(session, parse_uuid(str(claims.get("sub", ""))))
    if (
        export is None
        or export.user_id != actor.id
        or policies.get_current_status(export) is not schemas.ExportStatus.READY
    ):
        raise NotFound(_("This download has expired. Request your data again in the settings."))
    date = export.requested_at.date().isoformat()
    return schemas.Download(private_key_for(export.file_id), f"data-{actor.slug}-{date}.zip")


def build_view(export: DataExport | None) -> schemas.DataExportView:
    if export is None:
        return schemas.DataExportView()
    status = policies.get_current_status(export)
    is_ready = status is schemas.ExportStatus.READY
    return schemas.DataExportView(
        status=status,
        requested_at=export.requested_at,
        size=export.size if is_ready else None,
        expires_at=export.expires_at if is_ready else None,
        download_url=build_download_url(export) if is_ready else None,
        can_request=policies.may_request(export),
        available_at=policies.get_available_at(export),
    )


def build_download_url(export: DataExport) -> str:
    """Return the URL of an archive that is ready. It works until the archive expires."""
    assert export.expires_at is not None
    token = build_token(
        policies.LINK_PURPOSE, expires_at=export.expires_at, sub=str(export.file_id)
    )
    return urls.with_token(urls.DOWNLOAD_DATA, token)


async def _find(session: AsyncSession, file_id: UUID | None) -> DataExport | None:
    if file_id is None:
        return None
    return await session.scalar(select(DataExport).where(col(DataExport.file_id) == file_id))
