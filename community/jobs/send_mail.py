"""The job that sends a mail of the queue."""

from community.core.db.sessions import unit_of_work
from community.core.settings import settings
from community.domain import mail
from community.gateways.mail import MailError, save_as_file, send

FOLDER = "mail"


async def send_mail(mail_id: int) -> None:
    """Attempt to send a mail, and store the result. Do nothing if it is not due."""
    async with unit_of_work() as session:
        attempt = await mail.begin_attempt(session, mail_id)
    if attempt is None:
        return
    try:
        if attempt.server is None:
            await save_as_file(settings().data_dir / FOLDER, attempt.outgoing)
        else:
            await send(attempt.server, attempt.outgoing)
    except MailError as error:
        async with unit_of_work() as session:
            await mail.record_failure(session, attempt, error)
        return
    async with unit_of_work() as session:
        await mail.record_sent(session, attempt)
