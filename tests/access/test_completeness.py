"""Tests that every HTTP route and every event handler is in the access matrix or in a list here.

`test_admin_sections.py` tests the routes and handlers of the sections of the Admin Panel.
"""

from itertools import chain

import pytest
from reflex_base.registry import RegistrationContext

from community.admin.tables import csv_router
from community.api.app import create_app
from community.api.http.openapi import build_openapi
from community.community import app
from community.state.runtime import policy
from tests.access.clients import Users
from tests.access.matrix import ROWS
from tests.access.operations import OPERATIONS
from tests.access.scenario import ROLES, Scenario

# Routes that read or change only what belongs to the caller. Guests get 401.
OWN_ROUTES = """
GET /settings/identities | GET /account/export | GET /account/export/download
GET /settings | GET /settings/devices | GET /settings/tokens | GET /drafts | GET /ignore
GET /notifications | POST /notifications/readAll | POST /notifications/sawAll
DELETE /settings/devices | DELETE /settings/devices/{device} | DELETE /settings/tokens/{token}
GET /settings/tokens/{token} | POST /settings/tokens | POST /settings/notification
POST /settings/password | GET /settings/confirmation | POST /settings/confirmation
POST /settings/online-status | POST /email/verify/send
POST /settings/default-feed | POST /settings/ignored-keywords
POST /notifications/{notification}/read | DELETE /notifications
GET /subscriptions | GET /subscriptions/payments | POST /subscriptions/payments/confirm
POST /subscriptions/payments/cancel | POST /subscriptions/payments/{payment}/sandbox
POST /subscriptions/cancel | DELETE /subscriptions/cards
GET /subscriptions/payments/{payment} | GET /subscriptions/cards/{setup}
POST /subscriptions/payments/{payment}/consent | GET /subscriptions/credit
GET /plans/payments/{payment}/invoice | POST /subscriptions/cards/{setup}/confirm
GET /plans/invoices/{invoice} | GET /subscriptions/invoices
GET /settings/billing | PUT /settings/billing
POST /ignore/{user} | DELETE /ignore/{user} | DELETE /follows/{user}
GET /m | GET /m/unread | GET /users/suggest | POST /settings/messages
"""
# Routes that change the caller's credentials. A session that was not confirmed gets 403.
CONFIRMED_ROUTES = """
DELETE /settings/identities/{provider} | POST /auth/connect
GET /settings/one-time-codes | POST /settings/one-time-codes | DELETE /settings/one-time-codes
POST /settings/one-time-codes/confirm | POST /settings/one-time-codes/recovery-codes
POST /settings/confirmation/mail | POST /settings/confirmation/passkey
GET /settings/passkeys | POST /settings/passkeys | POST /settings/passkeys/options
PATCH /settings/passkeys/{passkey} | DELETE /settings/passkeys/{passkey}
POST /account/delete | POST /account/export
GET /settings/email | POST /settings/email | POST /settings/email/resend | DELETE /settings/email
"""
# Routes whose effect other users can see, or that lead to payments, so that banned users get 403.
# Guests get 401.
CREATING_ROUTES = """
POST /communities | POST /media | POST /media/video-avatars | POST /follows/{user}
POST /settings/profile | PATCH /settings/name-appearance | POST /profile/{user}/report
POST /subscriptions/payments | POST /subscriptions/trial | GET /plans/{plan}/quote
POST /subscriptions/cards | POST /subscriptions/pay | POST /subscriptions/resume
POST /m | POST /m/start/{user}
"""
# Routes of a chat, which exists only for its members. Others get 404, and guests 401.
CHAT_ROUTES = """
GET /m/{chat} | PATCH /m/{chat} | GET /m/{chat}/messages | POST /m/{chat}/messages
GET /m/{chat}/messages/{message} | PATCH /m/{chat}/messages/{message}
DELETE /m/{chat}/messages/{message} | PUT /m/{chat}/messages/{message}/reaction
POST /m/{chat}/read | POST /m/{chat}/mute | DELETE /m/{chat}/mute | POST /m/{chat}/archive
DELETE /m/{chat}/archive | POST /m/{chat}/accept | POST /m/{chat}/decline | POST /m/{chat}/leave
POST /m/{chat}/members/{user} | DELETE /m/{chat}/members/{user}
POST /m/{chat}/messages/{message}/report
GET /m/{chat}/files/{file} | POST /m/{chat}/files | POST /m/{chat}/media
"""
UPLOAD_ROUTES = {"POST /m/{chat}/files", "POST /m/{chat}/media"}
PUBLIC_ROUTES = {
    "GET /health": "Contains no content.",
    "GET /media/{key}": "Uploaded files are public. Their URLs cannot be guessed.",
    "GET /auth/{provider}/redirect": "Redirects to another service.",
    "GET /auth/{provider}/callback": "Needs the cookie of the attempt to sign in.",
    "POST /one-tap/{provider}": "Needs the cookie of the attempt to sign in.",
    "POST /one-tap/{provider}/options": "The same for all visitors.",
    "POST /auth/finish": "Needs the cookie of the callback. Creates an account.",
    "GET /register": "Redirects to the sign-in dialog.",
    "GET /login": "Redirects to the sign-in dialog.",
    "POST /register": "Creates an account.",
    "POST /login": "Signs in.",
    "POST /login/code": "Needs the cookie of the first step of a sign-in.",
    "POST /login/passkey": "Needs a signed challenge.",
    "POST /login/passkey/options": "The same for all accounts.",
    "POST /logout": "Ends the session of the caller.",
    "POST /cookie-consent": "Sets a cookie of the caller.",
    "POST /password/reset": "Needs the token of a reset link.",
    "POST /password/email": "Sends a link to the owner of the email.",
    "POST /email/report": "Needs the token of a link.",
    "POST /email/change": "Needs the token of a link.",
    "POST /email/unsubscribe": "Needs the token of a link.",
    "POST /email/verify": "Needs the token of a link.",
    "POST /account/restore": "Needs the token of a link.",
    "POST /account/view/stop": "Ends the view of the site as another user.",
    "GET /posts": "Lists what `posts.listed_for` selects (test_private_community.py).",
    "GET /feed": "Lists what `posts.listed_for` selects (test_private_community.py).",
    "GET /top-authors": "Lists public profiles.",
    "GET /search": "Finds what `posts.listed_for` selects (test_private_community.py).",
    "GET /feed/discussions": "Lists what `posts.readable_by` selects (test_private_community.py).",
    "GET /communities": "Communities are public.",
    "GET /{slug}": "Profiles are public.",
    "GET /profile/{user}/comments": "Lists comments on posts that `posts.listed_for` selects.",
    "GET /profile/{user}/followers": "Follows are public.",
    "GET /profile/{user}/following": "Follows are public.",
    "GET /profile/{user}/rating": "Ratings are public.",
    "GET /plans": "Plans on sale are public.",
    "POST /ad/counts": "Counts what the caller saw.",
    "POST /ad/{advertisement}/report": "Guests may report what they see.",
    "GET /ad/{advertisement}": "Advertisements are public.",
    "GET /ad/report/{token}": "Needs the token of the address.",
    "GET /ad/report/{token}/statistics.csv": "Needs the token of the address.",
    "POST /payments/{provider}/result": "Needs the signature of the provider.",
}
# The State classes whose handlers are not in the matrix, with the reason.
OTHER_STATES = {
    "AssistantState": "Own questions.",
    "AccountDeletionState": "Own account.",
    "AdminState": "Tells the viewer which sections of the Admin Panel they may open.",
    "CardSetupState": "Own cards.",
    "ChatActionsState": "Only members reach a chat: tests/state/test_chat_access.py.",
    "ChatState": "Only members reach a chat: tests/state/test_chat_access.py.",
    "ChatsState": "Own chats.",
    "DataExportState": "Own data.",
    "DevicesState": "Own devices.",
    "EmailState": "Own email.",
    "VerificationState": "Own email.",
    "ConnectionsState": "Own ways to sign in.",
    "FinishSignInState": "Needs the cookie of the callback.",
    "FollowListState": "Follows of the viewer, and public lists.",
    "IgnoredKeywordsState": "Own settings.",
    "IgnoredUsersState": "Own settings.",
    "CheckoutState": "Payments are own, and the plans on sale are public.",
    "GiftState": "Payments are own, and the plans on sale are public.",
    "LayoutState": "The navigation of the viewer.",
    "LinkPageState": "Needs the token of a link.",
    "MentionsState": "Suggests public profiles.",
    "NameAppearanceState": "Own settings.",
    "NewGroupState": "Suggests public profiles, and creates a group like `POST /m`.",
    "MessageSettingsState": "Own settings.",
    "NotificationPreferencesState": "Own settings.",
    "NotificationsState": "Own notifications.",
    "PasskeysState": "Own credentials.",
    "OfferState": "The plans on sale are public.",
    "OnlineStatusState": "Who may see whether a user is online: test_online_status.py.",
    "PaymentState": "Own payments.",
    "PlansState": "The plans on sale are public, and payments are own.",
    "PreferencesState": "Own settings.",
    "ProfileCommentsState": "Lists comments on posts that `posts.listed_for` selects.",
    "ProfileFormState": "Own profile.",
    "ProfileState": "Follows and ignored users of the viewer, and public profiles.",
    "SearchState": "Finds what `posts.listed_for` selects (tests/domain/search).",
    "SearchSuggestionsState": "Suggests what `posts.listed_for` selects, and public names.",
    "SettingsState": "Own settings.",
    "SitePageState": "Pages such as the privacy policy are public.",
    "BillingState": "Own billing details.",
    "InvoicesState": "Own invoices.",
    "StartChatState": "Starts a chat like `POST /m/start/{user}`.",
    "SubscriptionState": "Own subscription and payments.",
    "PageAdvertisementsState": "What readers see: test_page_advertisements.py.",
    "SidebarState": "Public content, which test_private_community.py checks.",
    "ToastsState": "Messages in the tab. `undo` runs `restore`, which the matrix contains.",
    "TokensState": "Own tokens.",
    "TopAuthorsState": "Lists public profiles.",
    "TwoStepState": "Own credentials.",
}
OTHER_HANDLERS = {
    "AdvertisementReportingState.close": "Closes a dialog.",
    "AdvertisementReportingState.open": "Opens a dialog.",
    "AdvertisementReportingState.submit": "Guests may report what they see.",
    "ReportingState.close": "Closes a dialog.",
    "ReportingState.open": "Opens a dialog.",
    "ConfirmationState.close": "Closes a dialog.",
    "ConfirmationState.choose": "Changes a dialog.",
    "ConfirmationState.confirm": "Own session.",
    "ConfirmationState.finish": "Repeats an event of the tab.",
    "ConfirmationState.send_code": "Sends a mail to the viewer.",
    "CommentsState.load_more": "Reads the thread that `PostState.load` opened, as `list comments`.",
    "CommentsState.reload_rules": "Rules for comments of the viewer on a post, as `read post`.",
    "CommentsState.refresh": "Reads the thread that `PostState.load` opened, as `list comments`.",
    "CommunitiesState.load": "Communities are public.",
    "CommunitiesState.load_more": "Communities are public.",
    "CommunityState.load": "Communities are public. Lists posts as `list posts to review`.",
    "CommunityClosingState.show_dialog": "Opens a dialog.",
    "CommunityFormState.remove_image": "Own form, until `save`.",
    "CommunityFormState.set_image": "Own form, until `save`.",
    "CommunityFormState.suggest_slug": "Reads no data.",
    "CommunityMembersState.load_more": "Members are public, as `list members`.",
    "CommunityMembersState.submit_search": "Members are public, as `list members`.",
    "DraftsState.load": "Own drafts.",
    "DraftsState.load_more": "Own drafts.",
    "FeedState.find_removed_posts": "Selects by `posts.listed_for`.",
    "FeedState.load": "Selects by `posts.listed_for`.",
    "FeedState.load_more": "Selects by `posts.listed_for`.",
    "FeedState.refresh": "Selects by `posts.listed_for`.",
    "FollowSuggestionsState.follow": "Follows of the viewer.",
    "FollowSuggestionsState.refresh": "Suggestions for the viewer.",
    "PostActionsState.follow": "Follows of the viewer.",
    "PostActionsState.load": "What the viewer watches and follows.",
    "PostActionsState.reload_after_undo": "Reads the post as `read post`.",
    "PostState.load": "Reads the post as `read post`.",
    "SummaryState.close": "Closes a box.",
    "SummaryState.reload_offer": "Whether a post that the viewer may read has a summary.",
    "SummaryState.refresh": "Reads the summary that the viewer opened, as `read summary`.",
    "WritingState.discard_changes": "Runs `discard changes`, then opens the editor.",
    "WritingState.load": "Opens the editor as `reload_draft` does.",
    "WritingState.load_limits": "Limits of the viewer.",
    "WritingState.publish": "Saves as `save` does, then publishes.",
    "WritingState.search_communities": "Lists public communities.",
}


