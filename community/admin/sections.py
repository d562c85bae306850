"""The registry of the pages of the Admin Panel. CONTRIBUTING.md says how to add a section."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import reflex as rx

from community import urls
from community.admin.advertisements.page import advertisements_page
from community.admin.advertisements.report_state import AdvertisementReportState
from community.admin.advertisements.state import AdvertisementsState
from community.admin.audit_log.page import audit_log_page
from community.admin.audit_log.state import AuditLogState
from community.admin.comments import CommentTableState, comments_page
from community.admin.communities import CommunityTableState, communities_page
from community.admin.dashboard.page import dashboard_page
from community.admin.dashboard.state import DashboardState
from community.admin.invitations import InvitationsState, invitations_page
from community.admin.jobs import JobsState, jobs_page
from community.admin.layout import admin_title
from community.admin.layout_state import AdminState, set_load_events
from community.admin.mail import MailsState, mail_page
from community.admin.media.page import media_page
from community.admin.media.state import MediaTableState
from community.admin.offer import OfferPreviewState, offer_page
from community.admin.payment_provider import (
    KeyCheckState,
    PaymentProviderState,
    payment_provider_page,
)
from community.admin.permissions import AdminPermissionsState, permissions_page
from community.admin.plan_features import PlanFeaturesState, plan_features_page
from community.admin.plans.page import plans_page
from community.admin.plans.price_change_state import PriceChangeState
from community.admin.plans.promo_codes_state import PromoCodesState
from community.admin.plans.state import PlansState
from community.admin.posts import PostTableState, posts_page
from community.admin.reactions import ReactionKindsState, reactions_page
from community.admin.reports.page import reports_page
from community.admin.reports.state import ReportTableState
from community.admin.settings import page as settings
from community.admin.settings.connection_checks import AiCheckState, SmtpCheckState
from community.admin.settings.sign_in import SignInTestState
from community.admin.settings.state import SettingsFormState
from community.admin.settings.transfer_state import SettingsImportState
from community.admin.subscription_invoices import InvoiceTableState, subscription_invoices_page
from community.admin.subscription_payments.page import subscription_payments_page
from community.admin.subscription_payments.reconciliation_state import ReconciliationState
from community.admin.subscription_payments.state import PaymentsState
from community.admin.top_users import TopUsersState, top_users_page
from community.admin.user_subscriptions.page import user_subscriptions_page
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.admin.users.page import users_page
from community.admin.users.person_state import PersonState
from community.admin.users.state import UsersState
from community.core.actor import DASHBOARD
from community.state.pages.layout import LayoutState


@dataclass(frozen=True, slots=True)
class Section:
    code: str
    page: Callable[[], rx.Component]  # returns the page, built with `admin_page`
    # The events that load the data. They run only if the viewer may open the section.
    on_load: Sequence[Any] = ()


SECTIONS: Final = (
    Section(DASHBOARD, dashboard_page, [DashboardState.load]),
    Section("communities", communities_page, [CommunityTableState.load]),
    Section("posts", posts_page, [PostTableState.load]),
    Section("comments", comments_page, [CommentTableState.load]),
    Section("reports", reports_page, [ReportTableState.load]),
    Section("media", media_page, [MediaTableState.load, MediaTableState.load_usage]),
    Section("users", users_page, [PersonState.close_dialog, UsersState.load]),
    Section("invitations", invitations_page, [InvitationsState.load]),
    Section(
        "settings/general",
        settings.general_page,
        [
            SettingsFormState.load("general"),
            SettingsImportState.close_dialog,
            AiCheckState.load,
            SmtpCheckState.load,
        ],
    ),
    Section("settings/content", settings.content_page, [SettingsFormState.load("content")]),
    Section(
        "settings/auth", settings.auth_page, [SettingsFormState.load("auth"), SignInTestState.load]
    ),
    Section(
        "settings/cookie-consent",
        settings.cookie_consent_page,
        [SettingsFormState.load("cookie-consent")],
    ),
    Section("admin-permissions", permissions_page, [AdminPermissionsState.load]),
    Section("audit-log", audit_log_page, [AuditLogState.load]),
    Section("like-reactions", reactions_page, [ReactionKindsState.load]),
    Section("jobs", jobs_page, [JobsState.load, JobsState.load_runs]),
    Section("mail", mail_page, [MailsState.load]),
    Section("top-users", top_users_page, [SettingsFormState.load("top-users"), TopUsersState.load]),
    Section(
        "subscription-payment-provider",
        payment_provider_page,
        [
            SettingsFormState.load("subscription-payment-provider"),
            PaymentProviderState.load,
            KeyCheckState.load,
        ],
    ),
    Section(
        "subscription-prices",
        plans_page,
        [PlansState.load, PromoCodesState.load, PriceChangeState.close],
    ),
    Section("subscription-features", plan_features_page, [PlanFeaturesState.load]),
    Section(
        "subscription-modal",
        offer_page,
        [SettingsFormState.load("subscription-modal"), OfferPreviewState.load],
    ),
    Section(
        "user-subscriptions",
        user_subscriptions_page,
        [
            UserSubscriptionsState.load,
            UserSubscriptionsState.load_figures,
            UserSubscriptionsState.load_recipient,
        ],
    ),
    Section(
        "subscription-payments",
        subscription_payments_page,
        [PaymentsState.load, PaymentsState.load_balances, ReconciliationState.load],
    ),
    Section(
        "subscription-invoices",
        subscription_invoices_page,
        [InvoiceTableState.load, InvoiceTableState.load_years],
    ),
    Section(
        "advertisements",
        advertisements_page,
        [
            SettingsFormState.load("advertisements"),
            AdvertisementsState.load,
            AdvertisementReportState.close,
        ],
    ),
)


def register_sections(app: rx.App) -> None:
    set_load_events({section.code: section.on_load for section in SECTIONS})
    for section in SECTIONS:
        app.add_page(
            section.page,
            route=urls.admin_section(section.code),
            title=admin_title(section.code),
            on_load=[LayoutState.load, AdminState.load],
        )
