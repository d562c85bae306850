"""What happens after a domain event, such as `CommentPosted`.

`event_listeners.py` is the table: which listeners run in the transaction of the event, and which
messages follow after the commit. `event_messages.py` builds these messages, and lists which caches
they clear. `pages/live_updates.py` and `admin/live_updates.py` list which messages change what open
pages show.
"""

from functools import cache

from community.core import events
from community.realtime import hub
from community.realtime.messages import Message
from community.wiring.event_listeners import EVENT_LISTENERS, handle_committed_events
from community.wiring.event_messages import clear_outdated_caches


@cache
def wire() -> None:
    """Register the listeners of all events. If they are already registered, do nothing."""
    for listeners in EVENT_LISTENERS:
        events.register(listeners.event_type, listeners.in_transaction)
    events.add_commit_callback(handle_committed_events)
    hub.subscribe(Message, clear_outdated_caches, first=True)