def list_routes() -> set[str]:
    paths = build_openapi(create_app(csv_router).state.prefix_router.routes)["paths"]
    return {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        if not path.startswith("/admin-panel/")
        for method in methods
    }


def split_routes(text: str) -> set[str]:
    return {route.strip() for line in text.strip().splitlines() for route in line.split("|")}


def test_every_route_is_in_the_matrix_or_in_a_list() -> None:
    in_matrix = {operation.route for operation in OPERATIONS.values() if operation.route}
    lists = [
        split_routes(OWN_ROUTES),
        split_routes(CONFIRMED_ROUTES),
        split_routes(CREATING_ROUTES),
        split_routes(CHAT_ROUTES),
        set(PUBLIC_ROUTES),
    ]
    assert set(chain(in_matrix, *lists)) == list_routes()
    assert not any(in_matrix & routes for routes in lists)


def test_every_event_handler_is_in_the_matrix_or_in_a_list() -> None:
    with app.set_contexts():
        handlers = [item.handler.fn for item in RegistrationContext.get().event_handlers.values()]
    names = {
        fn.__qualname__
        for fn in handlers
        if fn.__module__.startswith("community.") and fn.policy.name != "admin"
    }
    in_matrix = {
        handler.fn.__qualname__
        for operation in OPERATIONS.values()
        for handler in operation.list_handlers()
    }
    remaining = {name for name in names - in_matrix if name.split(".")[0] not in OTHER_STATES}
    assert remaining == set(OTHER_HANDLERS)
    assert {name.split(".")[0] for name in names} >= set(OTHER_STATES)


