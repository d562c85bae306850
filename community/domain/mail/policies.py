"""Limits of the mail queue, and who may test the mail server."""

from datetime import timedelta

from community.core.actor import Actor

SECTION = "mail"
# The section with the settings of the mail server.
SETTINGS_SECTION = "settings/general"
TEST_KIND = "test"
# With the pauses below, the last attempt is about ten hours after the first one. A mail server that
# is down for a night loses no mail.
MAX_ATTEMPTS = 7
RETRY_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
# A test mail shows its result at once.
MAX_TEST_ATTEMPTS = 1
# Longer than an attempt can take, so that two workers never send the same mail at the same time.
ATTEMPT_TIMEOUT = timedelta(seconds=50)
# Mails contain personal data, so they are deleted when they are no longer useful.
MAIL_RETENTION = timedelta(days=30)
PURGE_BATCH_SIZE = 1_000
MAX_TEXT_LENGTH = 200_000
MAX_ERROR_LENGTH = 500


def ensure_may_test(actor: Actor) -> None:
    if not actor.has_section(SETTINGS_SECTION):
        actor.ensure_section(SECTION)


def get_retry_pause(attempts: int) -> timedelta:
    """Return how long to wait after the attempt with this number, counted from 1."""
    return RETRY_PAUSES[min(attempts, len(RETRY_PAUSES)) - 1]
