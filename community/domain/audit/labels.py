"""The names of the actions in the audit log. Actions without a name are shown with their code."""

from typing import Final

from community.i18n import gettext as _
from community.i18n import noop

ACTION_LABELS: Final = {
    "administrator.added": noop("Added an administrator"),
    "administrator.changed": noop("Changed the permissions of an administrator"),
    "administrator.removed": noop("Removed an administrator"),
    "settings.changed": noop("Changed settings"),
    "user.edited": noop("Edited a user"),
    "user.banned": noop("Banned a user"),
    "user.unbanned": noop("Unbanned a user"),
    "user.email_changed": noop("Changed their email"),
    "user.verified": noop("Verified an email address"),
    "user.signed_out": noop("Signed a user out everywhere"),
    "user.password_reset": noop("Reset a password"),
    "user.second_factor_removed": noop("Switched off a two-step sign-in"),
    "user.merged": noop("Merged two accounts"),
    "user.view_started": noop("Started to view the site as a user"),
    "user.view_stopped": noop("Stopped viewing the site as a user"),
    "upload.removed": noop("Removed an image"),
    "upload.unused_removed": noop("Removed unused images"),
    "invitation.created": noop("Created an invitation"),
    "invitation.revoked": noop("Revoked an invitation"),
    "report.resolved": noop("Resolved a report"),
    "report.rejected": noop("Rejected a report"),
    "job.retried": noop("Retried a job"),
    "job.dropped": noop("Dropped a job"),
    "mail.retried": noop("Retried a mail"),
    "mail.dropped": noop("Dropped a mail"),
    "mail.test_sent": noop("Sent a test mail"),
    "plan.created": noop("Created a plan"),
    "plan.changed": noop("Changed a plan"),
    "plan.removed": noop("Deleted a plan"),
    "plan.reordered": noop("Changed the order of plans"),
    "promo_code.created": noop("Created a promo code"),
    "promo_code.changed": noop("Changed a promo code"),
    "feature.created": noop("Added a feature"),
    "feature.changed": noop("Changed the texts of a feature"),
    "feature.removed": noop("Deleted a feature or its texts"),
    "payment_event.replayed": noop("Applied a message of a payment provider again"),
    "subscription.granted": noop("Granted a plan"),
    "subscription.revoked": noop("Revoked a subscription"),
}
TARGET_LABELS: Final = {
    "user": noop("Users"),
    "settings": noop("Settings"),
    "post": noop("Posts"),
    "comment": noop("Comments"),
    "community": noop("Communities"),
    "reaction": noop("Reactions"),
    "upload": noop("Media"),
    "invitation": noop("Invitations"),
    "report": noop("Reports"),
    "job": noop("Jobs"),
    "mail": noop("Mail"),
    "plan": noop("Plans"),
    "promo_code": noop("Promo codes"),
    "feature": noop("Features"),
    "subscription": noop("Subscriptions"),
}


def get_action_label(action: str) -> str:
    label = ACTION_LABELS.get(action)
    return action if label is None else _(label)
