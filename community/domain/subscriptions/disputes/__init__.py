"""The disputes of buyers: what the provider reports, and which of them the site must answer."""

from community.domain.subscriptions.disputes.mails import send_dispute_mail
from community.domain.subscriptions.events import DisputeChanged
from community.domain.subscriptions.payments.disputes import (
    OPEN_STATUSES,
    WaitingDisputes,
    count_waiting,
    list_disputes,
    load_waiting_disputes,
)
