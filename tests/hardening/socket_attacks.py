"""Attacks on the events that browser tabs send to State handlers."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel
from reflex_base.registry import RegistrationContext
from websockets.exceptions import ConnectionClosed

from community.admin.advertisements.models import AdvertisementFormData
from community.admin.blocks.confirmation import ConfirmationForm
from community.admin.invitations import InvitationForm
from community.admin.offer import OfferTextsData
from community.admin.plan_features import FeatureFormData
from community.admin.plans.models import PlanFormData
from community.admin.plans.price_change_state import PriceChangeForm
from community.admin.plans.promo_codes_state import PromoCodeFormData
from community.admin.posts import MoveForm
from community.admin.reactions import ReactionFormData
from community.admin.settings.state import PreviewData, SettingsChangesData
from community.admin.settings.transfer_state import SettingsFileData
from community.admin.subscription_payments.reconciliation_state import ExplanationForm
from community.admin.subscription_payments.state import RefundForm
from community.admin.user_subscriptions.state import GrantForm
from community.admin.users.cleanup_state import CleanupForm
from community.admin.users.forms import BanForm, DeletionForm, EditForm, MergeForm, ReasonForm
from community.community import app
from community.reflex_adapter.serving import MAX_MESSAGE_BYTES
from community.state.pages.chat.chats import GroupFormData
from community.state.pages.chat.messages_page import MessageFormData
from community.state.pages.comments.comments import CommentFormData
from community.state.pages.communities.community_form import CommunityFormData
from community.state.pages.communities.community_members import MemberSearchData
from community.state.pages.confirmation import ConfirmationFormData
from community.state.pages.payments.gift import GiftFormData
from community.state.pages.payments.plans import PromoCodeForm
from community.state.pages.posts.draft_updates import DraftUpdate
from community.state.pages.reporting import AdvertisementReportForm, ReportForm
from community.state.pages.search import FilterFormData
from community.state.pages.settings.account import EmailFormData
from community.state.pages.settings.billing import BillingFormData
from community.state.pages.settings.ignored import KeywordFormData
from community.state.pages.settings.profile import ProfileFormData
from community.state.pages.settings.security import CodeFormData, PasskeyNameData, TokenFormData
from community.state.pages.settings.subscription import CancelFormData
from community.state.runtime import policy
from community.state.runtime.forms import ConfirmationData
from community.state.runtime.toasts import ToastsState
from tests.hardening.attackers import Attacker
from tests.hardening.connection import Connection
from tests.hardening.fields import DEFAULT_LENGTH, Path, Schema, SchemaReader
from tests.page_client import PageClient

# The models of the forms that handlers get as the argument `message`.
FORMS: Mapping[str, type[BaseModel]] = {
    "chat_state.send": MessageFormData,
    "new_group_state.create": GroupFormData,
    "comments_state.submit_reply": CommentFormData,
    "comments_state.save_edit": CommentFormData,
    "community_closing_state.close": ConfirmationData,
    "community_form_state.save": CommunityFormData,
    "community_members_state.submit_search": MemberSearchData,
    "community_members_state.transfer": ConfirmationData,
    "confirmation_state.confirm": ConfirmationFormData,
    "email_state.request_change": EmailFormData,
    "ignored_keywords_state.add": KeywordFormData,
    "passkeys_state.rename": PasskeyNameData,
    "profile_form_state.save": ProfileFormData,
    "tokens_state.create": TokenFormData,
    "two_step_state.confirm_setup": CodeFormData,
    "comment_table_state.confirm": ConfirmationForm,
    "media_table_state.confirm": ConfirmationForm,
    "media_table_state.purge": ConfirmationForm,
    "advertisement_preview_state.update": AdvertisementFormData,
    "advertisements_state.remove": ConfirmationForm,
    "advertisements_state.save": AdvertisementFormData,
    "jobs_state.confirm": ConfirmationForm,
    "mails_state.confirm": ConfirmationForm,
    "community_table_state.confirm": ConfirmationForm,
    "cleanup_state.start": CleanupForm,
    "person_state.ban": BanForm,
    "person_state.delete_account": DeletionForm,
    "person_state.edit": EditForm,
    "person_state.lift_ban": ReasonForm,
    "person_state.merge": MergeForm,
    "person_state.remove_second_factor": ReasonForm,
    "person_state.reset_password": ReasonForm,
    "person_state.sign_out": ReasonForm,
    "person_state.view_as": ReasonForm,
    "users_state.confirm": BanForm,
    "plan_features_state.remove": ConfirmationForm,
    "plan_features_state.save": FeatureFormData,
    "billing_state.save": BillingFormData,
    "checkout_state.save_billing": BillingFormData,
    "gift_state.save_billing": BillingFormData,
    "payment_state.save_billing": BillingFormData,
    "payments_state.refund": RefundForm,
    "reconciliation_state.explain": ExplanationForm,
    "price_change_state.confirm": PriceChangeForm,
    "plans_state.apply_promo_code": PromoCodeForm,
    "plans_state.remove": ConfirmationForm,
    "plans_state.save": PlanFormData,
    "promo_codes_state.save": PromoCodeFormData,
    "offer_preview_state.show": OfferTextsData,
    "report_table_state.confirm": ConfirmationForm,
    "advertisement_reporting_state.submit": AdvertisementReportForm,
    "reporting_state.submit": ReportForm,
    "gift_state.give": GiftFormData,
    "search_state.apply_filters": FilterFormData,
    "subscription_state.cancel": CancelFormData,
    "user_subscriptions_state.confirm": ConfirmationForm,
    "user_subscriptions_state.save": GrantForm,
    "invitations_state.confirm": ConfirmationForm,
    "invitations_state.save": InvitationForm,
    "post_table_state.confirm": ConfirmationForm,
    "reaction_kinds_state.remove": ConfirmationForm,
    "post_table_state.move": MoveForm,
    "reaction_kinds_state.save": ReactionFormData,
    "settings_form_state.save": SettingsChangesData,
    "settings_form_state.show_preview": PreviewData,
    "settings_import_state.show_preview": SettingsFileData,
    "writing_state.publish": DraftUpdate,
    "writing_state.save": DraftUpdate,
}
# The pages whose States are not part of the page of a post, by a part of the handler's name.
PAGES: Mapping[str, str] = {
    "writing": "/write/{draft}",
    "community_form": "/communities/create",
    "settings": "/settings",
    "feed": "/new",
    "follow_lists": "/profile/{user}/followers",
    "profile_about": "/profile/{user}/about",
    "profile_comments": "/profile/{user}/comments",
    "profile_state": "/{user}",
    "communities_state": "/communities",
    "community_state": "/c/{community}",
    "drafts": "/drafts",
    "notifications": "/notifications",
}
_OPEN = "open_sign_in_dialog"
_CLOSE = "close_sign_in_dialog"


@dataclass(frozen=True)
class SocketAttack:
    """An attack on an argument of a handler, on its name, or on the URL that the tab reports."""

    handler: str
    location: Literal["argument", "handler name", "url"]
    field: Path
    schema: Schema
    reader: SchemaReader
    max_length: int = DEFAULT_LENGTH
    is_destructive: bool = False

    @property
    def name(self) -> str:
        return f"event {self.handler.rpartition('____')[2]} {self.location} {'.'.join(self.field)}"

    def fits(self, attacker: Attacker, text: str) -> bool:
        return len(json.dumps(self._build_arguments(attacker, text))) <= MAX_MESSAGE_BYTES

    async def send(self, connection: Connection, text: str) -> int:
        page = await connection.open_page(self._get_path(connection.attacker))
        # The server closes a socket that sends too large or too many invalid messages.
        with suppress(ConnectionClosed):
            await self._send_event(page, connection.attacker, text)
            await wait_until_handled(page)
        return 200

    def _get_path(self, attacker: Attacker) -> str:
        template = next((path for part, path in PAGES.items() if part in self.handler), "")
        if not template and attacker.post is not None:
            return f"/p/{attacker.post.id}/{attacker.post.slug}"
        values = {**attacker.examples, "user": attacker.slug, "draft": attacker.draft_id}
        return template.format(**values)

    async def _send_event(self, page: PageClient, attacker: Attacker, text: str) -> None:
        match self.location:
            case "argument":
                await page.send_event(self.handler, **self._build_arguments(attacker, text))
            case "handler name":
                await page.send_event(text)
            case "url":
                await page.send_event_from(f"{self._get_path(attacker)}/{text}", self.handler)

    def _build_arguments(self, attacker: Attacker, text: str) -> Any:
        reader = replace(self.reader, examples=attacker.examples)
        return reader.build_value(self.schema, self.field, text)


async def wait_until_handled(page: PageClient) -> None:
    """Wait until the server has handled all events of a tab, or has closed its socket.

    The server handles the events of a tab one after another, so that it closes the dialog last.
    """
    for handler, is_open in ((_OPEN, True), (_CLOSE, False)):
        await page.send_event(f"{ToastsState.get_full_name()}.{handler}")
        await page.wait_until(
            lambda is_open=is_open: (
                page.is_closed  # type: ignore[misc]
                or page.get_var(ToastsState, "is_sign_in_open") is is_open
            )
        )


def list_socket_attacks() -> Iterator[SocketAttack]:
    for handler, model in list_handlers():
        schema = build_schema(handler, model)
        reader = SchemaReader(schema.get("$defs", {}))
        for field in reader.find_strings(schema):
            yield SocketAttack(
                *(handler, "argument", field.path, schema, reader), max_length=field.max_length
            )
        if handler.endswith(".load"):
            yield SocketAttack(handler, "url", (), {}, reader)
    yield SocketAttack("", "handler name", (), {}, SchemaReader({}))


def list_handlers() -> list[tuple[str, type[BaseModel]]]:
    """Return the full name of each event handler, and the model of its arguments."""
    with app.set_contexts():
        handlers = {
            name: registered.handler.fn
            for name, registered in RegistrationContext.get().event_handlers.items()
        }
    return [
        (name, policy.build_arguments_model(function))
        for name, function in sorted(handlers.items())
        if function.__module__.startswith("community.")
    ]


def build_schema(handler: str, model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of the arguments of a handler, with the schema of its form."""
    schema = model.model_json_schema()
    form = FORMS.get(handler.rpartition("____")[2])
    if form is not None:
        form_schema = form.model_json_schema()
        schema["$defs"] = schema.get("$defs", {}) | form_schema.pop("$defs", {})
        schema["properties"]["message"] = form_schema
    return schema