def test_every_operation_has_a_row() -> None:
    assert {row.operation for row in ROWS} == set(OPERATIONS)


def test_handlers_that_guests_must_not_call_need_a_signed_in_user() -> None:
    with app.set_contexts():
        for name, operation in OPERATIONS.items():
            for handler in operation.list_handlers():
                # The events of some operations begin with one that loads a public page.
                if handler.fn.__name__ != "load":
                    assert (handler.fn.policy.name == "public") == operation.is_public, name
        assert policy.find_policy("unknown.handler") is None


@pytest.mark.asyncio(loop_scope="session")
async def test_only_signed_in_users_reach_their_own_data(scenario: Scenario, users: Users) -> None:
    differences = []
    signed_in_routes = OWN_ROUTES, CONFIRMED_ROUTES, CREATING_ROUTES
    for route in sorted(set().union(*map(split_routes, signed_in_routes))):
        method, path = route.split()
        for name in ("{device}", "{token}", "{notification}", "{passkey}"):
            path = path.replace(name, "999999")
        path = path.replace("{user}", str(scenario.target_id)).replace("{provider}", "x")
        for role in ("guest", "deleted", "banned", "member"):
            outcome = await users.http.request(role, method, path, {} if method == "POST" else None)
            is_unexpected = (outcome == "401") != (role in {"guest", "deleted"})
            if is_unexpected or (route in split_routes(OWN_ROUTES) and outcome == "403"):
                differences.append(f"{route} as {role}: {outcome}")
    assert differences == []


@pytest.mark.asyncio(loop_scope="session")
async def test_only_members_reach_a_chat(scenario: Scenario, users: Users) -> None:
    body = {"text": "Hello", "message_id": scenario.message_id, "reason": "spam"}
    differences = []
    for route in sorted(split_routes(CHAT_ROUTES)):
        method, path = route.split()
        ids = {"chat": scenario.chat_id, "message": scenario.message_id, "file": scenario.file_id}
        path = path.format(**ids, user=scenario.target_id)
        sent = None if method in {"GET", "DELETE"} else body
        for role in ROLES:
            outcome = await users.http.request(
                role, method, path, b"A text" if route in UPLOAD_ROUTES else sent
            )
            expected = "401" if role in {"guest", "deleted"} else "404"
            is_member = role in {"member", "elsewhere"}
            if (outcome in {"401", "404"}) if is_member else (outcome != expected):
                differences.append(f"{route} as {role}: {outcome}")
    assert differences == []
