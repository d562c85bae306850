"""Registers the live updates of the tables of the Admin Panel.

Tables whose records have domain events of their own are updated by the module of the subject.
"""

from community.core.events import after_commit
from community.domain import (
    accounts,
    audit,
    bulk_acts,
    comments,
    communities,
    jobs,
    mail,
    moderation,
    posts,
    subscriptions,
    uploads,
)
from community.domain.tables import encode_record_id
from community.realtime import hub, messages

# The tables of the Admin Panel that show what entries of the audit log are about.
TABLES_OF_TARGETS = {
    "user": accounts.USER_TABLE,
    "invitation": accounts.invitations.INVITATION_TABLE,
    "community": communities.COMMUNITY_TABLE,
    "post": posts.POST_TABLE,
    "comment": comments.COMMENT_TABLE,
    "upload": uploads.UPLOAD_TABLE,
    "report": moderation.reports.REPORT_TABLE,
    "job": jobs.JOB_TABLE,
    "mail": mail.MAIL_TABLE,
}


def wire_admin_tables() -> None:
    after_commit(subscriptions.SubscriptionChanged, _broadcast_subscription_changed)
    after_commit(subscriptions.PaymentChanged, _broadcast_payment_changed)
    after_commit(subscriptions.refunds.RefundChanged, _broadcast_return_changed)
    after_commit(subscriptions.disputes.DisputeChanged, _broadcast_return_changed)
    after_commit(bulk_acts.BulkActProgressed, _broadcast_bulk_act_progressed)
    after_commit(mail.MailChanged, _broadcast_mail_changed)
    after_commit(audit.AuditEntryRecorded, _broadcast_audit_entry_added)
    after_commit(uploads.UnusedUploadsRemoved, _broadcast_media_table_changed)
    after_commit(moderation.reports.ContentReported, _broadcast_reports_changed)
    after_commit(moderation.reports.ReportsClosed, _broadcast_reports_changed)


async def _broadcast_bulk_act_progressed(event: bulk_acts.BulkActProgressed) -> None:
    await hub.publish(messages.BulkActProgressed(event.table))


async def _broadcast_mail_changed(event: mail.MailChanged) -> None:
    await hub.publish(messages.AdminRecordChanged(mail.MAIL_TABLE.code, event.mail_id))


async def _broadcast_subscription_changed(event: subscriptions.SubscriptionChanged) -> None:
    table = subscriptions.SUBSCRIPTION_TABLE.code
    await hub.publish(messages.AdminRecordChanged(table, event.subscription_id))


async def _broadcast_payment_changed(event: subscriptions.PaymentChanged) -> None:
    record_id = encode_record_id(event.payment_id)
    await hub.publish(messages.AdminRecordChanged(subscriptions.PAYMENT_TABLE.code, record_id))


async def _broadcast_return_changed(
    event: subscriptions.refunds.RefundChanged | subscriptions.disputes.DisputeChanged,
) -> None:
    record_id = encode_record_id(event.payment_id)
    await hub.publish(messages.AdminRecordChanged(subscriptions.PAYMENT_TABLE.code, record_id))
    await hub.publish(messages.AdminWaitingChanged())


async def _broadcast_audit_entry_added(event: audit.AuditEntryRecorded) -> None:
    """Tell open pages about the entry, and open tables about the record that was changed."""
    await hub.publish(messages.AuditEntryAdded())
    table = TABLES_OF_TARGETS.get(event.target_kind)
    record_id = table.parse_record_id(event.target_id) if table is not None else None
    if table is not None and record_id is not None:
        await hub.publish(messages.AdminRecordChanged(table.code, encode_record_id(record_id)))
        await hub.publish(messages.AdminWaitingChanged())


async def _broadcast_media_table_changed(_: uploads.UnusedUploadsRemoved) -> None:
    await hub.publish(messages.AdminTableChanged(uploads.UPLOAD_TABLE.code))


async def _broadcast_reports_changed(
    _: moderation.reports.ContentReported | moderation.reports.ReportsClosed,
) -> None:
    await hub.publish(messages.AdminTableChanged(moderation.reports.REPORT_TABLE.code))
    await hub.publish(messages.AdminWaitingChanged())
