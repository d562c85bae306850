"""What updates the open pages of the site when data changes.

`UPDATES` lists what follows from each message, and `PAGE_PARTS` what reloads each part of pages
that shows settings of the site. The Admin Panel has its own tables (`admin/live_updates.py`).
"""

from community.domain.site import PagePart
from community.realtime import chat_changes, messages
from community.state.pages import layout
from community.state.pages.advertisements import PageAdvertisementsState
from community.state.pages.chat import pushes as chat
from community.state.pages.chat.open_chat import refresh_chats_of_user
from community.state.pages.comments.ai import AssistantState, SummaryState
from community.state.pages.comments.comments import CommentsState, push_comment
from community.state.pages.feed import FollowSuggestionsState, push_new_post
from community.state.pages.notifications import push_unseen_counts
from community.state.pages.payments.card_setup import CardSetupState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.payments.plans import PlansState
from community.state.pages.posts.post import push_reactions
from community.state.pages.posts.writing import WritingState
from community.state.pages.settings.account import DataExportState
from community.state.pages.settings.security import ConnectionsState
from community.state.pages.sidebar import SidebarState
from community.state.pages.site_page import SitePageState
from community.state.pages.top_authors import TopAuthorsState
from community.state.runtime.live_updates import Reload, after
from community.state.runtime.offer import OfferState

UPDATES = (
    after(messages.CommentChanged, push=push_comment, only_subscribed=True),
    after(messages.PostReactionsChanged, push=push_reactions, only_subscribed=True),
    after(messages.PostAddedToFeeds, push=push_new_post),
    after(messages.SummaryChanged, reload=[Reload(SummaryState.refresh)]),
    after(messages.QuestionChanged, reload=[Reload(AssistantState.refresh)]),
    after(messages.UserChanged, at_once=[layout.refresh_tabs_of_user, refresh_chats_of_user]),
    after(messages.InboxesChanged, push=push_unseen_counts),
    after(messages.AccountsMerged, push=layout.push_merged_account),
    after(messages.AuthorChanged, push=layout.push_changed_author),
    after(messages.DataExportChanged, reload=[Reload(DataExportState.refresh)]),
    after(messages.AdvertisementsChanged, reload=[Reload(PageAdvertisementsState.refresh)]),
    after(messages.PlansChanged, reload=[Reload(PlansState.refresh)]),
    after(messages.PaymentChanged, reload=[Reload(PaymentState.refresh)]),
    after(messages.CardSetupChanged, reload=[Reload(CardSetupState.refresh)]),
    after(chat_changes.ChatMessageChanged, push=chat.push_message),
    after(chat_changes.ChatRowsChanged, push=chat.push_rows, min_seconds=chat.ROWS_MIN_SECONDS),
    after(chat_changes.ChatRead, at_once=[chat.schedule_read_marks]),
    after(
        chat_changes.ReadMarksChanged,
        push=chat.push_read_marks,
        min_seconds=chat.READ_MARKS_MIN_SECONDS,
    ),
    after(chat_changes.ChatChanged, push=chat.push_chat),
    after(chat_changes.ChatMembershipChanged, push=chat.push_membership),
    after(chat_changes.IgnoringChanged, push=chat.push_ignoring),
    after(chat_changes.ChatTyping, push=chat.push_typing),
)

PAGE_PARTS: dict[PagePart, Reload] = {
    "frame": Reload(layout.LayoutState.load_site),
    "sign_in": Reload(layout.LayoutState.load_site),
    "account": Reload(layout.LayoutState.refresh),
    "reactions": Reload(layout.LayoutState.load_site),
    "sidebar": Reload(SidebarState.load),
    "advertisements": Reload(PageAdvertisementsState.refresh),
    "follow_suggestions": Reload(FollowSuggestionsState.refresh),
    "top_authors": Reload(TopAuthorsState.load),
    "discussion": Reload(CommentsState.reload_rules),
    "summary": Reload(SummaryState.reload_offer),
    "assistant": Reload(AssistantState.reload_slug),
    "editor": Reload(WritingState.load_limits),
    "connections": Reload(ConnectionsState.refresh),
    "plans": Reload(PlansState.refresh, messages.PLANS_TOPIC),
    "offer": Reload(OfferState.refresh),
    "about_page": Reload(SitePageState.load),
    "terms_page": Reload(SitePageState.load),
    "privacy_page": Reload(SitePageState.load),
}
