"""The database tables. Queries are in `community/domain/`."""

from community.models.accounts import EmailChange, Invitation, InvitationUse, PendingRegistration
from community.models.advertising import (
    Advertisement,
    AdvertisementStatistics,
    MemberImpressions,
    StoredCounts,
)
from community.models.ai import AiRequest, AiSummary
from community.models.audit import AuditEntry
from community.models.bulk_actions import BulkAction, BulkActionRecord
from community.models.chat import (
    Chat,
    ChatFile,
    ChatMember,
    ChatMessage,
    HiddenMessage,
    MessageReaction,
    MessageSettings,
)
from community.models.cleanups import Cleanup
from community.models.comments import (
    Comment,
    CommentMedia,
    CommentModeration,
    CommentRevision,
    Mention,
)
from community.models.communities import Community, Membership
from community.models.data_export import DataExport
from community.models.follows import Follow, Ignore
from community.models.identity import (
    AccessToken,
    ConfirmationCode,
    Identity,
    OneTimeCodeSecret,
    Passkey,
    RecoveryCode,
    UsedLink,
    UserSession,
)
from community.models.jobs import JobRun, OutboxMessage
from community.models.mail import Mail
from community.models.merging import AccountMerge
from community.models.moderation import ModerationReport, ReportedMessage, Sanction
from community.models.notifications import (
    Notification,
    NotificationActor,
    NotificationSettings,
    NotificationSubscription,
    PostWatch,
)
from community.models.people import FormerSlug, User
from community.models.posts import Post, PostDraft, PostRevision, PostTag
from community.models.ratings import PeriodRating, RatingPlace
from community.models.reactions import Reaction
from community.models.search import SearchDocument, SearchName, SearchWord
from community.models.site import IdempotencyRecord, ReactionKind, RetiredPaymentKeys, SiteSetting
from community.models.statistics import DailyStatistics
from community.models.subscriptions.credit import CreditBalance, CreditEntry
from community.models.subscriptions.invoices import BillingDetails, InvoiceDocument
from community.models.subscriptions.payment_returns import PaymentDispute, PaymentRefund
from community.models.subscriptions.payments import (
    MoneyMovement,
    Payment,
    PaymentMethod,
    PaymentMethodSetup,
    ProviderEvent,
    PurchaseConsent,
)
from community.models.subscriptions.plans import (
    DailySubscriptionStatistics,
    PlanPriceChange,
    PlanVersion,
    PromoCode,
    SubscriptionFeature,
    SubscriptionPlan,
    UserSubscription,
)
from community.models.subscriptions.reconciliation import ReconciliationFinding, ReconciliationRun
from community.models.subscriptions.sandbox import SandboxPayment, SandboxSetup
from community.models.subscriptions.user_features import add_features_to_users
from community.models.uploads import Upload, UploadReference

add_features_to_users()
