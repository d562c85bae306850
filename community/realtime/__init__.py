"""Sends live updates to open browser tabs.

A topic is a name such as `post:7`. When a post changes, a server process publishes a message with
the topic of the post to all processes. Each process then updates the browser tabs that are
subscribed to this topic.
"""
