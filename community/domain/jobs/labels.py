"""The names of background jobs and scheduled jobs in the Admin Panel."""

from typing import Final

from community.i18n import gettext as _, noop

JOB_LABELS: Final = {
    "announce_price_change": noop("Announce a price change"),
    "announce_price_change_withdrawal": noop("Announce that a price stays"),
    "answer_question": noop("Answer a question with AI"),
    "apply_payment_event": noop("Apply a message of a payment provider"),
    "check_pending_payments": noop("Check unfinished payments"),
    "clean_up_user": noop("Clean up after a spammer"),
    "delete_data_export": noop("Delete a data export"),
    "delete_advertisement_counts": noop("Delete the daily limits of advertisements"),
    "delete_expired_responses": noop("Delete stored responses of the API"),
    "delete_removed_upload": noop("Delete a removed image"),
    "detach_payment_method": noop("Remove a card at the payment provider"),
    "email_notifications": noop("Email notifications"),
    "expire_data_exports": noop("Delete expired data exports"),
    "export_data": noop("Create a data export"),
    "fan_out_post": noop("Notify followers of a post"),
    "hide_deleted_content": noop("Hide the content of a deleted account"),
    "merge_accounts": noop("Merge two accounts"),
    "notify_of_messages": noop("Notify of private messages"),
    "notify_post_unpublished": noop("Notify of an unpublished post"),
    "notify_watchers": noop("Notify followers of a discussion"),
    "purge_accounts": noop("Erase deleted accounts"),
    "purge_ai_requests": noop("Delete old AI requests"),
    "purge_bulk_actions": noop("Delete old bulk actions"),
    "purge_chat_files": noop("Delete unused files of private messages"),
    "purge_ignores": noop("Delete ended ignores"),
    "purge_job_runs": noop("Delete the history of old jobs"),
    "purge_mails": noop("Delete old emails"),
    "purge_report_messages": noop("Delete messages of old reports"),
    "purge_messages": noop("Delete old private messages"),
    "purge_sessions": noop("Delete ended sessions and links"),
    "purge_uploads": noop("Delete unused images"),
    "reconcile_payments": noop("Compare payments with the providers"),
    "renew_subscriptions": noop("Renew subscriptions"),
    "retract_post_notifications": noop("Delete the notifications of a post"),
    "run_bulk_action": noop("Change all records that match"),
    "send_email_change": noop("Send the emails of an email change"),
    "send_mail": noop("Send an email"),
    "send_password_reset": noop("Send a password reset link"),
    "send_registration_mail": noop("Send a registration link"),
    "show_restored_content": noop("Show the content of a restored account"),
    "undo_cleanup": noop("Undo a clean-up"),
    "update_all_search_levels": noop("Update the search index"),
    "update_ratings": noop("Update the ratings"),
    "update_name_ranks": noop("Update the order of names in the search"),
    "update_search_index": noop("Index texts for the search"),
    "update_search_levels": noop("Update the search index for recent texts"),
    "update_statistics": noop("Update the statistics"),
    "update_top_authors": noop("Update the top authors"),
    "write_summary": noop("Write a summary with AI"),
}


def get_job_label(name: str) -> str:
    """Return the name of a job. A job of another version of the site has only its code."""
    label = JOB_LABELS.get(name)
    return name if label is None else _(label)


def find_job_names(term: str) -> list[str]:
    """Return the codes of the jobs whose name contains a text, whatever its case is."""
    return [name for name, label in JOB_LABELS.items() if term.casefold() in _(label).casefold()]
