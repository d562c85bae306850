"""Sends live updates to open browser tabs.

The package contains the message hub, through which server processes send messages to each other,
and the topics that each browser tab is subscribed to.
"""
