"""What happens after a user has reported a session of another person."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.accounts import administration, passkeys, two_factor
from community.domain.accounts.mail_links import LinkPurpose, ResetToken, open_link, use_link
from community.domain.accounts.password_resets import build_reset_token
from community.domain.accounts.session_reports import find_own_session


async def report_session(session: AsyncSession, *, token: str) -> ResetToken:
    """End the reported session and all others, and make the password invalid.

    The person who signed in knows the password, so it must not work until the user has chosen a new
    one. Credentials that were added since the reported session began are removed.

    Returns:
        The token with which the user chooses a new password.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    link = await open_link(session, LinkPurpose.SESSION_REPORT, token, for_update=True)
    await use_link(session, link)
    row = await find_own_session(session, link)
    if row is not None:
        await two_factor.remove_added_since(session, link.user, row.created_at)
        await passkeys.remove_added_since(session, link.user, row.created_at)
    await administration.invalidate_password(session, link.user)
    return build_reset_token(link.user)
