"""State of the settings page as a whole. Each section also has its own State class."""

import reflex as rx

from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.domain import (
    account_deletion,
    accounts,
    chat,
    data_export,
    follows,
    identity,
    notifications,
    people,
    subscriptions,
)
from community.domain.subscriptions import credit
from community.domain.subscriptions.billing_details import BillingDetailsView
from community.domain.subscriptions.invoices import InvoiceSummary
from community.realtime import messages
from community.state.pages.confirmation import ConfirmationState
from community.state.pages.settings import security
from community.state.pages.settings.account import AccountDeletionState, DataExportState, EmailState
from community.state.pages.settings.billing import BillingState
from community.state.pages.settings.ignored import IgnoredKeywordsState, IgnoredUsersState
from community.state.pages.settings.preferences import (
    MessageSettingsState,
    NotificationPreferencesState,
    PreferencesState,
)
from community.state.pages.settings.profile import NameAppearanceState, ProfileFormState
from community.state.pages.settings.security import ConnectionsState
from community.state.pages.settings.subscription import InvoicesState, SubscriptionState
from community.state.runtime import location, open_tabs, request_context
from community.state.runtime.policy import public


class SettingsState(rx.State):
    """The user whose settings the page shows."""

    is_loaded: bool = False  # whether the settings are loaded; always False for guests
    # Whether an administrator sees the page as the user. The private sections are then not loaded.
    is_view: bool = False
    shows_subscription: bool = False
    user_id: int = 0
    email: str = ""
    has_password: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        actor = request_context.get_actor()
        if actor.is_guest:
            self.is_loaded = False
            return
        self.is_view = actor.is_read_only
        (await self.get_state(ConfirmationState))._close_on_other_page()
        await self._load_preferences(actor)
        await self._load_subscription(actor)
        if not self.is_view:
            open_tabs.subscribe(
                "page",
                messages.data_export_topic(actor.id),
                messages.page_part_topic("connections"),
            )
            await self._load_private_sections(actor)
        self.is_loaded = True

    async def _load_preferences(self, actor: Actor) -> None:
        async with read_session() as session:
            preferences = await people.get_preferences(session, actor)
            notices = await notifications.get_preferences(session, actor)
            messages = await chat.get_preferences(session, actor)
            ignored = await follows.list_ignored(session, actor)
        await self._set_account(preferences)
        (await self.get_state(NotificationPreferencesState))._set_preferences(notices)
        (await self.get_state(MessageSettingsState)).preferences = messages
        (await self.get_state(IgnoredUsersState))._set_first_page(ignored)

    async def _load_subscription(self, actor: Actor) -> None:
        async with read_session() as session:
            subscription = await subscriptions.find_subscription(session, actor)
            payments = await subscriptions.list_own_payments(session, actor)
            billing = await subscriptions.billing_details.get_billing_details(session, actor)
            documents = await subscriptions.invoices.list_own_documents(session, actor)
            own_credit = await credit.get_own_credit(session, actor)
            self.shows_subscription = await subscriptions.shows_subscription(session, actor)
        (await self.get_state(SubscriptionState))._set_plan(subscription, payments)
        (await self.get_state(SubscriptionState))._set_credit(own_credit)
        await self._set_billing(billing, documents)

    async def _load_private_sections(self, actor: Actor) -> None:
        async with read_session() as session:
            devices = await identity.list_devices(session, actor)
            tokens = await identity.list_tokens(session, actor)
            email = await accounts.email_changes.get_email(session, actor)
            passkeys = await identity.passkeys.list_passkeys(session, actor)
            two_factor = await identity.two_factor.get_status(session, actor)
            deletion_terms = await account_deletion.get_terms(session, actor)
            export = await data_export.get_status(session, actor)
            connections = await identity.providers.list_connections(session, actor)
        (await self.get_state(security.DevicesState))._set_devices(devices)
        (await self.get_state(security.TokensState))._set_tokens(tokens)
        (await self.get_state(EmailState))._set_email(email)
        (await self.get_state(security.PasskeysState))._set_passkeys(passkeys)
        (await self.get_state(security.TwoStepState))._set_status(two_factor)
        (await self.get_state(ConnectionsState))._set_connections(
            connections, problem_code=location.get_query_param(self, "problem")
        )
        (await self.get_state(AccountDeletionState))._set_terms(deletion_terms)
        (await self.get_state(DataExportState))._set_view(export)

    async def _set_billing(
        self, details: BillingDetailsView, documents: Page[InvoiceSummary]
    ) -> None:
        (await self.get_state(BillingState))._set_details(details)
        (await self.get_state(InvoicesState))._set_page(documents)

    async def _set_account(self, preferences: people.Preferences) -> None:
        self.user_id = preferences.id
        self.email = "" if self.is_view else preferences.email
        self.has_password = preferences.has_password
        (await self.get_state(ProfileFormState))._set_profile(preferences)
        (await self.get_state(NameAppearanceState))._set_preferences(preferences)
        (await self.get_state(PreferencesState))._set_preferences(preferences)
        (await self.get_state(IgnoredKeywordsState))._set_keywords(preferences.ignored_keywords)
