"""What becomes of what a user has to sign in. The archive contains no secrets."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Clear, Delete, PersonalData
from community.i18n import noop
from community.models import (
    AccessToken,
    Identity,
    OneTimeCodeSecret,
    Passkey,
    RecoveryCode,
    UserSession,
)

PERSONAL_DATA: Final = (
    PersonalData(
        UserSession.user_id,
        export=ExportPart(
            "devices",
            noop("Devices on which you signed in"),
            key=UserSession.id,
            fields=(
                *(UserSession.user_agent, UserSession.address, UserSession.method),
                *(UserSession.created_at, UserSession.last_seen_at, UserSession.confirmed_at),
                *(UserSession.expires_at, UserSession.revoked_at),
            ),
        ),
        merge="Revoked when the account is closed.",
        erase=Delete(),
    ),
    PersonalData(
        AccessToken.user_id,
        export=ExportPart(
            "access_tokens",
            noop("Your access tokens, without the tokens themselves"),
            key=AccessToken.id,
            fields=(
                *(AccessToken.name, AccessToken.scopes, AccessToken.created_at),
                *(AccessToken.last_used_at, AccessToken.expires_at, AccessToken.revoked_at),
            ),
        ),
        merge="Revoked when the account is closed.",
        erase=Delete(),
    ),
    PersonalData(
        Identity.user_id,
        export=ExportPart(
            "sign_in_services",
            noop("Services with which you sign in"),
            key=Identity.id,
            fields=(
                *(Identity.provider, Identity.subject, Identity.email, Identity.name),
                *(Identity.created_at, Identity.last_used_at),
            ),
        ),
        merge="Deleted when the account is closed.",
        erase=Delete(),
    ),
    PersonalData(
        Passkey.user_id,
        export=ExportPart(
            "passkeys",
            noop("Your passkeys, without the keys themselves"),
            key=Passkey.id,
            fields=(Passkey.name, Passkey.created_at, Passkey.last_used_at),
        ),
        merge="Deleted when the account is closed.",
        erase=Delete(),
    ),
    PersonalData(
        OneTimeCodeSecret.user_id,
        export=ExportPart(
            "two_step_sign_in",
            noop("Since when a second step is needed to sign in"),
            key=OneTimeCodeSecret.user_id,
            fields=(OneTimeCodeSecret.created_at, OneTimeCodeSecret.confirmed_at),
            is_single=True,
        ),
        merge="Deleted when the account is closed.",
        erase=Delete(),
    ),
    PersonalData(
        RecoveryCode.user_id,
        export="Secrets.",
        merge="Deleted when the account is closed.",
        erase=Delete(),
    ),
    PersonalData(
        UserSession.viewed_user_id,
        export="Which administrators saw the site as the user.",
        merge="They see the closed account, until they stop.",
        erase=Clear(),
    ),
)
