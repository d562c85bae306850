"""Lists the functions of all background jobs and of all tasks that run periodically.

Their names in the Admin Panel are in `domain/jobs/labels.py`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import (
    account_deletion,
    accounts,
    advertising,
    ai,
    bulk_actions,
    chat,
    cleanups,
    follows,
    identity,
    jobs,
    mail,
    merging,
    moderation,
    notifications,
    posts,
    subscriptions,
)
from community.jobs import delete_uploads, update_advertisements
from community.jobs.export_data import delete_data_export, expire_data_exports, export_data
from community.jobs.purge_accounts import purge_account_batch
from community.jobs.run_bulk_action import run_bulk_action
from community.jobs.send_mail import send_mail
from community.jobs.update_ratings import update_ratings, update_top_authors
from community.jobs.update_search_index import (
    update_all_levels,
    update_name_ranks,
    update_recent_levels,
    update_search_index,
)
from community.jobs.update_statistics import update_statistics
from community.models import IdempotencyRecord
from community.models.site import RESPONSE_RETENTION
from community.workflows import payments
from community.workflows.ai import answer_question, write_summary

# Runs one step of a job in the given transaction. It returns the argument `after` for the next
# step, or None if the job is finished.
JobFunction = Callable[..., Awaitable[int | None]]
# Runs a job outside transactions, because it is slow. It opens its own transactions, and can run
# twice after a crash.
ExternalJobFunction = Callable[..., Awaitable[None]]
TaskFunction = Callable[[AsyncSession], Awaitable[object]]

JOBS: dict[str, JobFunction] = {
    "clean_up_user": cleanups.run_cleanup_step,
    "announce_price_change": subscriptions.price_change_mails.announce_price_change,
    "announce_price_change_withdrawal": subscriptions.price_change_mails.announce_withdrawal,
    "email_notifications": notifications.send_due_copies,
    "fan_out_post": notifications.notify_post_subscribers,
    "hide_deleted_content": account_deletion.run_hide_step,
    "merge_accounts": merging.run_merge_step,
    "notify_of_messages": notifications.notify_of_messages,
    "notify_post_unpublished": notifications.notify_post_unpublished,
    "notify_watchers": notifications.notify_watchers,
    "retract_post_notifications": notifications.delete_unread_notifications_batch,
    "show_restored_content": account_deletion.run_show_step,
    "send_registration_mail": accounts.send_registration_mail,
    "send_email_change": accounts.email_changes.send_mails,
    "send_password_reset": identity.send_password_reset,
    "undo_cleanup": cleanups.run_undo_step,
}


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    """A job that runs on a schedule. At each scheduled time only one process runs the job.

    If the job fails, it is not retried before its next scheduled time.
    """

    cron: str  # the schedule in cron format; times are in UTC
    # The function to call. At each scheduled time it is called repeatedly until it returns None, 0
    # or False. It opens its own transactions.
    function: Callable[[], Awaitable[object]]


async def _delete_expired_responses() -> None:
    cutoff = clock.now() - RESPONSE_RETENTION
    async with unit_of_work() as session:
        await session.execute(
            delete(IdempotencyRecord).where(col(IdempotencyRecord.created_at) < cutoff)
        )


async def _purge_old_mails() -> bool:
    async with unit_of_work() as session:
        return await mail.purge_old_mails(session, clock.now())


async def _delete_past_advertisement_counts() -> None:
    async with unit_of_work() as session:
        await advertising.delete_past_counts(session)


async def _purge_ai_requests() -> None:
    async with unit_of_work() as session:
        await ai.purge_requests(session)


async def _purge_old_messages() -> int:
    async with unit_of_work() as session:
        await chat.delete_abandoned_groups(session)
        return await chat.delete_old_messages(session)


async def _purge_old_runs() -> bool:
    async with unit_of_work() as session:
        return await jobs.purge_old_runs(session, clock.now())


async def _purge_bulk_actions() -> bool:
    async with unit_of_work() as session:
        return await bulk_actions.purge_old(session)


async def _purge_report_messages() -> bool:
    async with unit_of_work() as session:
        return await moderation.reports.purge_copies(session, clock.now())


async def _purge_ended_sessions() -> None:
    async with unit_of_work() as session:
        await identity.purge_ended_sessions(session)
        await identity.mail_links.purge_used_links(session)
        await identity.confirmations.purge_codes(session)
        await identity.two_factor.purge_abandoned_setups(session)
        await accounts.email_changes.purge_expired_changes(session)
        await accounts.purge_pending_registrations(session)


async def _purge_ended_ignores() -> None:
    async with unit_of_work() as session:
        await follows.purge_ended_ignores(session)


async def _renew_subscriptions() -> None:
    await payments.renew_subscriptions()


async def _check_pending_payments() -> None:
    await payments.check_pending_payments()


async def _reconcile_payments() -> None:
    await payments.run_reconciliation()


EXTERNAL_JOBS: dict[str, ExternalJobFunction] = {
    "answer_question": answer_question,
    "apply_payment_event": payments.apply_event,
    "delete_data_export": delete_data_export,
    "delete_removed_upload": delete_uploads.delete_removed_upload,
    "detach_payment_method": payments.detach_method,
    "export_data": export_data,
    "purge_uploads": delete_uploads.purge_uploads,
    "run_bulk_action": run_bulk_action,
    "send_mail": send_mail,
    "update_search_index": update_search_index,
    "write_summary": write_summary,
}

SCHEDULED_JOBS: dict[str, ScheduledJob] = {
    "delete_advertisement_counts": ScheduledJob("3 0 * * *", _delete_past_advertisement_counts),
    "delete_expired_responses": ScheduledJob("23 * * * *", _delete_expired_responses),
    "expire_data_exports": ScheduledJob("*/10 * * * *", expire_data_exports),
    "purge_accounts": ScheduledJob("17 2 * * *", purge_account_batch),
    "purge_ai_requests": ScheduledJob("7 3 * * *", _purge_ai_requests),
    "purge_bulk_actions": ScheduledJob("33 3 * * *", _purge_bulk_actions),
    "purge_chat_files": ScheduledJob("5-59/15 * * * *", delete_uploads.purge_chat_file_batch),
    "purge_ignores": ScheduledJob("27 3 * * *", _purge_ended_ignores),
    "purge_job_runs": ScheduledJob("47 3 * * *", _purge_old_runs),
    "purge_mails": ScheduledJob("57 3 * * *", _purge_old_mails),
    "purge_report_messages": ScheduledJob("53 3 * * *", _purge_report_messages),
    "purge_messages": ScheduledJob("13 4 * * *", _purge_old_messages),
    "purge_sessions": ScheduledJob("37 3 * * *", _purge_ended_sessions),
    "purge_uploads": ScheduledJob("*/15 * * * *", delete_uploads.purge_upload_batch),
    "check_pending_payments": ScheduledJob("*/5 * * * *", _check_pending_payments),
    "reconcile_payments": ScheduledJob("37 4 * * *", _reconcile_payments),
    "renew_subscriptions": ScheduledJob("*/10 * * * *", _renew_subscriptions),
    "update_all_search_levels": ScheduledJob("41 2 * * *", update_all_levels),
    "update_name_ranks": ScheduledJob("43 3 * * *", update_name_ranks),
    "update_search_levels": ScheduledJob("*/10 * * * *", update_recent_levels),
    "update_ratings": ScheduledJob("7 0 * * *", update_ratings),
    "update_statistics": ScheduledJob("*/5 * * * *", update_statistics),
    "update_top_authors": ScheduledJob("*/15 * * * *", update_top_authors),
}

# Every web process runs these tasks every 2 seconds and at shutdown. They open their own
# transactions. A process that is killed loses what it has counted since.
FREQUENT_PROCESS_TASKS: tuple[Callable[[], Awaitable[None]], ...] = (
    update_advertisements.store_advertisement_counts,
    update_advertisements.publish_scheduled_advertisements,
)

# Every web process runs these tasks every 30 seconds and at shutdown, each until it returns None, 0
# or False. They write counters and times from the memory of the process to the database.
PROCESS_TASKS: tuple[TaskFunction, ...] = (posts.flush_views, identity.flush_last_seen)
