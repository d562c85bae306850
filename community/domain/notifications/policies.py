"""Limits and intervals for notifications."""

from datetime import timedelta

INBOX_PAGE_SIZE = 20
# Number of avatars that fit next to a notification in the list.
MAX_ACTORS_SHOWN = 3
# Maximum number of watchers of a post who are notified in the transaction that creates a comment or
# unpublishes the post. Notifying them takes less than 20 ms. A background job notifies the other
# watchers. All subscribers to new posts are notified by a job.
INLINE_RECIPIENTS_LIMIT = 100
# Number of users whom a job notifies in one transaction. Larger batches are faster, but with SQLite
# they block other writers for longer.
FAN_OUT_BATCH_SIZE = 500
# A user who repeatedly removes and sets a reaction, or unfollows and follows a user, causes at most
# one notification in this time. Restoring a comment older than this causes no notification.
RENOTIFY_INTERVAL = timedelta(days=7)
# Copies by email wait this long, so that users who are online and read the notification get none.
EMAIL_DELAY = timedelta(minutes=1)
# After this number of emails within an hour, the next notifications of the user wait for
# `EMAIL_DIGEST_DELAY` and are sent as one email.
MAX_EMAILS_PER_HOUR = 5
EMAIL_DIGEST_DELAY = timedelta(hours=1)
# An email shows at most this many notifications, and tells how many others there are.
MAX_NOTIFICATIONS_PER_EMAIL = 10
# Number of users whose emails a job builds in one transaction. Building an email takes about 10 ms.
EMAIL_BATCH_SIZE = 10
