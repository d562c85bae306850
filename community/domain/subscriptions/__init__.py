"""Paid plans: their features, the subscriptions of users, and the payments for them.

`community/payment_processing/` calls these functions between requests to the payment providers.
"""

from community.domain.subscriptions.access import (
    ensure_subscription_feature,
    select_features,
)
from community.domain.subscriptions.administration.payment_table import (
    PAYMENT_KINDS,
    PAYMENT_STATUSES,
    PAYMENT_TABLE,
    PROVIDERS,
)
from community.domain.subscriptions.administration.payments import get_payment, load_balances
from community.domain.subscriptions.administration.queries import (
    get_subscription,
    load_statistics,
)
from community.domain.subscriptions.administration.schemas import (
    Balance,
    PaymentRecord,
    SubscriptionRecord,
    SubscriptionStatistics,
)
from community.domain.subscriptions.administration.subscription_table import (
    ORIGINS,
    STATUSES,
    SUBSCRIPTION_TABLE,
)
from community.domain.subscriptions.cancellation import (
    cancel,
    end_renewal_of_deleted_account,
    resume,
)
from community.domain.subscriptions.erasure import erase_subscriptions
from community.domain.subscriptions.events import (
    PaymentChanged,
    PlansChanged,
    RenewalFailed,
    SubscriptionChanged,
)
from community.domain.subscriptions.features import (
    create_feature,
    edit_feature,
    list_features,
    remove_feature,
)
from community.domain.subscriptions.grants import grant, grant_until_day, revoke
from community.domain.subscriptions.mails import send_payment_mail, send_renewal_failed_mail
from community.domain.subscriptions.merging import move_subscriptions
from community.domain.subscriptions.payments.checkout import begin_payment
from community.domain.subscriptions.payments.journal import compute_balances, load_movements
from community.domain.subscriptions.payments.provider_events import (
    find_event,
    record_applied,
    store_event,
)
from community.domain.subscriptions.payments.queries import (
    UnfinishedOrder,
    find_own_payment,
    get_own_payment,
    list_own_payments,
    list_unfinished,
    load_order,
)
from community.domain.subscriptions.payments.schemas import Order, Settlement, UnfinishedPayment
from community.domain.subscriptions.payments.settlement import settle
from community.domain.subscriptions.personal_data import EXPORT_PARTS
from community.domain.subscriptions.plans import (
    PlanChanges,
    create_plan,
    edit_plan,
    remove_plan,
    reorder_plans,
)
from community.domain.subscriptions.plans_page import (
    PlanOffer,
    PlansPage,
    get_plans_page,
    shows_plans,
)
from community.domain.subscriptions.policies import (
    CODE_MAX_LENGTH,
    DESCRIPTION_MAX_LENGTH,
    MAX_TRIAL_DAYS,
    NAME_MAX_LENGTH,
)
from community.domain.subscriptions.queries import (
    find_subscription,
    list_available_features,
    list_plans,
    list_plans_on_sale,
    list_plans_with_feature,
)
from community.domain.subscriptions.renewals import (
    begin_renewal,
    expire_subscription,
    list_due_renewals,
    list_ended,
)
from community.domain.subscriptions.schemas import (
    FeatureView,
    PaymentMethodView,
    PaymentView,
    PlanFeature,
    PlanSummary,
    PlanView,
    SubscriptionView,
)
from community.domain.subscriptions.statuses import LIVE_STATUSES, UNFINISHED_STATUSES

__all__ = [
    "CODE_MAX_LENGTH",
    "DESCRIPTION_MAX_LENGTH",
    "EXPORT_PARTS",
    "LIVE_STATUSES",
    "MAX_TRIAL_DAYS",
    "NAME_MAX_LENGTH",
    "ORIGINS",
    "PAYMENT_KINDS",
    "PAYMENT_STATUSES",
    "PAYMENT_TABLE",
    "PROVIDERS",
    "STATUSES",
    "SUBSCRIPTION_TABLE",
    "UNFINISHED_STATUSES",
    "Balance",
    "FeatureView",
    "Order",
    "PaymentChanged",
    "PaymentMethodView",
    "PaymentRecord",
    "PaymentView",
    "PlanChanges",
    "PlanFeature",
    "PlanOffer",
    "PlanSummary",
    "PlanView",
    "PlansChanged",
    "PlansPage",
    "RenewalFailed",
    "Settlement",
    "SubscriptionChanged",
    "SubscriptionRecord",
    "SubscriptionStatistics",
    "SubscriptionView",
    "UnfinishedOrder",
    "UnfinishedPayment",
    "begin_payment",
    "begin_renewal",
    "cancel",
    "compute_balances",
    "create_feature",
    "create_plan",
    "edit_feature",
    "edit_plan",
    "end_renewal_of_deleted_account",
    "ensure_subscription_feature",
    "erase_subscriptions",
    "expire_subscription",
    "find_event",
    "find_own_payment",
    "find_subscription",
    "get_own_payment",
    "get_payment",
    "get_plans_page",
    "get_subscription",
    "grant",
    "grant_until_day",
    "list_available_features",
    "list_due_renewals",
    "list_ended",
    "list_features",
    "list_own_payments",
    "list_plans",
    "list_plans_on_sale",
    "list_plans_with_feature",
    "list_unfinished",
    "load_balances",
    "load_movements",
    "load_order",
    "load_statistics",
    "move_subscriptions",
    "record_applied",
    "remove_feature",
    "remove_plan",
    "reorder_plans",
    "resume",
    "revoke",
    "select_features",
    "send_payment_mail",
    "send_renewal_failed_mail",
    "settle",
    "shows_plans",
    "store_event",
]
