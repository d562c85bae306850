"""The columns and labels of the audit log."""

from typing import Final

from community import urls
from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.values import Link
from community.domain import audit
from community.i18n import gettext as _, noop
from community.models import AuditEntry

ACTION_LABELS: Final = {
    "administrator.added": noop("Added an administrator"),
    "administrator.changed": noop("Changed the permissions of an administrator"),
    "administrator.removed": noop("Removed an administrator"),
    "bulk_action.started": noop("Started an action on all records that match"),
    "bulk_action.stopped": noop("Stopped an action on all records that match"),
    "bulk_action.undone": noop("Undid an action on all records that match"),
    "settings.changed": noop("Changed settings"),
    "settings.keys_tested": noop("Tested keys"),
    "user.cleanup_started": noop("Cleaned up what a user wrote"),
    "user.cleanup_undone": noop("Undid the clean-up of a user"),
    "user.account_deleted": noop("Deleted an account"),
    "user.warned": noop("Warned a user"),
    "user.edited": noop("Edited a user"),
    "user.banned": noop("Banned a user"),
    "user.unbanned": noop("Unbanned a user"),
    "user.email_changed": noop("Changed their email"),
    "user.email_verified": noop("Verified an email address"),
    "user.email_unverified": noop("Marked an email address as unverified"),
    "user.signed_out": noop("Signed a user out everywhere"),
    "user.password_reset": noop("Reset a password"),
    "user.second_factor_removed": noop("Switched off a two-step sign-in"),
    "user.merged": noop("Merged two accounts"),
    "user.view_started": noop("Started to view the site as a user"),
    "user.view_stopped": noop("Stopped viewing the site as a user"),
    "post.published": noop("Published a post"),
    "post.edited": noop("Edited a post"),
    "post.unpublished": noop("Unpublished a post"),
    "post.deleted": noop("Deleted a post"),
    "post.restored": noop("Restored a post"),
    "comment.moderated": noop("Changed the status of a comment"),
    "message.deleted": noop("Deleted a reported message"),
    "community.edited": noop("Edited a community"),
    "community.closed": noop("Closed a community"),
    "community.reopened": noop("Reopened a community"),
    "community.transferred": noop("Transferred a community"),
    "reaction.created": noop("Added a reaction"),
    "reaction.changed": noop("Changed a reaction"),
    "reaction.deleted": noop("Deleted a reaction"),
    "reaction.reordered": noop("Changed the order of reactions"),
    "upload.removed": noop("Removed an image"),
    "upload.unused_removed": noop("Removed unused images"),
    "invitation.created": noop("Created an invitation"),
    "invitation.revoked": noop("Revoked an invitation"),
    "report.resolved": noop("Resolved a report"),
    "report.rejected": noop("Rejected a report"),
    "job.retried": noop("Retried a job"),
    "job.dropped": noop("Deleted a job"),
    "mail.retried": noop("Retried an email"),
    "mail.dropped": noop("Deleted an email"),
    "mail.test_sent": noop("Sent a test email"),
    "plan.created": noop("Created a plan"),
    "plan.changed": noop("Changed a plan"),
    "plan.removed": noop("Deleted a plan"),
    "plan.reordered": noop("Changed the order of plans"),
    "promo_code.created": noop("Created a promo code"),
    "promo_code.changed": noop("Changed a promo code"),
    "advertisement.created": noop("Added an advertisement"),
    "advertisement.changed": noop("Changed an advertisement"),
    "advertisement.removed": noop("Deleted an advertisement"),
    "advertisement.reordered": noop("Changed the order of advertisements"),
    "advertisement.approved": noop("Approved an advertisement"),
    "advertisement.report_link_created": noop("Created a report link of an advertisement"),
    "advertisement.report_link_revoked": noop("Revoked a report link of an advertisement"),
    "feature.created": noop("Added a feature"),
    "feature.changed": noop("Changed the texts of a feature"),
    "feature.removed": noop("Deleted a feature or its texts"),
    "payment.refunded": noop("Returned money to a buyer"),
    "reconciliation.explained": noop("Explained a difference between journal and provider"),
    "payment_event.replayed": noop("Applied a message of a payment provider again"),
    "price_change.planned": noop("Planned a price change"),
    "price_change.withdrawn": noop("Withdrew a price change"),
    "subscription.granted": noop("Granted a plan"),
    "subscription.extended": noop("Extended a subscription"),
    "subscription.revoked": noop("Revoked a subscription"),
}
TARGET_LABELS: Final = {
    "user": noop("Users"),
    "settings": noop("Settings"),
    "post": noop("Posts"),
    "comment": noop("Comments"),
    "message": noop("Private messages"),
    "community": noop("Communities"),
    "reaction": noop("Reactions"),
    "upload": noop("Media"),
    "invitation": noop("Invitations"),
    "report": noop("Reports"),
    "job": noop("Jobs"),
    "mail": noop("Email"),
    "payment": noop("Payments"),
    "plan": noop("Plans"),
    "promo_code": noop("Promo codes"),
    "advertisement": noop("Advertising"),
    "feature": noop("Features"),
    "subscription": noop("Subscriptions"),
}


def get_action_label(action: str) -> str:
    label = ACTION_LABELS.get(action)
    return action if label is None else _(label)


def _to_actor_link(entry: AuditEntry) -> Link:
    return Link(entry.actor_name, urls.profile(entry.actor_slug) if entry.actor_slug else "")


AUDIT_LAYOUT: Final = TableLayout(
    table=audit.AUDIT_TABLE,
    columns=(
        Column("action", noop("Action"), lambda entry: get_action_label(entry.action), width="lg"),
        Column("administrator", noop("Administrator"), _to_actor_link, "link"),
        Column("username", noop("Username"), lambda entry: entry.actor_slug, is_default=False),
        Column(
            "target", noop("Target"), lambda entry: entry.target_name or entry.target_id, width="lg"
        ),
        Column("reason", noop("Reason"), lambda entry: entry.reason, width="lg"),
        Column("address", noop("IP address"), lambda entry: entry.address, is_default=False),
        Column("code", noop("Code"), lambda entry: entry.action, is_default=False),
        Column("time", noop("Time"), lambda entry: entry.created_at, "time", sort="time"),
    ),
    filters={
        "kind": FilterLabels(noop("Target"), TARGET_LABELS),
        "period": period_labels(noop("Period")),
        "administrator": FilterLabels(noop("Administrator")),
    },
)
