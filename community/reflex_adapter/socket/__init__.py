"""The socket of browser tabs: its messages, their dispatch, and the namespace of Reflex."""
