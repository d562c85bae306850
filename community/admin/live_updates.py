"""What updates the open pages of the Admin Panel when data changes. See `pages/live_updates.py`."""

from community.admin import tables
from community.admin.advertisements.state import AdvertisementsState
from community.admin.audit_log.state import AuditLogState
from community.admin.layout_state import AdminState, refresh_panels_of_user
from community.admin.payment_provider import PaymentProviderState
from community.admin.permissions import AdminPermissionsState
from community.admin.plan_features import PlanFeaturesState
from community.admin.plans.state import PlansState
from community.admin.reactions import ReactionKindsState
from community.admin.top_users import TopUsersState
from community.admin.waiting import clear_waiting_cache
from community.domain import audit, site
from community.domain.accounts.invitations import INVITATION_TABLE
from community.realtime import messages
from community.state.pages.layout import LayoutState
from community.state.runtime.live_updates import Reload, after

UPDATES = (
    after(messages.AdminRecordChanged, push=tables.reload_changed_record, only_subscribed=True),
    after(messages.AdminTableChanged, push=tables.reload_changed_table, only_subscribed=True),
    after(messages.BulkActionProgressed, push=tables.show_progress, only_subscribed=True),
    after(
        messages.AdminWaitingChanged,
        at_once=[lambda _: clear_waiting_cache()],
        reload=[Reload(AdminState.refresh_waiting)],
    ),
    # Open logs offer the new entry, without moving the rows that the viewer reads.
    after(
        messages.AuditEntryAdded,
        reload=[
            Reload(AuditLogState.count_new, messages.admin_table_topic(audit.AUDIT_TABLE.code))
        ],
    ),
    after(messages.AdministratorsChanged, reload=[Reload(AdminPermissionsState.refresh)]),
    after(messages.UserChanged, at_once=[refresh_panels_of_user]),
    after(
        messages.AdvertisementsChanged,
        reload=[Reload(AdvertisementsState.refresh, messages.ADMIN_ADVERTISEMENTS_TOPIC)],
    ),
    after(
        messages.PlansChanged,
        reload=[
            Reload(PlansState.refresh, messages.ADMIN_PLANS_TOPIC),
            Reload(PlanFeaturesState.refresh, messages.ADMIN_PLAN_FEATURES_TOPIC),
        ],
    ),
    # The checklist depends on most settings.
    after(
        messages.SiteChanged,
        reload=[Reload(PaymentProviderState.load, messages.ADMIN_PAYMENT_PROVIDER_TOPIC)],
    ),
)

PAGE_PARTS: dict[site.PagePart, Reload] = {
    "admin_panel": Reload(AdminState.refresh, messages.ADMIN_PANEL_TOPIC, must_forget_viewer=True),
    "admin_plans": Reload(PlansState.refresh, messages.ADMIN_PLANS_TOPIC),
    "admin_plan_features": Reload(PlanFeaturesState.refresh, messages.ADMIN_PLAN_FEATURES_TOPIC),
    "admin_advertisements": Reload(
        AdvertisementsState.refresh, messages.ADMIN_ADVERTISEMENTS_TOPIC
    ),
    "admin_reactions": Reload(ReactionKindsState.refresh, messages.REACTION_KINDS_TOPIC),
    "admin_top_users": Reload(TopUsersState.load),
    # The page says whether invitations have an effect.
    "admin_invitations": Reload(
        LayoutState.load_site, messages.admin_table_topic(INVITATION_TABLE.code)
    ),
}
