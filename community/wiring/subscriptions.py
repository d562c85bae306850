"""Registers the listeners of payments and subscriptions."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.events import after_commit, in_transaction, on_commit
from community.domain import accounts, moderation, subscriptions
from community.domain.subscriptions.events import PlanGranted, PlanRestored
from community.realtime import hub, messages, payment_messages


def wire_subscriptions() -> None:
    in_transaction(subscriptions.PaymentChanged, subscriptions.mails.send_payment_mail)
    in_transaction(subscriptions.MoneyReturned, subscriptions.mails.send_money_returned_mail)
    in_transaction(subscriptions.PaymentChanged, subscriptions.mails.send_gift_mail)
    in_transaction(subscriptions.TrialStarted, subscriptions.mails.send_trial_mail)
    in_transaction(PlanGranted, subscriptions.owner_mails.send_grant_mail)
    in_transaction(subscriptions.AccessExtended, subscriptions.owner_mails.send_extension_mail)
    in_transaction(PlanRestored, subscriptions.owner_mails.send_restoration_mail)
    in_transaction(
        subscriptions.RenewalFailed, subscriptions.renewal_mails.send_renewal_failed_mail
    )
    in_transaction(
        subscriptions.ConfirmationNeeded, subscriptions.renewal_mails.send_confirmation_mail
    )
    in_transaction(subscriptions.refunds.RefundChanged, subscriptions.mails.send_refund_mail)
    in_transaction(subscriptions.disputes.DisputeChanged, subscriptions.disputes.send_dispute_mail)
    # Last, because all transactions that issue documents wait for each other.
    in_transaction(subscriptions.PaymentChanged, subscriptions.invoices.issue_documents)
    in_transaction(subscriptions.MoneyMoved, subscriptions.invoices.issue_documents)
    in_transaction(accounts.AccountDeleted, _end_renewal)
    in_transaction(moderation.UserBanned, _end_renewal)
    on_commit(subscriptions.PlansChanged, subscriptions.clear_selling_cache)
    for message in (messages.PlansChanged, messages.SiteChanged, messages.Resync):
        hub.subscribe(message, subscriptions.clear_selling_cache, first=True)
    after_commit(subscriptions.PlansChanged, _publish_plans_changed)
    after_commit(subscriptions.PaymentChanged, _publish_payment_changed)
    after_commit(subscriptions.MethodSetupChanged, _publish_card_setup_changed)


async def _end_renewal(
    session: AsyncSession, event: accounts.AccountDeleted | moderation.UserBanned
) -> None:
    await subscriptions.end_renewal_of_closed_account(session, event.user_id)


async def _publish_plans_changed(_: subscriptions.PlansChanged) -> None:
    await hub.publish(messages.PlansChanged())


async def _publish_payment_changed(event: subscriptions.PaymentChanged) -> None:
    await hub.publish(payment_messages.PaymentChanged(str(event.payment_id)))


async def _publish_card_setup_changed(event: subscriptions.MethodSetupChanged) -> None:
    await hub.publish(payment_messages.CardSetupChanged(str(event.setup_id)))
