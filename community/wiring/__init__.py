"""Registers the listeners of all domain events, such as `CommentPosted`.

A listener is a function that is called for each event of one type. Listeners registered with
`in_transaction` run in the transaction that recorded the event, in the order of registration.
Listeners registered with `on_commit` run right after the commit and invalidate the caches of this
process. Listeners registered with `after_commit` run in the background after the commit and notify
other processes and browsers. Each module registers the listeners of one subject area.
"""

from functools import cache

from community.core.events import after_commit
from community.domain.jobs import outbox
from community.wiring.admin_tables import TABLES_OF_TARGETS, wire_admin_tables
from community.wiring.advertising import wire_advertising
from community.wiring.ai import wire_ai
from community.wiring.caches import wire_caches
from community.wiring.chats import wire_chats
from community.wiring.content import wire_content
from community.wiring.notifications import wire_notifications
from community.wiring.search import wire_search
from community.wiring.search_names import wire_search_names
from community.wiring.site import wire_site
from community.wiring.subscriptions import wire_subscriptions
from community.wiring.users import wire_users


@cache
def wire() -> None:
    """Register all listeners. If they are already registered, do nothing."""
    wire_notifications()
    wire_caches()
    wire_content()
    wire_search()
    wire_chats()
    wire_users()
    wire_subscriptions()
    wire_advertising()
    wire_ai()
    wire_search_names()
    wire_site()
    wire_admin_tables()
    after_commit(outbox.JobEnqueued, outbox.wake_dispatcher)
