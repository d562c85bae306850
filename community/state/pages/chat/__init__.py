"""State of private messages: the list of chats, the open chat, and live updates of both."""
