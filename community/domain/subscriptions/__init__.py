"""Paid plans: their features, the subscriptions of users, and the payments for them."""

from community.domain.subscriptions import (
    billing_details,
    features,
    invoices,
    reconciliation,
    statistics,
)
from community.domain.subscriptions.administration import readiness
from community.domain.subscriptions.administration.payment_table import PAYMENT_TABLE
from community.domain.subscriptions.administration.payments import (
    get_payment,
    load_balances,
    replay_event,
)
from community.domain.subscriptions.administration.promo_codes import (
    create_promo_code,
    list_promo_codes,
    set_promo_code_active,
)
from community.domain.subscriptions.administration.queries import (
    find_subscription_of_user,
    get_subscription,
    load_statistics,
)
from community.domain.subscriptions.administration.schemas import (
    Balance,
    PaymentRecord,
    PromoCodeView,
    SubscriptionRecord,
    SubscriptionStatistics,
)
from community.domain.subscriptions.administration.subscription_table import SUBSCRIPTION_TABLE
from community.domain.subscriptions.billing import describe_price
from community.domain.subscriptions.checkout.actions import begin_payment
from community.domain.subscriptions.checkout.promo_codes import (
    CODE_MAX_LENGTH as PROMO_CODE_MAX_LENGTH,
)
from community.domain.subscriptions.checkout.quotes import Quote
from community.domain.subscriptions.credit import describe_balances
from community.domain.subscriptions.events import (
    AccessExtended,
    ConfirmationNeeded,
    DisputeChanged,
    MethodSetupChanged,
    MoneyMoved,
    MoneyReturned,
    PaymentChanged,
    PlansChanged,
    RefundChanged,
    RenewalFailed,
    SubscriptionChanged,
    TrialStarted,
)
from community.domain.subscriptions.lifecycle import grants, renewals
from community.domain.subscriptions.lifecycle.cancellation import (
    cancel,
    end_renewal_of_closed_account,
    resume,
)
from community.domain.subscriptions.lifecycle.grants import grant, grant_until_day, revoke
from community.domain.subscriptions.lifecycle.queries import (
    find_subscription,
    must_confirm_payment,
    overdue_payment_id,
)
from community.domain.subscriptions.lifecycle.recipients import find_gift, get_recipient_id
from community.domain.subscriptions.lifecycle.trials import start_trial
from community.domain.subscriptions.mails import (
    grants as grant_mails,
    payments as payment_mails,
    price_changes as price_change_mails,
    renewals as renewal_mails,
)
from community.domain.subscriptions.mails.reminders import list_due_reminders, remind
from community.domain.subscriptions.payment_methods import describe_method
from community.domain.subscriptions.payments import card_setups, disputes, journal, refunds
from community.domain.subscriptions.payments.card_setups import (
    find_own_setup,
    get_own_setup,
    remove_method,
)
from community.domain.subscriptions.payments.orders import (
    UnfinishedOrder,
    list_unfinished,
    load_order,
)
from community.domain.subscriptions.payments.provider_events import (
    find_event,
    is_known_reference,
    record_applied,
    store_event,
)
from community.domain.subscriptions.payments.queries import (
    find_own_payment,
    find_payment_summaries,
    get_own_payment,
    list_own_payments,
)
from community.domain.subscriptions.payments.schemas import (
    Order,
    Settlement,
    SetupOrder,
    UnfinishedPayment,
)
from community.domain.subscriptions.payments.settlement import reject, settle
from community.domain.subscriptions.personal_data import PERSONAL_DATA
from community.domain.subscriptions.plans import offers, price_changes
from community.domain.subscriptions.plans.actions import (
    create_plan,
    edit_plan,
    remove_plan,
    reorder_plans,
)
from community.domain.subscriptions.plans.offers import Offer, OfferedPlan
from community.domain.subscriptions.plans.queries import list_feature_choices, list_plans
from community.domain.subscriptions.plans.selling import (
    is_selling,
    list_offered_plans,
    load_plans_for_viewer,
    shows_plans,
    shows_subscription,
)
from community.domain.subscriptions.policies import (
    CODE_MAX_LENGTH,
    DESCRIPTION_MAX_LENGTH,
    GIFT_MESSAGE_MAX_LENGTH,
    MAX_DISCOUNT_PERIODS,
    MAX_GRANT_DAYS,
    MAX_TRIAL_DAYS,
    NAME_MAX_LENGTH,
    PAYMENT_LIFETIME,
    PRICE_CHANGE_NOTICE,
)
from community.domain.subscriptions.schemas import (
    FeatureChoice,
    FeatureView,
    MethodSetupView,
    PaymentMethodView,
    PaymentSummary,
    PaymentView,
    PlanFeature,
    PlanSummary,
    PlanView,
    PriceChangeView,
    SubscriptionView,
)
from community.domain.subscriptions.statuses import LIVE_STATUSES, UNFINISHED_STATUSES
